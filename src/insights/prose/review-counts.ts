/** Counts in sentences: each is made from a search and opens exactly the reviews that it counts. */
import type { Message } from '../../locale/catalogs.ts'
import type { Locale, Values } from '../../locale/locale.ts'
import type { CountLink, MentionKind } from '../../model/insights.ts'
import { PARAMETER_OF, type ReviewFilter } from '../../model/search.ts'
import type { SearchUrlOf } from '../counts/evidence.ts'

/** How many reviews, and the search that finds exactly these. */
export interface ReviewCount {
  count: number
  filter: ReviewFilter
}

/** The reviews that mention something. */
export const mentionCount = (
  kind: MentionKind,
  id: string,
  count: number,
  more: ReviewFilter = {},
): ReviewCount => ({ count, filter: { [PARAMETER_OF[kind]]: id, ...more } })

/** Control characters surround a link while a sentence is composed: they are removed from every text that comes in. */
const [OPEN, MIDDLE, CLOSE] = ['\u0001', '\u0002', '\u0003'] as const

/** Words that open reviews. */
export const linkWords = (words: string, reviews: ReviewCount) =>
  `${OPEN}${JSON.stringify(reviews)}${MIDDLE}${words}${CLOSE}`

/** A message with counts that open their reviews; the one named `count` chooses the plural. */
export function sayCounts(
  locale: Locale,
  message: Message,
  counts: Readonly<Record<string, ReviewCount>>,
  values: Values = {},
): string {
  const linked = Object.entries(counts).map(([name, one]) => [name, linkWords(locale.number(one.count), one)])
  return locale.say(locale.template(message, counts.count?.count), {
    ...values,
    ...Object.fromEntries(linked),
  })
}

/** Only what people read. */
export const withoutLinks = (composed: string) => separateLinks(composed, () => '').text

/** What people read, and where in it the links are. */
export function separateLinks(
  composed: string,
  searchUrl: SearchUrlOf,
): { text: string; links: CountLink[] } {
  const [start = '', ...parts] = composed.split(OPEN)
  let text = start
  const links = parts.map(part => {
    const [json, rest] = part.split(MIDDLE) as [string, string]
    const [words, after] = rest.split(CLOSE) as [string, string]
    const { count, filter }: ReviewCount = JSON.parse(json)
    const from = text.length
    text += words + after
    return { from, to: from + words.length, review_count: count, search_url: searchUrl(filter) }
  })
  return { text, links }
}
