/** Finds the reviews that match a search, in the requested order. */
import { mentionKey } from '../../insights/counts/month-counts.ts'
import { MentionKind } from '../../model/insights.ts'
import { oncePer } from '../../model/once-per.ts'
import type { SearchArgs, Sort } from '../../model/search.ts'
import { dateNumber } from '../base/day-number.ts'
import { clip, firstWhere, intersect, keepStars } from '../base/sorted-lists.ts'
import { joinNumbers } from '../months/month.ts'
import { foldCase } from '../words/case-folding.ts'
import { findText } from './find-text.ts'
import { type FoundWords, findWords, lookUpWords } from './find-words.ts'
import { JUDGED_KINDS, type SearchIndex } from './search-index.ts'
import { inOrder, MOST_SCORE } from './sort-order.ts'

/** The positions of matching reviews, in order. */
export interface FoundPositions {
  length: number
  /** How relevant each review is, if that is their order. */
  scores?: Uint16Array
  /** At most `limit` of them: from the first that `follows` accepts, after skipping `skip`. */
  page(follows: Follows | undefined, skip: number, limit: number): Uint32Array
}

/** Accepts exactly the hits that come after a cursor. */
type Follows = (position: number) => boolean

/** What the names in a search stand for, by kind. */
export type NamedIds = Partial<Record<MentionKind, string>>

export function findHits(
  index: SearchIndex,
  args: SearchArgs & { order?: Sort },
  ids: NamedIds = {},
  words = wordsOf(index, args),
): FoundPositions {
  const { sort, order = sort } = args
  const { from, to } = span(index.dates, args.since, args.until)
  const ratings = wantedRatings(args)
  const ranked = words && sort === 'relevance' ? rankWords(index, words) : null
  const withWords = ranked?.positions ?? (words && findWords(index, words))
  const lists = [...listsOfFilters(index, args, ids), ...(withWords ? [withWords] : [])].map(list =>
    clip(list, from, to),
  )
  if (lists.length === 0 && order === 'newest')
    return ratings
      ? hitsOfLists(ratings.map(stars => clip(index.byStars[stars]!, from, to)))
      : hitsOfSpan(from, to)
  const common =
    lists.length > 0
      ? lists.sort((a, b) => a.length - b.length).reduce(intersect)
      : allPositions(index.dates).subarray(from, to)
  const list = ratings ? keepStars(common, index.stars, ratings) : common
  const scores = ranked?.scores
  return { ...hitsOfLists([inOrder(list, index.stars, order, scores)]), ...(scores && { scores }) }
}

/** All of them at once, to be read only. Nothing is copied where it can be helped: lists as long as all reviews soon call the garbage collector. */
export function allHits(
  index: SearchIndex,
  args: Omit<SearchArgs, 'sort' | 'limit'> & { sort?: Sort },
  ids: NamedIds,
): Uint32Array {
  // By relevance, there are other hits. Their order does not matter, and without scores this one is the order in which they are found.
  const sort = args.sort === 'relevance' ? 'relevance' : 'oldest'
  const found = findHits(index, { ...args, sort, order: 'relevance', limit: 1 }, ids)
  return found.page(undefined, 0, found.length)
}

/** From one list in any order, or from several disjoint lists, newest first. */
function hitsOfLists(lists: Uint32Array[]): FoundPositions {
  return {
    length: lists.reduce((sum, list) => sum + list.length, 0),
    page(follows, skip, limit) {
      const parts = lists.map(list => {
        const start = follows ? firstWhere(list.length, number => follows(list[number]!)) : 0
        return list.subarray(start, start + skip + limit)
      })
      const joined = parts.length === 1 ? parts[0]! : joinNumbers(parts).sort()
      return joined.subarray(skip, skip + limit)
    },
  }
}

/** What a search finds that asks for something unknown. */
export const NO_HITS: FoundPositions = hitsOfSpan(0, 0)

/** From a contiguous range, newest first: it is never written out. */
function hitsOfSpan(from: number, to: number): FoundPositions {
  const length = to - from
  return {
    length,
    page(follows, skip, limit) {
      const start = skip + (follows ? firstWhere(length, offset => follows(from + offset)) : 0)
      return range(from + start, from + Math.min(start + limit, length))
    },
  }
}

const allPositions = oncePer((dates: Uint32Array) => range(0, dates.length))

function range(from: number, to: number): Uint32Array {
  const numbers = new Uint32Array(Math.max(0, to - from))
  for (let offset = 0; offset < numbers.length; offset++) numbers[offset] = from + offset
  return numbers
}

/** null where any rating will do. */
function wantedRatings({ rating, min_rating, max_rating }: SearchArgs): number[] | null {
  if (rating === undefined && min_rating === undefined && max_rating === undefined) return null
  return [1, 2, 3, 4, 5].filter(
    stars => stars >= (min_rating ?? 1) && stars <= (max_rating ?? 5) && stars === (rating ?? stars),
  )
}

/** The positions of all reviews between the dates: from `from` up to but not including `to`. */
function span(dates: Uint32Array, since?: string, until?: string): { from: number; to: number } {
  const oldest = since === undefined ? 0 : dateNumber(since)
  const newest = until === undefined ? 99_999_999 : dateNumber(until)
  const from = firstWhere(dates.length, position => dates[position]! <= newest)
  const to = firstWhere(dates.length, position => dates[position]! < oldest)
  return { from, to: Math.max(from, to) }
}

/** null for a search without words. */
export const wordsOf = (
  index: SearchIndex,
  { words, search_replies }: Pick<SearchArgs, 'words' | 'search_replies'>,
): FoundWords | null => (words === undefined ? null : lookUpWords(index, words, search_replies))

const NOTHING = new Uint32Array()

/** One list of positions for each filter; a review must be in all of them. */
export function listsOfFilters(index: SearchIndex, args: Partial<SearchArgs>, ids: NamedIds): Uint32Array[] {
  const lists = listsOfNames(index, args, ids)
  const addByValue = <Value>(reviews: Map<Value, Uint32Array>, value: Value | undefined) => {
    if (value !== undefined) lists.push(reviews.get(value) ?? NOTHING)
  }
  addByValue(index.languages, args.language && foldCase(args.language))
  addByValue(index.sources, args.source && foldCase(args.source))
  addByValue(index.byReply, args.has_reply)
  addByValue(index.byCritical, args.critical)
  addByValue(index.byRead, args.read)
  addByValue(index.byEdited, args.edited)
  addByValue(index.byPhotos, args.has_photos)
  addByValue(index.byIncentive, args.incentive)
  addByValue(index.byLevel, args.verification)
  if (args.query !== undefined) lists.push(findText(index, args.query))
  return lists
}

/** The sentiment is what the review says about what is named, in the order of `JUDGED_KINDS`; without these, that of the whole review. */
function listsOfNames(index: SearchIndex, { sentiment }: Partial<SearchArgs>, ids: NamedIds): Uint32Array[] {
  const judged = sentiment && JUDGED_KINDS.find(kind => ids[kind] !== undefined)
  const lists: Uint32Array[] = []
  for (const kind of MentionKind.options) {
    const id = ids[kind]
    if (id === undefined || kind === judged) continue
    lists.push(index.mentions.get(mentionKey(kind, id)) ?? NOTHING)
  }
  if (!sentiment) return lists
  const sides = judged ? index.opinions.get(mentionKey(judged, ids[judged]!)) : index.sentiments
  return [...lists, sides?.[sentiment] ?? NOTHING]
}

/** The share of the words, by weight, that a review must have: "do they offer financing" finds nothing where nobody says "financing". */
const ENOUGH = 0.55
/** Nobody repeats all of a long question; of so many words or fewer, a review must have enough. */
const FEW_WORDS = 4
const LEAST = 0.25
/** What a text of average length loses for not coming to the point; a longer one loses more. */
const LENGTH_WEIGHT = 0.15

/** How much of what was searched for each review says; what says too little is left out. Positions ascend; scores are by position. */
function rankWords({ dates, text: { bytes, starts } }: SearchIndex, found: FoundWords) {
  const size = dates.length
  const [shares, sums] = [new Float32Array(size), new Float32Array(size)]
  /** The last term that a review was seen to have, from 1 on; negative once it is counted. */
  const seen = new Int32Array(size)
  let total = 0
  for (const [number, { lists }] of found.terms.entries()) {
    const mark = number + 1
    let count = 0
    for (const { positions } of lists)
      for (let index = 0; index < positions.length; index++) {
        if (seen[positions[index]!] !== mark) count++
        seen[positions[index]!] = mark
      }
    // The fewer reviews have a word, the more it tells: "the" is worth next to nothing.
    const weight = Math.log(1 + size / (count + 1))
    total += weight
    for (const { positions, worth } of lists)
      for (let index = 0; index < positions.length; index++) {
        const position = positions[index]!
        if (seen[position] !== mark) continue
        seen[position] = -mark
        shares[position]! += weight
        sums[position]! += weight * worth
      }
  }
  const average = bytes.length / size
  // Where each word is known but no review has them all, the one that has most of them sets the measure.
  const most = found.terms.every(({ lists }) => lists.length > 0) ? mostOf(shares) : total
  const enough = most * Math.max(LEAST, ENOUGH * Math.min(1, FEW_WORDS / found.terms.length))
  const scores = new Uint16Array(size)
  const positions: number[] = []
  for (let position = 0; position < size; position++) {
    if (shares[position]! < enough || shares[position] === 0) continue
    const length = (starts[position + 1]! - starts[position]!) / average
    scores[position] = (MOST_SCORE * sums[position]!) / total / (1 + LENGTH_WEIGHT * Math.log1p(length))
    positions.push(position)
  }
  return { positions: Uint32Array.from(positions), scores }
}

const mostOf = (numbers: Float32Array): number => numbers.reduce((most, number) => Math.max(most, number), 0)
