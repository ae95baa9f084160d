/** Finds the reviews that match a search, in the requested order. */
import { mentionKey } from '../../insights/counts/month-counts.ts'
import { foldCase } from '../../model/case-folding.ts'
import { COLUMN_FILTERS, JUDGED_KINDS, rowOf } from '../../model/filters.ts'
import { MentionKind, type Sentiment } from '../../model/insights.ts'
import type { SearchArgs, Sort } from '../../model/search.ts'
import { asBuffer } from '../base/bytes.ts'
import { dateNumber } from '../base/day-number.ts'
import { clip, firstWhere, intersect, lowerBound } from '../base/sorted-lists.ts'
import { acceptedCodes } from '../months/columns.ts'
import { type FoundWords, findWords, lookUpWords, rankWords } from './find-words.ts'
import type { SearchIndex } from './search-index.ts'
import { inOrder } from './sort-order.ts'

/** In order. `scores` say how relevant each review is, if that is their order. */
export interface FoundReviews {
  positions: Uint32Array
  scores?: Uint16Array
}

/** What the names in a search stand for, by kind. */
export type NamedIds = Partial<Record<MentionKind, string>>

/** An `order` of its own keeps what `sort` finds: by relevance, there are other hits. */
export type Wanted = Partial<SearchArgs> & { order?: Sort }

export function findReviews(
  index: SearchIndex,
  args: Wanted,
  ids: NamedIds = {},
  words = wordsOf(index, args),
): FoundReviews {
  const { sort = 'newest', order = sort } = args
  const ranked = words && sort === 'relevance' ? rankWords(index, words) : null
  const withWords = ranked?.positions ?? (words && findWords(index, words))
  const lists = listsOfNames(index, args.sentiment, ids)
  if (args.query !== undefined) lists.push(findText(index, args.query))
  if (withWords) lists.push(withWords)
  const { from, to } = span(index.dates, args.since, args.until)
  const listed = lists.sort((a, b) => a.length - b.length).map(list => clip(list, from, to))
  const candidates = listed.length > 0 ? listed.reduce(intersect) : index.all().subarray(from, to)
  const positions = keepMatching(index, candidates, args)
  const scores = ranked?.scores
  return {
    positions: inOrder(positions, index.columns.stars, order, scores),
    ...(scores && { scores }),
  }
}

/** What a search finds that asks for something unknown. */
export const NO_REVIEWS: FoundReviews = { positions: new Uint32Array() }

/** null for a search without words. */
export const wordsOf = (
  index: SearchIndex,
  { words, search_replies }: Wanted,
): FoundWords | null => (words === undefined ? null : lookUpWords(index, words, search_replies))

/** Those whose columns all filters accept. */
function keepMatching({ columns }: SearchIndex, positions: Uint32Array, args: Wanted): Uint32Array {
  const tests = COLUMN_FILTERS.flatMap(name => {
    const wanted = args[name]
    if (wanted === undefined) return []
    const { column: columnName, matches = Object.is } = rowOf(name)
    const column = columns[columnName!]
    return [
      { codes: column.codes, accepted: acceptedCodes(column, value => matches(value, wanted)) },
    ]
  })
  if (tests.length === 0) return positions
  const kept = new Uint32Array(positions.length)
  let count = 0
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index]!
    let isKept = 1
    for (let test = 0; test < tests.length; test++)
      isKept &= tests[test]!.accepted[tests[test]!.codes[position]!]!
    kept[count] = position
    count += isKept
  }
  return kept.subarray(0, count)
}

/** The positions of all reviews between the dates: from `from` up to but not including `to`. */
function span(dates: Uint32Array, since?: string, until?: string): { from: number; to: number } {
  const oldest = since === undefined ? 0 : dateNumber(since)
  const newest = until === undefined ? 99_999_999 : dateNumber(until)
  const from = firstWhere(dates.length, position => dates[position]! <= newest)
  const to = firstWhere(dates.length, position => dates[position]! < oldest)
  return { from, to: Math.max(from, to) }
}

const NOTHING = new Uint32Array()

/** What a sentiment is about: the first of these kinds that is named; without one, the whole review. */
export const judgedIn = (ids: NamedIds) => JUDGED_KINDS.find(kind => ids[kind] !== undefined)

/** One list of positions for each name, and for the sentiment. */
function listsOfNames(
  index: SearchIndex,
  sentiment: Sentiment | undefined,
  ids: NamedIds,
): Uint32Array[] {
  const judged = sentiment && judgedIn(ids)
  const lists = MentionKind.options
    .filter(kind => ids[kind] !== undefined && kind !== judged)
    .map(kind => index.mentions.get(mentionKey(kind, ids[kind]!)) ?? NOTHING)
  return sentiment ? [...lists, sidesOf(index, ids)?.[sentiment] ?? NOTHING] : lists
}

/** The reviews by what they say about what is named, or else all of them by their overall sentiment. */
export function sidesOf(index: SearchIndex, ids: NamedIds) {
  const judged = judgedIn(ids)
  return judged ? index.opinions.get(mentionKey(judged, ids[judged]!)) : index.sentiments
}

/**
 * The reviews whose text contains a query, ignoring case: reads all texts once and moves on to the next review after each
 * match. Texts are joined without separators, so a match may run over the end of a review.
 */
export function findText({ text: { bytes, starts } }: SearchIndex, query: string): Uint32Array {
  const text = asBuffer(bytes)
  const needle = Buffer.from(foldCase(query))
  const hits: number[] = []
  let next = 0
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, starts[next])) {
    next = lowerBound(starts, at + 1, next)
    if (at + needle.length <= starts[next]!) hits.push(next - 1)
    if (next === starts.length - 1) break
  }
  return Uint32Array.from(hits)
}
