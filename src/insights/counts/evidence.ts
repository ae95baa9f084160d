/** The reviews behind each statement: which are cited, and which words are quoted. */
import type { AspectInsight, EntityInsight, Month, Sentiment, Trend } from '../../model/insights.ts'
import type { ReadReview } from './tally.ts'

/** Everything that the FAQ and the summary are written from. */
export interface CountedInsights {
  businessName: string
  /** Newest first. */
  reviews: ReadReview[]
  aspects: AspectInsight[]
  questions: { id: string; label: string; question?: string | undefined }[]
  technicians: EntityInsight[]
  services: EntityInsight[]
  service_areas: EntityInsight[]
  monthly: Month[]
  trend: Trend
  coverage: { read: number; without_text: number; unknown_language: number }
}

/** One review that mentions one thing. */
export interface Mention {
  review: ReadReview
  sentiment: Sentiment
  /** The customer's own words, for quoting; empty if there are none, as for a tag. */
  evidence: string
  /** From 0 to 1. */
  confidence: number
}

export interface ReviewQuote {
  review: ReadReview
  text: string
}

const MOST_CITED = 20

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
export const newestFirst = (a: ReadReview, b: ReadReview) => compare(b.date, a.date) || compare(b.id, a.id)

/** The reviews that mention each aspect, newest first. */
export function groupByAspect(reviews: ReadReview[]): Map<string, Mention[]> {
  const groups = new Map<string, Mention[]>()
  for (const review of reviews.toSorted(newestFirst))
    for (const [index, { id }] of review.insight.aspects.entries()) {
      const mention = mentionAt(review, index)
      const group = groups.get(id)
      if (group) group.push(mention)
      else groups.set(id, [mention])
    }
  return groups
}

/** A tag counts, but nobody wrote it, so it is never quoted. */
function mentionAt(review: ReadReview, index: number): Mention {
  const { sentiment, evidence } = review.insight.aspects[index]!
  const confidence = review.confidence[index] ?? null
  return confidence === null
    ? { review, sentiment, evidence: '', confidence: 0 }
    : { review, sentiment, evidence, confidence }
}

type Kind = 'technicians' | 'services' | 'service_areas'

/** The reviews that mention an entity, newest first, without words to quote. */
export function mentionsOf(reviews: ReadReview[], kind: Kind, id: string): Mention[] {
  return reviews
    .filter(review => review.insight[kind].includes(id))
    .sort(newestFirst)
    .map(review => ({
      review,
      sentiment: review.verdicts.get(id) ?? review.insight.sentiment,
      evidence: '',
      confidence: 0,
    }))
}

/** Technicians with enough mentions, nearly all of them positive. */
export function bestTechnicians(technicians: EntityInsight[]): EntityInsight[] {
  return technicians
    .filter(
      ({ mention_count, positive_count }) => mention_count >= 5 && positive_count >= 0.8 * mention_count,
    )
    .sort((a, b) => b.positive_count - a.positive_count || compare(a.id, b.id))
    .slice(0, 3)
}

/** Positive mentions of any aspect in a clause that contains one of the names. */
export function praiseNaming(mentions: Mention[], names: string[]): Mention[] {
  const name = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${names.map(RegExp.escape).join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )
  return mentions.flatMap(({ review }) =>
    review.insight.aspects
      .map((_, index) => mentionAt(review, index))
      .filter(({ sentiment, evidence }) => sentiment === 'positive' && name.test(evidence)),
  )
}

const PHRASES = 5
const FEW_MENTIONS = 10

/** The most frequent phrases. One customer's wording counts only if there are few mentions. */
export function topPhrases(phrases: string[], mentions: number): string[] {
  const counts = new Map<string, number>()
  for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  const least = mentions < FEW_MENTIONS ? 1 : 2
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([a, m], [b, n]) => n - m || compare(a, b))
    .slice(0, PHRASES)
    .map(([phrase]) => phrase)
}

/** Positive, neutral and negative mentions in proportion, with at least one negative if there is any; newest first. */
export function takeInProportion(mentions: Mention[], limit: number): Mention[] {
  const sides = (['negative', 'neutral', 'positive'] as const).map(sentiment => {
    const all = mentions.filter(mention => mention.sentiment === sentiment)
    return { all, seats: sentiment === 'negative' ? Math.min(1, all.length, limit) : 0 }
  })
  const free = Math.min(limit, mentions.length) - sides.reduce((sum, { seats }) => sum + seats, 0)
  // Sainte-Laguë: the next seat goes to the side furthest below its share.
  const quotient = (side: (typeof sides)[number]) => side.all.length / (2 * side.seats + 1)
  for (let seat = 0; seat < free; seat++)
    sides
      .filter(({ all, seats }) => seats < all.length)
      .reduce((most, side) => (quotient(side) > quotient(most) ? side : most)).seats++
  return sides
    .flatMap(({ all, seats }) => all.slice(0, seats))
    .sort((a, b) => newestFirst(a.review, b.review))
}

/** Whether the stars of the review agree with the mention. */
const agrees = ({ review: { rating }, sentiment }: Mention) =>
  sentiment === 'neutral' || (sentiment === 'positive' ? rating >= 4 : rating <= 3)

/** The key reviews first, then some from each group in turn, starting with those whose stars agree. */
export function cite(keyReviews: ReadReview[], groups: Mention[][]): string[] {
  const ids = new Set(keyReviews.map(({ id }) => id))
  const samples = groups.map(group =>
    takeInProportion(group, MOST_CITED).sort((a, b) => Number(agrees(b)) - Number(agrees(a))),
  )
  for (let rank = 0; rank < MOST_CITED; rank++)
    for (const sample of samples) {
      const mention = sample[rank]
      if (mention && ids.size < MOST_CITED) ids.add(mention.review.id)
    }
  return [...ids]
}

/** The clause that reads best on its own; from an already quoted review only if there is no other. */
export function chooseQuote(mentions: Mention[], quoted: ReviewQuote[]): ReviewQuote | null {
  const seen = new Set(quoted.map(({ review }) => review.id))
  let best: (ReviewQuote & { merit: number }) | null = null
  for (const mention of mentions) {
    const text = quotable(mention.evidence)
    if (text === null) continue
    const merit = meritOf(text, mention) - (seen.has(mention.review.id) ? 10 : 0)
    if (!best || merit > best.merit) best = { review: mention.review, text, merit }
  }
  return best && { review: best.review, text: best.text }
}

const SHORTEST_QUOTE = 20
const LONGEST_QUOTE = 140
/** Nested quotation marks, markup and links are not quoted. */
const NOT_PROSE = /[\n“”<>{}[\]`|\\]|https?:|www\./

/** Trims commas, dashes and conjunctions at both ends; null if it is too short, too long, or not prose. */
function quotable(evidence: string): string | null {
  const text = evidence
    .replace(/^(?:[\s,;:–—-]|(?:and|but|so|also)\b(?!-))+/iu, '')
    .replace(/[\s,;:–—-]+$|[\s,;]+(?:and|but)$/iu, '')
  const length = [...text].length
  if (length < SHORTEST_QUOTE || length > LONGEST_QUOTE || NOT_PROSE.test(text)) return null
  return text
}

/** Prefers confident readings, whole sentences of medium length, no shouting, and reviews that agree as a whole. */
function meritOf(text: string, { review, sentiment, confidence }: Mention): number {
  const agrees = review.insight.sentiment === sentiment ? 3 : 0
  const whole = /^[\p{Lu}\p{N}]/u.test(text) ? 1 : 0
  const complete = /[.!?]$/.test(text) ? 1 : 0
  const mediumLength = text.length >= 40 && text.length <= 110 ? 1 : 0
  const shouted = /!!|\p{Lu}{5}/u.test(text) ? 2 : 0
  return agrees + 5 * confidence + whole + complete + mediumLength - shouted
}
