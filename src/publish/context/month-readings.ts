/** The readings of the reviews, month by month, with the topics that the whole of them gives. */
import { createTopicMatcher, findTopics, type PhraseTopic } from '../../insights/counts/topics.ts'
import type { Background } from '../../insights/network/background.ts'
import { countPhrases, mergePhrases, type PhraseCounts } from '../../insights/text/key-phrases.ts'
import { type ByteTable, joinPieces } from '../pieces/byte-table.ts'
import { asBuffer } from '../pieces/bytes.ts'
import type { MonthOfReviews } from '../pieces/month.ts'
import type { ListedReview } from '../pieces/prepare-review.ts'

/** A month's reviews with their topics, and the same as pieces of JSON. */
export interface MonthOfReadings {
  reviews: ListedReview[]
  json: ByteTable
}

export interface Readings {
  topics: PhraseTopic[]
  /** The newest month first. */
  months: MonthOfReadings[]
}

/** Topics are made from the newest reviews: enough to tell what people speak of. */
const ENOUGH = 1000

export function readMonths(
  sheets: MonthOfReviews[],
  background: Background,
  leaveOut: ReadonlySet<string>,
): Readings {
  const newest = newestSheets(sheets)
  const total = newest.reduce((sum, { reviews }) => sum + reviews.length, 0)
  const topics = findTopics(mergePhrases(newest.map(phrasesOf)), total, background, leaveOut)
  const key = JSON.stringify(topics)
  const match = createTopicMatcher(topics)
  return { topics, months: sheets.map(sheet => pageOf(sheet, key, match)) }
}

function newestSheets(sheets: MonthOfReviews[]): MonthOfReviews[] {
  let count = 0
  return sheets.filter(({ reviews }) => {
    const wanted = count < ENOUGH
    count += reviews.length
    return wanted
  })
}

const phrases = new WeakMap<MonthOfReviews, PhraseCounts>()
const pages = new WeakMap<MonthOfReviews, MonthOfReadings & { key: string }>()

/** A month without a change is counted once. */
function phrasesOf(sheet: MonthOfReviews): PhraseCounts {
  const counted = phrases.get(sheet) ?? countPhrases(readTexts(sheet))
  phrases.set(sheet, counted)
  return counted
}

/** Made anew only when the month or the topics changed. */
function pageOf(sheet: MonthOfReviews, key: string, match: (text: string) => string[]): MonthOfReadings {
  const known = pages.get(sheet)
  if (known?.key === key) return known
  const texts = textsOf(sheet)
  const reviews = sheet.reviews.map((review, place) => {
    const topics = review.insight.basis === 'text' ? match(texts[place]!) : NONE
    return topics.length === 0 ? review : { ...review, insight: { ...review.insight, topics } }
  })
  const json = joinPieces(
    reviews.map(({ id, insight }) => Buffer.from(`${JSON.stringify(id)}:${JSON.stringify(insight)}`)),
    { commas: true },
  )
  const page = { reviews, json, key }
  pages.set(sheet, page)
  return page
}

const NONE: string[] = []

/** Only what the engine could read: topics are in its language. */
const readTexts = (sheet: MonthOfReviews) => {
  const texts = textsOf(sheet)
  return sheet.reviews.flatMap(({ insight }, place) => (insight.basis === 'text' ? [texts[place]!] : []))
}

function textsOf({ text: { bytes, starts }, reviews }: MonthOfReviews): string[] {
  const all = asBuffer(bytes)
  return reviews.map((_, place) => all.toString('utf8', starts[place], starts[place + 1]))
}
