/** What searches are answered from, over all reviews, newest first: plain arrays, as they lie in the Snapshot file. */
import { type MonthCounts, mentionKey, type Positions } from '../../insights/counts/month-counts.ts'
import { JUDGED_KINDS } from '../../model/filters.ts'
import type { Sentiment } from '../../model/insights.ts'
import { type ByteTable, joinByteTables } from '../base/byte-table.ts'
import { mergeSorted } from '../base/sorted-lists.ts'
import { columnsOf, NO_REPLY_DAYS } from '../months/columns.ts'
import { joinNumbers, type MonthOfReviews } from '../months/month.ts'
import type { ListedReview } from '../months/prepare-review.ts'
import type { WordNumbers } from '../words/word-numbers.ts'

export type SearchData = ReturnType<typeof collectSearchData>

const EMPTY = new Uint8Array()

/** `reviews` are those of the months as they were read; `editedIds` may name reviews that are not shown. */
export function collectSearchData(
  months: MonthOfReviews[],
  reviews: ListedReview[],
  vocabulary: WordNumbers,
  counts: MonthCounts[],
  editedIds: ReadonlySet<string>,
) {
  const words = vocabulary.words()
  return {
    /** 20261115 for 2026-11-15. */
    dates: Uint32Array.from(reviews, ({ day }) => day),
    /** How many days the reply took; `NO_REPLY_DAYS` if that is not known. */
    replyDays: Uint32Array.from(reviews, ({ replyDays }) => replyDays ?? NO_REPLY_DAYS),
    columns: columnsOf(reviews, editedIds),
    /** All case-folded texts in UTF-8, joined without separators. */
    text: joinTables(months.map(month => month.text)),
    /** What each text mentions and where, packed. */
    passages: joinTables(months.map(month => month.passages)),
    /** Word n is on line n, and its stem, with a mark of its language, on the same line of the stems. */
    words: Buffer.from(words.map(({ text }) => text).join('\n')),
    stems: Buffer.from(words.map(({ stem }) => stem).join('\n')),
    /** The words of review p, in order, are the tokens from `tokenStarts[p]` on: 0 is a gap, n the word n - 1. */
    tokens: joinNumbers(months.map(month => month.tokens)),
    tokenStarts: startsOf(months.flatMap(month => [...month.tokenCounts])),
    ...listMentions(counts),
  }
}

const joinTables = (tables: ByteTable[]) => joinByteTables(EMPTY, tables, EMPTY, 0)

function startsOf(counts: number[]): Uint32Array {
  const starts = new Uint32Array(counts.length + 1)
  for (const [index, count] of counts.entries()) starts[index + 1] = starts[index]! + count
  return starts
}

/** Which reviews mention what, as positions: taken from the counts that the insights publish, so that both always agree. */
export type BySentiment = Record<Sentiment, Uint32Array>

/** `months` come newest first. */
function listMentions(months: MonthCounts[]) {
  const collected = new Map<string, MonthPositions[]>()
  const overall: MonthPositions[] = []
  let first = 0
  for (const { reviews, all, mentions } of months) {
    overall.push({ positions: all.positions, first })
    for (const [key, { positions }] of mentions) {
      const parts = collected.get(key) ?? []
      collected.set(key, parts)
      parts.push({ positions, first })
    }
    first += reviews.length
  }
  const listed = Array.from(collected, ([key, parts]) => [key, joinSentiments(parts)] as const)
  const judged = JUDGED_KINDS.map(kind => mentionKey(kind, ''))
  return {
    /** The reviews that mention something, by `mentionKey`. */
    mentions: new Map(listed.map(([key, lists]) => [key, joinSides(lists)])),
    /** The reviews that mention an aspect, person, service, area or problem, by `mentionKey` and by what they say about it. */
    opinions: new Map(listed.filter(([key]) => judged.some(kind => key.startsWith(kind)))),
    /** All reviews by their overall sentiment. */
    sentiments: joinSentiments(overall),
  }
}

/** `first` is the position of the month's first review among all. */
type MonthPositions = { positions: Positions; first: number }

function joinSentiments(parts: MonthPositions[]): BySentiment {
  const join = (sentiment: Sentiment) =>
    Uint32Array.from(
      parts.flatMap(({ positions, first }) => positions[sentiment].map(index => first + index)),
    )
  return { positive: join('positive'), neutral: join('neutral'), negative: join('negative') }
}

const joinSides = ({ positive, neutral, negative }: BySentiment) =>
  mergeSorted(mergeSorted(positive, neutral), negative)
