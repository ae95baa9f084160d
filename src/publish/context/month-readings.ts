/** What the engine read in the reviews, month by month, with the topics found across all of them. */
import { createTopicMatcher, findTopics, type PhraseTopic } from '../../insights/counts/topics.ts'
import type { Background } from '../../insights/network/background.ts'
import { countPhrases, mergePhrases } from '../../insights/text/key-phrases.ts'
import { type ByteTable, joinPieces } from '../base/byte-table.ts'
import { asBuffer } from '../base/bytes.ts'
import { oncePer } from '../base/once-per.ts'
import type { MonthOfReviews } from '../months/month.ts'
import { type ListedReview, splitSearchedTexts } from '../months/prepare-review.ts'

/** A month's reviews with their topics, and the same as JSON pieces. */
export interface MonthOfReadings {
  reviews: ListedReview[]
  json: ByteTable
}

export interface Readings {
  topics: PhraseTopic[]
  /** The newest month first. */
  months: MonthOfReadings[]
}

/** Topics come from the newest reviews only: these are enough to tell what people talk about. */
const TOPIC_REVIEWS = 1000

export function readMonths(
  months: MonthOfReviews[],
  background: Background,
  leaveOut: ReadonlySet<string>,
): Readings {
  const newest = newestMonths(months)
  const total = newest.reduce((sum, { reviews }) => sum + reviews.length, 0)
  const topics = findTopics(mergePhrases(newest.map(phrasesOf)), total, background, leaveOut)
  const key = JSON.stringify(topics)
  const match = createTopicMatcher(topics)
  return { topics, months: months.map(month => readMonth(month, key, match)) }
}

function newestMonths(months: MonthOfReviews[]): MonthOfReviews[] {
  let count = 0
  return months.filter(({ reviews }) => {
    const wanted = count < TOPIC_REVIEWS
    count += reviews.length
    return wanted
  })
}

const readings = new WeakMap<MonthOfReviews, MonthOfReadings & { key: string }>()

/** Repeated only when the month or the topics changed. */
function readMonth(month: MonthOfReviews, key: string, match: (text: string) => string[]): MonthOfReadings {
  const known = readings.get(month)
  if (known?.key === key) return known
  const texts = textsOf(month)
  const reviews = month.reviews.map((review, index) => {
    const text = texts[index]!
    const topics = text === null ? NO_TOPICS : match(text)
    return topics.length === 0 ? review : { ...review, insight: { ...review.insight, topics } }
  })
  const json = joinPieces(
    reviews.map(({ id, insight }) => Buffer.from(`${JSON.stringify(id)}:${JSON.stringify(insight)}`)),
    { commas: true },
  )
  const reading = { reviews, json, key }
  readings.set(month, reading)
  return reading
}

const NO_TOPICS: string[] = []

const phrasesOf = oncePer((month: MonthOfReviews) => {
  return countPhrases(textsOf(month).filter(text => text !== null))
})

/** What the engine read of each review, which may be the translation; null if it could not: topics are in its languages. */
function textsOf({ text: { bytes, starts }, reviews }: MonthOfReviews): (string | null)[] {
  const all = asBuffer(bytes)
  return reviews.map(({ insight: { basis } }, index) => {
    if (basis === 'rating') return null
    const texts = splitSearchedTexts(all.toString('utf8', starts[index], starts[index + 1]))
    return texts[basis === 'translation' ? 1 : 0]!
  })
}
