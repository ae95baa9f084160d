/** Quotes: sentences of reviews that mention a subject, in the customers' own words. */
import { splitSentences } from '../../insights/text/sentences.ts'
import type { ReviewInsight, Sentiment } from '../../model/insights.ts'
import type { Review } from '../../model/review.ts'
import { foldCase } from '../pieces/case-folding.ts'
import { indexOfWords } from '../pieces/whole-words.ts'
import type { MentionedSubject } from './subjects.ts'

/** A review with what the engine read in it. */
export interface CitedReview {
  review: Review
  reading: ReviewInsight
}

export interface SubjectQuote {
  review: Review
  text: string
  sentiment: Sentiment
}

/** A subject with what customers say about it. */
export interface Subject extends MentionedSubject {
  quotes: SubjectQuote[]
}

const MAX_CHARACTERS = 280

/** First from the examples of the insights, then from the newest reviews: one quote per review. */
export function quotesAbout(
  { kind, id, insight, newest, spellings }: MentionedSubject,
  cited: ReadonlyMap<string, CitedReview>,
): SubjectQuote[] {
  const ids = new Set([...(insight?.example_review_ids ?? []), ...newest])
  return [...ids].flatMap(reviewId => {
    const { review, reading } = cited.get(reviewId)!
    if (review.text === null) return []
    const aspect = kind === 'aspects' ? reading.aspects.find(one => one.id === id) : undefined
    const text = sentenceWith(sentencesOf(review), aspect ? [aspect.evidence] : spellings)
    return text ? [{ review, text, sentiment: aspect?.sentiment ?? reading.sentiment }] : []
  })
}

const split = new WeakMap<Review, string[]>()

/** Many reviews are quoted for several subjects. */
function sentencesOf(review: Review): string[] {
  const text = review.text ?? ''
  const sentences =
    split.get(review) ??
    splitSentences(text).map(({ words }) => text.slice(words[0]!.start, words.at(-1)!.end))
  split.set(review, sentences)
  return sentences
}

/** The first sentence that contains one of these; null where there is none, or where it is too long to quote. */
function sentenceWith(sentences: string[], wanted: string[]): string | null {
  const needles = wanted.map(foldCase)
  const found = sentences.find(sentence =>
    needles.some(needle => indexOfWords(foldCase(sentence), needle) !== -1),
  )
  if (!found || found.length > MAX_CHARACTERS) return null
  return found.replaceAll(/\s+/g, ' ')
}
