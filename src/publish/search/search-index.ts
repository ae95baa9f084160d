/**
 * The search index over all reviews, newest first: plain typed arrays, so that it crosses threads without a copy.
 *
 * A run of letters and digits in a query always lies within one word of a text. So the index holds each distinct word once,
 * with the reviews that contain it, and a query is looked up in the words instead of the texts.
 */
import {
  howRead,
  isCritical,
  type MonthCounts,
  mentionKey,
  type Positions,
} from '../../insights/counts/month-counts.ts'
import type { Sentiment } from '../../model/insights.ts'
import { oncePer } from '../../model/once-per.ts'
import { UNKNOWN_LANGUAGE } from '../../model/search.ts'
import { type ByteTable, joinByteTables } from '../base/byte-table.ts'
import { asBuffer } from '../base/bytes.ts'
import { mergeSorted } from '../base/sorted-lists.ts'
import { joinNumbers, type MonthOfReviews } from '../months/month.ts'
import type { ListedReview } from '../months/prepare-review.ts'
import { foldCase } from '../words/case-folding.ts'
import type { WordNumbers } from '../words/word-numbers.ts'
import { flagsAt, groupByIds, groupsBy, joinGroups, joinPositions } from './group-reviews.ts'
import { chainLines } from './line-lookup.ts'

export type SearchIndex = ReturnType<typeof buildIndex>

export const NO_REPLY_DAYS = 0xffffffff

const LINE_FEED = 10
const EMPTY = new Uint8Array()

const groupsOf = {
  rating: groupsBy((review: ListedReview) => review.rating),
  hasReply: groupsBy((review: ListedReview) => review.hasReply),
  hasPhotos: groupsBy((review: ListedReview) => review.hasPhotos),
  incentive: groupsBy((review: ListedReview) => review.incentive),
  level: groupsBy((review: ListedReview) => review.level),
  source: groupsBy((review: ListedReview) => review.source),
  language: groupsBy((review: ListedReview) => review.language),
  critical: groupsBy(isCritical),
  read: groupsBy(howRead),
}

/** What is known of each review, in the order of the month. */
const columnsOf = oncePer(({ reviews }: MonthOfReviews) => ({
  days: Uint32Array.from(reviews, ({ day }) => day),
  stars: Uint32Array.from(reviews, ({ rating }) => rating),
  replyDays: Uint32Array.from(reviews, ({ replyDays }) => replyDays ?? NO_REPLY_DAYS),
}))

/** `counts` are those of the same months; `editedIds` may name reviews that are not shown. */
export function buildIndex(
  months: MonthOfReviews[],
  vocabulary: WordNumbers,
  counts: MonthCounts[],
  editedIds: ReadonlySet<string>,
) {
  const words = vocabulary.words()
  const stems = words.map(({ stem }) => stem)
  const listed = months.map(month => month.reviews)
  const read = counts.map(month => month.reviews)
  const columns = months.map(columnsOf)
  const byStars = joinGroups(listed, groupsOf.rating)
  const byReply = joinGroups(listed, groupsOf.hasReply)
  const byCritical = joinGroups(read, groupsOf.critical)
  const stars = Uint8Array.from(joinNumbers(columns.map(month => month.stars)))
  return {
    /** 20261115 for 2026-11-15. */
    dates: joinNumbers(columns.map(month => month.days)),
    stars,
    /** At index r, the reviews with r stars. */
    byStars: [0, 1, 2, 3, 4, 5].map(rating => byStars.get(rating) ?? new Uint32Array()),
    /** With a reply from the owner, and without. */
    byReply,
    byCritical,
    byRead: joinGroups(read, groupsOf.read),
    /** Edited since they were published, and not. */
    byEdited: groupByIds(months, editedIds),
    byPhotos: joinGroups(listed, groupsOf.hasPhotos),
    byIncentive: joinGroups(listed, groupsOf.incentive),
    byLevel: joinGroups(listed, groupsOf.level),
    /** 1 for each critical review, and for each with a reply. */
    criticalFlags: flagsAt(byCritical.get(true), stars.length),
    replyFlags: flagsAt(byReply.get(true), stars.length),
    /** How many days the reply took; `NO_REPLY_DAYS` if that is not known. */
    replyDays: joinNumbers(columns.map(month => month.replyDays)),
    /** All case-folded texts in UTF-8, joined without separators. */
    text: joinTables(months.map(month => month.text)),
    /** What each text mentions and where, packed. */
    passages: joinTables(months.map(month => month.passages)),
    signatures: joinNumbers(months.map(month => month.signatures)),
    /** "\nword\nword\n": the line feeds let a search match the end of a word. "don't" has a line, and so have its parts. */
    words: joinLines(words.map(({ text }) => text)),
    /** The stems of the same words, written the same way, each with a mark of its language; empty lines for parts of words. */
    stems: joinLines(stems),
    stemChains: chainLines(stems),
    /** The reviews of word w: `numbers` from `starts[w]` to `starts[w + 1]`. */
    postings: postWords(months, words.length),
    ...listMentions(counts),
    sources: joinGroups(listed, groupsOf.source),
    languages: listByRange(joinGroups(listed, groupsOf.language)),
  }
}

/** The reviews with a word. */
export const postingsOf = ({ postings: { numbers, starts } }: SearchIndex, word: number) =>
  numbers.subarray(starts[word], starts[word + 1])

/** The word or stem with this number. */
export const lineAt = ({ bytes, starts }: ByteTable, number: number) =>
  asBuffer(bytes).toString('utf8', starts[number], starts[number + 1]! - 1)

const joinTables = (tables: ByteTable[]) => joinByteTables(EMPTY, tables, EMPTY, 0)

function joinLines(lines: string[]): ByteTable {
  const joined = Buffer.from(`\n${lines.join('\n')}\n`)
  const starts = new Uint32Array(lines.length + 1)
  let start = 1
  for (let number = 0; number <= lines.length; number++) {
    starts[number] = start
    start = joined.indexOf(LINE_FEED, start) + 1
  }
  return { bytes: joined, starts }
}

/** A counting sort: count the reviews of each word, then put every review into the ranges of its words. */
function postWords(months: MonthOfReviews[], wordCount: number) {
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

/** The reviews that each language range matches, from the reviews of each tag. */
function listByRange(byTag: ReadonlyMap<string | null, Uint32Array>): Map<string, Uint32Array> {
  const found = Array.from(byTag).flatMap(([tag, list]) => rangesOf(tag).map(range => ({ range, list })))
  return new Map(
    Array.from(
      Map.groupBy(found, ({ range }) => range),
      ([range, parts]) => [
        range,
        parts.length === 1 ? parts[0]!.list : joinNumbers(parts.map(({ list }) => list)).sort(),
      ],
    ),
  )
}

/** The ranges that match the tag, in lowercase: en-gb and en match en-GB (RFC 4647 §3.3.1). */
function rangesOf(tag: string | null): string[] {
  if (tag === null) return [UNKNOWN_LANGUAGE]
  const parts = foldCase(tag).split('-')
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'))
}

/** The most frequent first, then by tag. Each counts as many as a search finds: British English counts as English too. */
export function countLanguages(months: MonthOfReviews[], byRange: ReadonlyMap<string, Uint32Array>) {
  const spellings = new Map<string, string>()
  for (const tag of new Set(months.flatMap(({ reviews }) => [...groupsOf.language(reviews).keys()])))
    if (tag !== null) spellings.set(foldCase(tag), tag)
  return Array.from(spellings, ([range, language]) => ({ language, count: byRange.get(range)!.length })).sort(
    (a, b) => b.count - a.count || (a.language < b.language ? -1 : 1),
  )
}

/** Which reviews mention what, as positions: taken from the counts that the insights publish, so that both always agree. */
type BySentiment = Record<Sentiment, Uint32Array>

/** What reviews judge by itself, in the order in which a search for a sentiment takes it to be about them. */
export const JUDGED_KINDS = ['aspects', 'technicians', 'services', 'service_areas', 'problems'] as const

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
    joinPositions(parts.map(({ positions, first }) => ({ indexes: positions[sentiment], first })))
  return { positive: join('positive'), neutral: join('neutral'), negative: join('negative') }
}

const joinSides = ({ positive, neutral, negative }: BySentiment) =>
  mergeSorted(mergeSorted(positive, neutral), negative)
