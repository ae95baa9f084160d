/** `firsthand insights --suggest`: people whom reviews name but the business file does not list. */
import { createNameFinder } from '../../insights/names/find-names.ts'
import { type SuggestedName, suggestNames } from '../../insights/names/suggest-names.ts'
import { splitSentences } from '../../insights/text/sentences.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { ReviewRecord } from '../../model/record.ts'
import { type Cell, layOut, type Screen, wrap } from '../base/screen.ts'

/** `ignored` are names that the owner does not want suggested. */
export function suggestPeople(
  business: BusinessFile,
  reviews: ReviewRecord[],
  businessFile: string,
  ignored: string[] = [],
) {
  const texts = reviews.flatMap(({ id, content: { text } }) =>
    text === null ? [] : [{ id, text, sentences: splitSentences(text) }],
  )
  const find = createNameFinder(business.technicians, [business.name, business.legal_name ?? ''])
  const data = suggestNames(texts, find, namesIn(business)).filter(({ name }) => !ignored.includes(name))
  return { data, describe: (screen: Screen) => describeSuggestions(data, businessFile, screen) }
}

/** The names of the business, its services and its areas are not people. */
function namesIn({ name, legal_name, services, service_areas }: BusinessFile): string[] {
  const listed = [...services, ...service_areas].flatMap(({ label, aliases }) => [label, ...aliases])
  return [name, legal_name ?? '', ...listed]
}

const SHOWN_IDS = 2

function describeSuggestions(names: SuggestedName[], businessFile: string, screen: Screen): string {
  if (names.length === 0) return 'No suggestions: the business file lists everyone the reviews name.\n'
  const rows = names.map(({ name, reviews, example_review_ids }): Cell[] => [
    { text: name },
    { text: String(reviews), right: true },
    { text: example_review_ids.slice(0, SHOWN_IDS).join(' ') },
  ])
  const titles: Cell[] = [
    { text: 'NAME', style: 'bold' },
    { text: 'REVIEWS', style: 'bold', right: true },
    { text: 'EXAMPLES', style: 'bold' },
  ]
  const hint = `Add those who work for you to "technicians" in ${businessFile}:`
  return `${[
    ...layOut([titles, ...rows], screen),
    '',
    ...wrap(hint, screen.width),
    ...names.map(({ name }) => `  { "name": ${JSON.stringify(name)} }`),
  ].join('\n')}\n`
}
