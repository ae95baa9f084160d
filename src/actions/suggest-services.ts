/** Services that reviews say were done but the business file does not list (`usual-services.json` has what they are usually called). */
import { createEntityFinder } from '../insights/find-entities.ts'
import { isOfTrade, JOB_THINGS, readServices } from '../insights/jobs/job-words.ts'
import { resolveTaxonomy } from '../insights/text/resolve-taxonomy.ts'
import { splitSentences } from '../insights/text/words.ts'
import type { BusinessFile } from '../model/business.ts'
import type { ReviewRecord } from '../model/record.ts'
import type { Taxonomy } from '../model/taxonomy.ts'
import usual from './usual-services.json' with { type: 'json' }

const FEWEST_REVIEWS = 2

export type SuggestedService = ReturnType<typeof suggestServices>[number]

/** Most mentioned first. They are found as they would be if all of them were listed. */
export function suggestServices(business: BusinessFile, reviews: ReviewRecord[], taxonomies: Taxonomy[]) {
  const taxonomy = resolveTaxonomy(taxonomies, business)
  const { trade } = taxonomy
  const listed = readServices(business.services, trade).flatMap(({ things }) => things)
  const services = Object.entries(usual)
    .filter(([thing]) => !listed.includes(thing) && isOfTrade(JOB_THINGS.get(thing)!, trade))
    .map(([id, label]) => ({ id, label, aliases: [] }))
  const find = createEntityFinder({ ...business, services }, taxonomy)
  const counts = new Map<string, number>()
  for (const { content } of reviews) {
    const found = find(splitSentences(content.text ?? '')).flat()
    for (const id of new Set(found.filter(({ kind }) => kind === 'services').map(({ key }) => key)))
      counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return services
    .map(({ id, label }) => ({ id, label, reviews: counts.get(id) ?? 0 }))
    .filter(({ reviews: count }) => count >= FEWEST_REVIEWS)
    .toSorted((a, b) => b.reviews - a.reviews)
}
