/** Combines what is known about one review: its stars, what the engine found in its text, corrections of that, and its tags. */
import type { Correction } from '../model/correction.ts'
import type { CorrectedMention, ReviewInsight, Sentiment } from '../model/insights.ts'
import type { AspectTag } from './aspects/tags.ts'
import { correctMentions, withoutTagged } from './correct-mentions.ts'
import { mentionKey } from './counts/month-counts.ts'
import { standaloneSentence } from './counts/standalone-sentence.ts'
import { type ReadReview, round } from './counts/tally.ts'
import { parsePrice } from './find-prices.ts'
import {
  type Analysis,
  type AspectMention,
  type EntityMention,
  emptyAnalysis,
  type MentionPassage,
  type Span,
} from './text/analysis.ts'

type Reading = Omit<ReadReview, 'id' | 'date' | 'isDateExact' | 'rating' | 'hasReply'> & {
  /** Where the text mentions what the insight lists; tags have no passage. */
  passages: MentionPassage[]
}

/** `analysis` is null for a review without text. Corrections apply to what was read in the text, never to tags. */
export function readReview(
  { rating, text }: { rating: number; text: string | null },
  analysis: Analysis | null,
  tags: AspectTag[] = [],
  corrections: Correction[] = [],
): Reading {
  const stars = (rating - 3) / 2
  const reading =
    analysis && text !== null
      ? readWords(stars, text, analysis, withoutTagged(corrections, tags))
      : { ...readWords(stars, '', NOTHING, []), hasText: false }
  return addTags(reading, tags)
}

const NOTHING = emptyAnalysis()

function readWords(stars: number, text: string, analysis: Analysis, corrections: Correction[]): Reading {
  const cut = ([start, end]: Span) => text.slice(start, end)
  const found = mergeMentions(analysis.aspects)
  const { technicians } = analysis
  const entities = NAMED_KINDS.flatMap(kind => analysis[kind])
  const { sentiment } = overall(stars, found)
  const verdicts = findVerdicts(entities, sentiment)
  const read = { aspects: found, technicians, entities, sentiment, verdicts }
  const { corrected, markOf, neutralized, verdictsBeside } = correctMentions(corrections, text, read)
  const aspects = neutralized.filter(({ id }) => markOf('aspects', id) !== 'not_mentioned')
  const named = technicians
    .filter(({ key }) => markOf('technicians', key) !== 'not_mentioned')
    .map((one): EntityMention => (markOf('technicians', one.key) ? { ...one, sentiment: 'neutral' } : one))
  const insight: ReviewInsight = {
    ...overall(stars, neutralized),
    basis: analysis.read ? 'text' : 'rating',
    aspects: aspects.map(({ id, sentiment, clause }) => ({ id, sentiment, evidence: cut(clause) })),
    technicians: keysOf(named),
    services: keysOf(analysis.services),
    problems: keysOf(analysis.problems),
    service_areas: keysOf(analysis.service_areas),
    topics: [],
    corrected,
  }
  return {
    insight,
    hasText: true,
    phrases: aspects.map(({ cue }) => (cue ? cut(cue).toLowerCase() : null)),
    confidence: aspects.map(({ id, score, stated }) =>
      stated && !markOf('aspects', id) ? Math.abs(score) : null,
    ),
    namedWith: findNames(analysis, aspects),
    verdicts: verdictsBeside(insight.sentiment),
    prices: analysis.prices.map(({ key, span }) => ({ service: key, ...parsePrice(cut(span)) })),
    quote: toQuote(analysis, cut),
    passages: listPassages(aspects, { ...analysis, technicians: named }),
  }
}

/** One for each aspect, which is the one that the insight quotes, and every mention of the others. */
const listPassages = (aspects: AspectMention[], analysis: Analysis): MentionPassage[] => [
  ...aspects.map(({ id, sentiment, clause }) => ({ kind: 'aspects' as const, id, sentiment, span: clause })),
  ...NAMED_KINDS.flatMap(kind =>
    analysis[kind].map(({ key, sentiment, span }) => ({ kind, id: key, sentiment, span })),
  ),
]

function toQuote({ quote }: Analysis, cut: (span: Span) => string): Reading['quote'] {
  const text = quote && standaloneSentence(cut(quote.span))
  return text === null ? null : { text, worth: quote!.worth }
}

/**
 * A tag counts only for aspects that the text does not mention, and never for the score of the review. It does not turn a
 * mention that the owner removed into praise.
 */
function addTags(reading: Reading, tags: AspectTag[]): Reading {
  const { aspects, corrected } = reading.insight
  const added = tags.filter(
    ({ id, sentiment }) =>
      !aspects.some(aspect => aspect.id === id) &&
      !(sentiment === 'positive' && isRemovedWithoutPraise(corrected, id)),
  )
  if (added.length === 0) return reading
  return {
    ...reading,
    insight: { ...reading.insight, aspects: [...aspects, ...added] },
    phrases: [...reading.phrases, ...added.map(() => null)],
    confidence: [...reading.confidence, ...added.map(() => null)],
  }
}

const isRemovedWithoutPraise = (corrected: CorrectedMention[], id: string) =>
  corrected.some(one => one.kind === 'aspects' && one.id === id && one.sentiment !== 'positive')

const CLEAR = 0.25

/** The stars are the customer's overall verdict and count twice; the aspects together count once. */
function overall(stars: number, aspects: AspectMention[]): { sentiment: Sentiment; score: number } {
  const words = aspects.reduce((sum, { score }) => sum + score, 0) / aspects.length
  const score = round(aspects.length === 0 ? stars : (2 * stars + words) / 3)
  if (Math.abs(score) < CLEAR) return { sentiment: 'neutral', score }
  return { sentiment: score > 0 ? 'positive' : 'negative', score }
}

/** One per aspect. Sentences that disagree make it neutral; the most confident one that agrees is cited. */
function mergeMentions(mentions: AspectMention[]): AspectMention[] {
  return Array.from(
    Map.groupBy(mentions, ({ id }) => id),
    ([, same]) => {
      const score = same.reduce((sum, one) => sum + one.score, 0) / same.length
      const sentiment = sentimentOf(same, score)
      const cited = same.filter(one => sentiment === 'neutral' || one.sentiment === sentiment)
      const mostConfident = cited.reduce((best, one) =>
        Math.abs(one.score) > Math.abs(best.score) ? one : best,
      )
      return { ...mostConfident, score, sentiment }
    },
  )
}

function sentimentOf(same: AspectMention[], score: number): Sentiment {
  const [opinion, ...others] = new Set(
    same.map(({ sentiment }) => sentiment).filter(sentiment => sentiment !== 'neutral'),
  )
  if (opinion && others.length === 0) return opinion
  if (!opinion || Math.abs(score) < CLEAR) return 'neutral'
  return score > 0 ? 'positive' : 'negative'
}

const NONE: string[] = []

/** Most reviews mention nobody, so they share one empty list. */
const keysOf = (mentions: EntityMention[]) =>
  mentions.length === 0 ? NONE : [...new Set(mentions.map(({ key }) => key))].sort()

const NAMED_KINDS = ['technicians', 'services', 'problems', 'service_areas'] as const
const NO_NAMES: ReadReview['namedWith'] = []

/** What is named within the clause of each aspect. */
function findNames(analysis: Analysis, aspects: AspectMention[]): ReadReview['namedWith'] {
  const named = NAMED_KINDS.flatMap(kind =>
    analysis[kind].map(({ key, span }) => ({ key: mentionKey(kind, key), span })),
  )
  if (named.length === 0) return NO_NAMES
  return aspects.map(({ clause: [start, end] }) => [
    ...new Set(named.filter(({ span }) => start <= span[0] && span[1] <= end).map(({ key }) => key)),
  ])
}

const NO_VERDICTS: ReadReview['verdicts'] = new Map()

function findVerdicts(entities: EntityMention[], overallSentiment: Sentiment): ReadReview['verdicts'] {
  const verdicts = new Map<string, Sentiment>()
  for (const { key, sentiment } of entities)
    if (sentiment && sentiment !== overallSentiment) verdicts.set(key, sentiment)
  return verdicts.size > 0 ? verdicts : NO_VERDICTS
}
