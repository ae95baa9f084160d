/** What the engine read in the reviews, month by month, with the topics and further aspects found across all of them. */
import {
  type DiscoveredAspect,
  discoverAspects,
  type KnownTerms,
} from '../../insights/counts/discover-aspects.ts'
import {
  createDiscoveredReader,
  type DiscoveredMention,
  opinionsIn,
} from '../../insights/counts/discovered-mentions.ts'
import { compare } from '../../insights/counts/evidence.ts'
import { createTopicMatcher, findTopics, type PhraseTopic } from '../../insights/counts/topics.ts'
import type { Background } from '../../insights/network/background.ts'
import { countPhrases, mergePhrases } from '../../insights/text/key-phrases.ts'
import { countTerms, mergeTerms } from '../../insights/text/noun-terms.ts'
import { oncePer } from '../../model/once-per.ts'
import { type ByteTable, joinPieces } from '../base/byte-table.ts'
import { asBuffer } from '../base/bytes.ts'
import { jsonAt, type MonthOfReviews, passagesAt } from '../months/month.ts'
import {
  type ListedReview,
  parseReview,
  splitSearchedTexts,
  unpackPassages,
} from '../months/prepare-review.ts'

/** A month's reviews with their topics and discovered aspects, and the same as JSON pieces. */
export type MonthOfReadings = { reviews: ListedReview[]; json: ByteTable }

/** Its months come newest first. */
export type Readings = ReturnType<typeof readMonths>

/** Topics and aspects come from the newest reviews only: these are enough to tell what people talk about. */
const TOPIC_REVIEWS = 1000

export function readMonths(months: MonthOfReviews[], background: Background, known: KnownTerms) {
  const newest = newestMonths(months)
  const total = newest.reduce((sum, { reviews }) => sum + reviews.length, 0)
  const topics = findTopics(mergePhrases(newest.map(phrasesOf)), total, background, known.names)
  const discovered = discoverAspects(mergeTerms(newest.map(termsOf)), total, known)
  const reader = createMonthReader(topics, discovered)
  return { topics, discovered, months: months.map(month => readMonth(month, reader)) }
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

/** `key` identifies what is looked for. */
function createMonthReader(found: PhraseTopic[], foundAspects: DiscoveredAspect[]) {
  const [topics, aspects] = [inFixedOrder(found), inFixedOrder(foundAspects)]
  return {
    key: JSON.stringify(
      [topics, aspects].map(list => list.map(({ id, keywords }) => [id, keywords])),
    ),
    matchTopics: createTopicMatcher(topics),
    discovered: createDiscoveredReader(aspects),
  }
}

/** The most common comes first, and every review may change which one that is: in a fixed order, months need not be read again for that. */
const inFixedOrder = <Found extends { id: string; keywords: string[] }>(all: Found[]): Found[] =>
  all
    .map(one => ({ ...one, keywords: one.keywords.toSorted() }))
    .sort((one, other) => compare(one.id, other.id))

/** Repeated only when the month, the topics or the discovered aspects changed. */
function readMonth(
  month: MonthOfReviews,
  { key, matchTopics, discovered }: ReturnType<typeof createMonthReader>,
): MonthOfReadings {
  const known = readings.get(month)
  if (known?.key === key) return known
  const texts = textsOf(month)
  const reviews = month.reviews.map((review, index) => {
    const text = texts[index]!
    const topics = text === null ? NO_TOPICS : matchTopics(text)
    const read =
      topics.length === 0 ? review : { ...review, insight: { ...review.insight, topics } }
    if (text === null || !discovered.isMentioning(text)) return read
    const english = englishTextAt(month, index)
    return english
      ? addDiscovered(read, english.text, discovered.read(english.text, english.opinions))
      : read
  })
  const json = joinPieces(
    reviews.map(({ id, insight }) =>
      Buffer.from(`${JSON.stringify(id)}:${JSON.stringify(insight)}`),
    ),
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

/** The reader knows English nouns only. */
const termsOf = oncePer((month: MonthOfReviews) =>
  countTerms(
    month.reviews.flatMap((_, index) => {
      const read = englishTextAt(month, index)
      return read ? { text: read.text, opinions: read.opinions.map(({ span }) => span) } : []
    }),
  ),
)

/** What the engine read of a review, as it is written, with its praise and criticism; null if that is not English. */
function englishTextAt(month: MonthOfReviews, index: number) {
  const { insight, textLanguage } = month.reviews[index]!
  if (insight.basis === 'rating' || (insight.basis === 'text' && textLanguage !== 'en')) return null
  const { text, translation } = parseReview(jsonAt(month, index))
  if (insight.basis === 'translation' && !/^en\b/i.test(translation!.language ?? '')) return null
  const opinions = opinionsIn(unpackPassages(passagesAt(month, index)))
  return { text: insight.basis === 'translation' ? translation!.text : text!, opinions }
}

/** A clause that is quoted for another aspect can be quoted for this one, too. */
function addDiscovered(
  review: ListedReview,
  text: string,
  found: DiscoveredMention[],
): ListedReview {
  if (found.length === 0) return review
  const { insight, phrases, apt, confidence } = review
  const added = found.map(({ id, sentiment, evidence }) => ({
    id,
    sentiment,
    evidence: text.slice(...evidence),
  }))
  const confidences = added.map(({ sentiment, evidence }) => {
    const same = insight.aspects.findIndex(
      one => one.sentiment === sentiment && one.evidence === evidence,
    )
    return confidence[same] ?? null
  })
  return {
    ...review,
    insight: { ...insight, aspects: [...insight.aspects, ...added] },
    phrases: [...phrases, ...found.map(({ phrase }) => phrase)],
    apt: [...apt, ...found.map(() => true)],
    confidence: [...confidence, ...confidences],
  }
}

/** What the engine read of each review, which may be the translation; null if it could not: topics are in its languages. */
function textsOf({ text: { bytes, starts }, reviews }: MonthOfReviews): (string | null)[] {
  const all = asBuffer(bytes)
  return reviews.map(({ insight: { basis } }, index) => {
    if (basis === 'rating') return null
    const texts = splitSearchedTexts(all.toString('utf8', starts[index], starts[index + 1]))
    return texts[basis === 'translation' ? 1 : 0]!
  })
}
