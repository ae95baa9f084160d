/** People whom reviews name but the business file does not list, and names that the owner does not want suggested. */
import { createNameFinder } from '../insights/names/find-names.ts'
import { type SuggestedName, suggestNames } from '../insights/names/suggest-names.ts'
import { splitSentences } from '../insights/text/words.ts'
import type { BusinessFile } from '../model/business.ts'
import type { ReviewRecord } from '../model/record.ts'
import type { Store } from '../store/store.ts'

export function suggestPeople(business: BusinessFile, reviews: ReviewRecord[]): SuggestedName[] {
  const texts = reviews.flatMap(({ id, content: { text } }) =>
    text === null ? [] : [{ id, text, sentences: splitSentences(text) }],
  )
  const { name, legal_name, technicians, services, service_areas } = business
  const ownNames = [name, legal_name ?? '']
  const listed = [...services, ...service_areas].flatMap(({ label, aliases }) => [label, ...aliases])
  return suggestNames(texts, createNameFinder(technicians, ownNames), listed, ownNames)
}

export const ignoredNames = async (store: Store) => (await store.deskNotes()).ignored_names

export async function ignoreName(store: Store, name: string): Promise<void> {
  await store.write(async writer => {
    const notes = await writer.deskNotes()
    if (notes.ignored_names.includes(name)) return
    await writer.setDeskNotes({ ...notes, ignored_names: [...notes.ignored_names, name] })
  })
}
