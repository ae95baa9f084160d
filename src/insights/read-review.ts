/** Combines what is known about one review: its stars, what the engine found in its text, corrections of that, and its tags. */
import type { Correction } from '../model/correction.ts'
import type { CorrectedMention, MentionKind, ReviewInsight, Sentiment } from '../model/insights.ts'
import type { Translation } from '../model/review.ts'
import { mergeOpinions } from './about-whom.ts'
import type { AspectTag } from './aspects/tags.ts'
import { correctMentions, withoutTagged } from './correct-mentions.ts'
import { mentionKey } from './counts/month-counts.ts'
import { standaloneSentence } from './counts/quote-candidates.ts'
import { type ReadReview, round } from './counts/tally.ts'
import { parsePrice } from './find-prices.ts'
import { isAccusing } from './text/accusations.ts'
import {
  ANY_ASPECT,
  type Analysis,
  type AspectMention,
  analyzedText,
  type EntityMention,
  emptyAnalysis,
  type MentionPassage,
  type Span,
} from './text/analysis.ts'

/** What joins a cue to the words before it: ", honest", "and honest". */
const JOINING = /^(?:[^\p{L}\p{N}$£€]+|and )+/u

type Reading = Omit<ReadReview, Stated> & {
  /** Where the text mentions what the insight lists; tags have no passage. */
  passages: MentionPassage[]
}

/** What is known without reading the text. */
type Stated = 'id' | 'date' | 'isDateExact' | 'rating' | 'language' | 'hasReply' | 'incentive'

/** `analysis` is null for a review without text. Corrections apply to what was read in the text, never to tags. */
export function readReview(
  {
    rating,
    text,
    translation,
  }: { rating: number; text: string | null; translation?: Translation | null },
  analysis: Analysis | null,
  tags: AspectTag[] = [],
  corrections: Correction[] = [],
): Reading {
  if (!analysis || text === null)
    return addTags({ ...readWords(rating, '', NOTHING, []), hasText: false }, tags)
  const analyzed = analyzedText(analysis, { text, translation: translation ?? null })
  return addTags(readWords(rating, analyzed, analysis, withoutTagged(corrections, tags)), tags)
}

const NOTHING = emptyAnalysis()
const PLAIN = 0.9

function readWords(
  rating: number,
  text: string,
  analysis: Analysis,
  corrections: Correction[],
): Reading {
  const stars = (rating - 3) / 2
  const cut = ([start, end]: Span) => text.slice(start, end)
  const found = mergeMentions(analysis.aspects)
  const { technicians } = analysis
  const hasAccusation = technicians.length > 0 && isAccusing(text)
  const verdicts = findVerdicts(analysis, rating, found, hasAccusation)
  const read = { aspects: found, technicians, verdicts }
  const { corrected, markOf, neutralized } = correctMentions(corrections, text, read)
  const aspects = neutralized.filter(({ id }) => markOf('aspects', id) !== 'not_mentioned')
  const named = technicians
    .filter(({ key }) => markOf('technicians', key) !== 'not_mentioned')
    .map(
      (one): EntityMention =>
        markOf('technicians', one.key) ? { ...one, sentiment: 'neutral' } : one,
    )
  const others = otherOpinions(analysis, aspects)
    .filter(({ id }) => !markOf('aspects', id))
    .map(one => ({ ...one, id: ANY_ASPECT }))
  const whole = overall(stars, neutralized)
  // Corrections never turn criticism into praise.
  const isReversed =
    whole.sentiment === 'positive' && overall(stars, found).sentiment === 'negative'
  const insight: ReviewInsight = {
    ...(isReversed ? { sentiment: 'neutral', score: 0 } : whole),
    basis: basisOf(analysis),
    aspects: aspects.map(({ id, sentiment, clause, sure }) => ({
      ...{ id, sentiment, evidence: cut(clause) },
      ...(!sure && { is_unsure: true as const }),
    })),
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
    textLanguage: analysis.language,
    phrases: aspects.map(({ cue }) => (cue ? cut(cue).toLowerCase().replace(JOINING, '') : null)),
    apt: aspects.map(({ apt }) => apt),
    confidence: aspects.map(({ id, score, stated, sure, cue }) => {
      if (!sure || markOf('aspects', id)) return null
      // "The part lasted three weeks": an opinion without a word that judges, which may be quoted for want of another.
      return stated ? Math.abs(score) : cue && Math.abs(score) >= PLAIN ? 0 : null
    }),
    sentences: aspects.map(({ sentiment, sentence }) =>
      sentiment === 'negative' ? cut(sentence) : null,
    ),
    namedWith: findNames(analysis, aspects),
    verdicts: findVerdicts({ ...analysis, technicians: named }, rating, found, hasAccusation),
    hasAccusation,
    prices: analysis.prices.map(({ key, span }) => ({ service: key, ...parsePrice(cut(span)) })),
    quote: toQuote(analysis, cut),
    passages: listPassages([...aspects, ...others], { ...analysis, technicians: named }),
  }
}

function basisOf({ read, isTranslation }: Analysis): ReviewInsight['basis'] {
  if (!read) return 'rating'
  return isTranslation ? 'translation' : 'text'
}

/** The clauses of aspects, and every mention of the others. */
function listPassages(aspects: AspectMention[], analysis: Analysis): MentionPassage[] {
  const field = analysis.isTranslation ? 'translation' : 'text'
  const mentions = [
    ...aspects.map(({ clause: span, ...one }) => ({ ...one, kind: 'aspects' as const, span })),
    ...NAMED_KINDS.flatMap(kind =>
      analysis[kind].map(({ key: id, ...one }) => ({ ...one, kind, id })),
    ),
  ]
  return mentions.map(({ kind, id, sentiment, span }) => ({ kind, id, sentiment, field, span }))
}

/** Praise and criticism in clauses that the insight does not quote: it quotes one for each aspect. */
function otherOpinions({ aspects }: Analysis, quoted: AspectMention[]): AspectMention[] {
  const isQuoted = ({ clause: [start], sentiment }: AspectMention) =>
    quoted.some(one => one.clause[0] === start && one.sentiment === sentiment)
  return aspects.filter(one => one.sentiment !== 'neutral' && !isQuoted(one))
}

function toQuote({ quote }: Analysis, cut: (span: Span) => string): Reading['quote'] {
  const text = quote && standaloneSentence(cut(quote.span))
  return text === null ? null : { text, worth: quote!.worth }
}

/**
 * A tag makes words certain that say the same, and otherwise counts only for aspects that the text does not mention, never for the score of the review. It does not turn a
 * mention that the owner removed into praise.
 */
function addTags(reading: Reading, tags: AspectTag[]): Reading {
  if (tags.length === 0) return reading
  const { corrected } = reading.insight
  const isTicked = (one: AspectTag) =>
    tags.some(tag => tag.id === one.id && tag.sentiment === one.sentiment)
  const aspects = reading.insight.aspects.map(({ is_unsure, ...one }) =>
    is_unsure && !isTicked(one) ? { ...one, is_unsure } : one,
  )
  const added = tags.filter(
    ({ id, sentiment }) =>
      !aspects.some(aspect => aspect.id === id) &&
      !(sentiment === 'positive' && isRemovedWithoutPraise(corrected, id)),
  )
  return {
    ...reading,
    insight: { ...reading.insight, aspects: [...aspects, ...added] },
    phrases: [...reading.phrases, ...added.map(() => null)],
    apt: [...reading.apt, ...added.map(() => false)],
    confidence: [...reading.confidence, ...added.map(() => null)],
  }
}

const isRemovedWithoutPraise = (corrected: CorrectedMention[], id: string) =>
  corrected.some(one => one.kind === 'aspects' && one.id === id && one.sentiment !== 'positive')

const CLEAR = 0.25

/** Where all opinions are on one side, each counts as much as the stars, up to two of them. Where they are on both, the stars settle it: they count twice. */
function overall(
  stars: number,
  aspects: AspectMention[],
): Pick<ReviewInsight, 'sentiment' | 'score'> {
  const opinions = aspects.filter(({ sentiment }) => sentiment !== 'neutral')
  const isOneSided = opinions.every(({ sentiment }) => sentiment === opinions[0]!.sentiment)
  const weight = isOneSided ? Math.min(2, opinions.length) : 0.5
  const words = opinions.reduce((sum, one) => sum + one.score, 0) / Math.max(1, opinions.length)
  const score = round((stars + weight * words) / (1 + weight))
  if (Math.abs(score) < CLEAR) return { sentiment: 'neutral', score }
  return { sentiment: score > 0 ? 'positive' : 'negative', score }
}

/** One per aspect. Where sentences disagree, the stronger side counts, but criticism is never merged away altogether. */
function mergeMentions(mentions: AspectMention[]): AspectMention[] {
  const groups = [...Map.groupBy(mentions, ({ id }) => id).values()]
  const merged = groups.map(same => mergeSame(same, sentimentOf(surestOf(same))))
  if (merged.some(({ sentiment }) => sentiment === 'negative')) return merged
  const [worst] = mentions
    .filter(({ sentiment }) => sentiment === 'negative')
    .sort((a, b) => a.score - b.score)
  if (!worst) return merged
  const place = merged.findIndex(({ id }) => id === worst.id)
  return merged.with(place, mergeSame(groups[place]!, 'negative'))
}

/** The most confident mention with that sentiment is cited, a sure one if there is one. */
function mergeSame(same: AspectMention[], sentiment: Sentiment): AspectMention {
  const score = same.reduce((sum, one) => sum + one.score, 0) / same.length
  const cited = surestOf(same.filter(one => one.sentiment === sentiment))
  const mostConfident = cited.reduce((best, one) =>
    Math.abs(one.score) > Math.abs(best.score) ? one : best,
  )
  return { ...mostConfident, score, sentiment }
}

/** Those that are sure, or all if none is. */
function surestOf(mentions: AspectMention[]): AspectMention[] {
  const sure = mentions.filter(one => one.sure)
  return sure.length > 0 ? sure : mentions
}

function sentimentOf(same: AspectMention[]): Sentiment {
  const sum = (side: Sentiment) =>
    same.reduce(
      (total, { sentiment, score }) => (sentiment === side ? total + Math.abs(score) : total),
      0,
    )
  const has = (side: Sentiment) => same.some(({ sentiment }) => sentiment === side)
  if (has('negative') && sum('negative') >= sum('positive')) return 'negative'
  return has('positive') ? 'positive' : 'neutral'
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
    ...new Set(
      named.filter(({ span }) => start <= span[0] && span[1] <= end).map(({ key }) => key),
    ),
  ])
}

const NO_VERDICTS: ReadReview['verdicts'] = new Map()

/** What is said about people and services where they are named; neutral if nothing is. Who is not happy criticizes the service that a complaint names: "$497 for a control board". */
function findVerdicts(
  analysis: Analysis,
  rating: number,
  aspects: AspectMention[],
  hasAccusation: boolean,
): ReadReview['verdicts'] {
  const { technicians, services } = analysis
  if (technicians.length + services.length === 0) return NO_VERDICTS
  const complaints = aspects.map(
    ({ sure, sentiment }) => rating <= 3 && sure && sentiment === 'negative',
  )
  const inComplaints = findNames(analysis, aspects).flatMap((keys, at) =>
    complaints[at] ? keys : [],
  )
  const verdictsOn = (kind: MentionKind, mentions: EntityMention[]) =>
    Array.from(
      Map.groupBy(mentions, one => mentionKey(kind, one.key)),
      ([key, same]) => {
        const opinions = same.map(({ sentiment }) => sentiment)
        const otherwise = kind === 'services' && inComplaints.includes(key) ? 'negative' : 'neutral'
        return [key, mergeOpinions(opinions, rating, hasAccusation) ?? otherwise] as const
      },
    )
  return new Map([...verdictsOn('technicians', technicians), ...verdictsOn('services', services)])
}
