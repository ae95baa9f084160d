/**
 * The search index over all reviews, newest first: plain typed arrays, so that it crosses threads without a copy.
 *
 * A run of letters and digits in a query always lies within one word of a text. So the index holds each distinct word once,
 * with the reviews that contain it, and a query is looked up in the words instead of the texts.
 */
import { isCritical, type MonthCounts } from '../../insights/counts/month-counts.ts'
import type { Verification } from '../../model/review.ts'
import { type ByteTable, joinByteTables } from '../base/byte-table.ts'
import { asBuffer } from '../base/bytes.ts'
import { joinNumbers, type MonthOfReviews } from '../months/month.ts'
import type { ListedReview } from '../months/prepare-review.ts'
import type { WordNumbers } from '../words/word-numbers.ts'
import { listByRange } from './language-counts.ts'
import { listMentions, type MentionLists } from './mention-lists.ts'

export interface SearchIndex extends MentionLists {
  /** 20261115 for 2026-11-15. */
  dates: Uint32Array
  stars: Uint8Array
  /** At index r, the reviews with r stars. */
  byStars: Uint32Array[]
  /** With a reply from the owner, and without. */
  byReply: Map<boolean, Uint32Array>
  byCritical: Map<boolean, Uint32Array>
  /** Edited since they were published, and not. */
  byEdited: Map<boolean, Uint32Array>
  byLevel: Map<Verification['level'], Uint32Array>
  /** 1 for each critical review, and for each with a reply. */
  criticalFlags: Uint8Array
  replyFlags: Uint8Array
  /** How many days the reply took; `NO_REPLY_DAYS` if that is not known. */
  replyDays: Uint32Array
  /** All case-folded texts in UTF-8, joined without separators. */
  text: ByteTable
  signatures: Uint32Array
  /** What each text mentions and where, packed. */
  passages: ByteTable
  /** "\nword\nword\n": the line feeds let a search match the end of a word. "don't" has a line, and so have its parts. */
  words: ByteTable
  /** The stems of the same words, written the same way, each with a mark of its language; empty lines for parts of words. */
  stems: ByteTable
  /** The reviews of word w: `numbers` from `starts[w]` to `starts[w + 1]`. */
  postings: { numbers: Uint32Array; starts: Uint32Array }
  sources: Map<string, Uint32Array>
  languages: Map<string, Uint32Array>
}

export const NO_REPLY_DAYS = 0xffffffff

const LINE_FEED = 10
const EMPTY = new Uint8Array()

/** `counts` are those of the same months; `editedIds` may name reviews that are not shown. */
export function buildIndex(
  months: MonthOfReviews[],
  vocabulary: WordNumbers,
  counts: MonthCounts[],
  editedIds: ReadonlySet<string>,
): SearchIndex {
  const words = vocabulary.words()
  const reviews = months.flatMap(month => month.reviews)
  const critical = counts.flatMap(month => month.reviews.map(isCritical))
  return {
    ...listDatesAndStars(reviews),
    byReply: groupPositions(reviews, review => review.hasReply),
    byCritical: groupPositions(reviews, (_, position) => critical[position]!),
    byEdited: groupPositions(reviews, review => editedIds.has(review.id)),
    byLevel: groupPositions(reviews, review => review.level),
    criticalFlags: Uint8Array.from(critical, Number),
    replyFlags: Uint8Array.from(reviews, review => Number(review.hasReply)),
    replyDays: Uint32Array.from(reviews, review => review.replyDays ?? NO_REPLY_DAYS),
    text: joinTables(months.map(month => month.text)),
    passages: joinTables(months.map(month => month.passages)),
    signatures: joinNumbers(months.map(month => month.signatures)),
    words: joinLines(words.map(({ text }) => text)),
    stems: joinLines(words.map(({ stem }) => stem)),
    postings: postWords(months, words.length),
    ...listMentions(counts),
    sources: groupPositions(reviews, review => review.source),
    languages: listByRange(groupPositions(reviews, review => review.language)),
  }
}

/** The reviews with a word. */
export const postingsOf = ({ postings: { numbers, starts } }: SearchIndex, word: number) =>
  numbers.subarray(starts[word], starts[word + 1])

/** The word or stem with this number. */
export const lineAt = ({ bytes, starts }: ByteTable, number: number) =>
  asBuffer(bytes).toString('utf8', starts[number], starts[number + 1]! - 1)

const joinTables = (tables: ByteTable[]) => joinByteTables(EMPTY, tables, EMPTY, 0)

function listDatesAndStars(reviews: ListedReview[]): Pick<SearchIndex, 'dates' | 'stars' | 'byStars'> {
  const dates = new Uint32Array(reviews.length)
  const stars = new Uint8Array(reviews.length)
  const lists: number[][] = [[], [], [], [], [], []]
  for (let position = 0; position < reviews.length; position++) {
    const { day, rating } = reviews[position]!
    dates[position] = day
    stars[position] = rating
    lists[rating]!.push(position)
  }
  return { dates, stars, byStars: lists.map(list => new Uint32Array(list)) }
}

function joinLines(lines: string[]): ByteTable {
  const joined = Buffer.from(`\n${lines.join('\n')}\n`)
  const starts = new Uint32Array(lines.length + 1)
  let start = 1
  for (let number = 0; number <= lines.length; number++) {
    starts[number] = start
    start = joined.indexOf(LINE_FEED, start) + 1
  }
  return { bytes: new Uint8Array(joined), starts }
}

/** A counting sort: count the reviews of each word, then put every review into the ranges of its words. */
function postWords(months: MonthOfReviews[], wordCount: number): SearchIndex['postings'] {
  const starts = new Uint32Array(wordCount + 1)
  for (const { words } of months)
    for (let index = 0; index < words.length; index++) starts[words[index]! + 1]!++
  for (let word = 0; word < wordCount; word++) starts[word + 1]! += starts[word]!
  const numbers = new Uint32Array(starts[wordCount]!)
  const next = starts.slice()
  let position = 0
  for (const { words, wordCounts } of months) {
    let index = 0
    for (let review = 0; review < wordCounts.length; review++) {
      for (const end = index + wordCounts[review]!; index < end; index++)
        numbers[next[words[index]!]!++] = position
      position++
    }
  }
  return { numbers, starts }
}

function groupPositions<Key>(
  reviews: ListedReview[],
  keyOf: (review: ListedReview, position: number) => Key,
): Map<Key, Uint32Array> {
  const lists = new Map<Key, number[]>()
  for (let position = 0; position < reviews.length; position++) {
    const key = keyOf(reviews[position]!, position)
    const list = lists.get(key)
    if (list) list.push(position)
    else lists.set(key, [position])
  }
  return new Map(Array.from(lists, ([key, list]) => [key, new Uint32Array(list)]))
}

/** Every array in the index, each exactly once. */
export const arraysOf = (index: SearchIndex) => [...new Set(arraysIn(index))]

function* arraysIn(value: object): Generator<Uint8Array | Uint32Array> {
  if (value instanceof Uint8Array || value instanceof Uint32Array) yield value
  else for (const one of value instanceof Map ? value.values() : Object.values(value)) yield* arraysIn(one)
}
