/** People and services that reviews name but the business file does not list, and names that the owner does not want suggested. */
import { createEntityFinder } from '../insights/find-entities.ts'
import { isOfTrade, JOB_THINGS, readServices } from '../insights/jobs/job-signs.ts'
import { createNameFinder } from '../insights/names/find-names.ts'
import { type SuggestedName, suggestNames } from '../insights/names/suggest-names.ts'
import { resolveTaxonomy } from '../insights/text/resolve-taxonomy.ts'
import { splitSentences } from '../insights/text/words.ts'
import type { BusinessFile } from '../model/business.ts'
import type { ReviewRecord } from '../model/record.ts'
import { loadTaxonomies } from '../publish/load-engine.ts'
import type { Store } from '../store/store.ts'
import usual from './usual-services.json' with { type: 'json' }

export function suggestPeople(business: BusinessFile, reviews: ReviewRecord[]): SuggestedName[] {
  const texts = reviews.flatMap(({ id, content: { text } }) =>
    text === null ? [] : [{ id, text, sentences: splitSentences(text) }],
  )
  const { name, legal_name, technicians, services, service_areas } = business
  const ownNames = [name, legal_name ?? '']
  const listed = [...services, ...service_areas].flatMap(({ label, aliases }) => [
    label,
    ...aliases,
  ])
  return suggestNames(texts, createNameFinder(technicians, ownNames), listed, ownNames)
}

export async function withoutIgnored(
  store: Store,
  names: SuggestedName[],
): Promise<SuggestedName[]> {
  const { ignored_names } = await store.deskNotes()
  return names.filter(({ name }) => !ignored_names.includes(name))
}

export async function ignoreName(store: Store, name: string): Promise<void> {
  await store.write(async writer => {
    const notes = await writer.deskNotes()
    if (notes.ignored_names.includes(name)) return
    await writer.setDeskNotes({ ...notes, ignored_names: [...notes.ignored_names, name] })
  })
}

const FEWEST_REVIEWS = 2
/** The newest ones tell what a business does; more would keep the visitors of the site waiting. */
const MOST_READ = 2000

export type SuggestedService = Awaited<ReturnType<typeof suggestServices>>[number]

/** Most mentioned first, as they are usually called (`usual-services.json`). They are found as they would be if all of them were listed. */
export async function suggestServices(business: BusinessFile, reviews: ReviewRecord[]) {
  const taxonomy = resolveTaxonomy(await loadTaxonomies(), business)
  const { trade } = taxonomy
  const listed = readServices(business.services, trade).flatMap(({ things }) => things)
  const services = Object.entries(usual)
    .filter(([thing]) => !listed.includes(thing) && isOfTrade(JOB_THINGS.get(thing)!, trade))
    .map(([id, label]) => ({ id, label, aliases: [] }))
  const find = createEntityFinder({ ...business, services }, taxonomy)
  const counts = new Map<string, number>()
  const newestFirst = reviews.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  for (const { content } of newestFirst.slice(0, MOST_READ)) {
    const found = find(splitSentences(content.text ?? '')).flat()
    for (const id of new Set(found.filter(({ kind }) => kind === 'services').map(({ key }) => key)))
      counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return services
    .map(({ id, label }) => ({ id, label, reviews: counts.get(id) ?? 0 }))
    .filter(({ reviews: count }) => count >= FEWEST_REVIEWS)
    .toSorted((a, b) => b.reviews - a.reviews)
}
