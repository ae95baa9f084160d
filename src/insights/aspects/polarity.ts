/** What some words say about each aspect: the network's reading, and what the stars add where the words leave it open. */
import type { Sentiment } from '../../model/insights.ts'
import type { RangeReading, Reading } from '../network/network.ts'
import type { FoundAspect } from './find-aspects.ts'

/** The weight of a cue with a sentiment of its own, added to the network's log odds. */
const PRIOR_WEIGHT = 2.5

/** The least chance that words criticize, or praise, anything at all, for a mention in them to do so. */
const LEAST = { negative: 0.75, positive: 0.65 }
/**
 * What the stars add to the log-odds of criticism, and take away from those of praise. The words decide: 0.9 suffices against the stars, and 0.5 is needed with
 * them. Complaints are rarer under four and five stars in life than among the reviews that the network learned from.
 */
const STAR_ODDS = [0, 1.1, 1.1, 0.6, -1, -1.1]
/** The least chance that an aspect is mentioned. At 0.45 a twelfth more were counted that readers of real reviews did not find. */
const LEAST_CHANCE = 0.6
/** Words that criticize or praise have an aspect: the likeliest one, if it is at least this likely. */
const LEAST_IMPLIED = 0.35

export interface Verdict {
  sentiment: Sentiment
  /** From -1 to 1. */
  score: number
}

/** The network's reading at a cue, shifted toward the cue's own sentiment. */
export function judge(reading: Reading, { prior }: FoundAspect): Verdict {
  const push = prior === null ? 0 : prior === 'positive' ? PRIOR_WEIGHT : -PRIOR_WEIGHT
  return verdictOf({
    negative: reading.negative * Math.exp(-push),
    neutral: reading.neutral * Math.exp(-Math.abs(push)),
    positive: reading.positive * Math.exp(push),
  })
}

/**
 * The verdicts on all aspects, null for those that are probably not mentioned. It is often clearer that words criticize something
 * than which aspect they mean, so whether they do is decided for all of them together. The last aspect is the business as a whole:
 * an opinion that fits no other is about that. `isCriticized` tells for which aspects a phrase is criticism by itself: such criticism stands
 * even where the rest of the words, such as the names of people, sounds friendly.
 */
export function judgeRange(
  { aspects, critical, praising }: RangeReading,
  stars: number | null,
  isCriticized: (index: number) => boolean = () => false,
): (Verdict | null)[] {
  const odds = stars === null ? 0 : STAR_ODDS[stars]!
  const stands = {
    negative: shift(critical, odds) >= LEAST.negative,
    neutral: true,
    positive: shift(praising, -odds) >= LEAST.positive,
  }
  const verdicts = aspects.map(({ chance, reading }, index): Verdict | null => {
    if (chance < LEAST_CHANCE) return null
    const verdict = verdictOf(reading)
    const isSaid = verdict.sentiment === 'negative' && isCriticized(index)
    return isSaid || stands[verdict.sentiment] ? verdict : { ...verdict, sentiment: 'neutral' }
  })
  for (const side of ['negative', 'positive'] as const) {
    if (!stands[side] || verdicts.some(verdict => verdict?.sentiment === side)) continue
    // Criticism is put first: an aspect that it is about is not praised by the same words.
    const isFree = (number: number) => (verdicts[number]?.sentiment ?? 'neutral') === 'neutral'
    const chances = aspects.map(({ chance, reading }, number) =>
      isFree(number) ? chance * reading[side] : 0,
    )
    const likeliest = chances.indexOf(Math.max(...chances))
    const number = chances[likeliest]! >= LEAST_IMPLIED ? likeliest : aspects.length - 1
    if (isFree(number))
      verdicts[number] = { sentiment: side, score: side === 'negative' ? -critical : praising }
  }
  return withoutRepeated(verdicts)
}

/** An opinion that has an aspect of its own is not about the whole as well. */
function withoutRepeated(verdicts: (Verdict | null)[]): (Verdict | null)[] {
  const whole = verdicts.at(-1)
  const isRepeated = verdicts
    .slice(0, -1)
    .some(verdict => verdict && verdict.sentiment === whole?.sentiment)
  return isRepeated ? [...verdicts.slice(0, -1), null] : verdicts
}

const shift = (chance: number, odds: number) => 1 / (1 + (1 / chance - 1) * Math.exp(-odds))

export function verdictOf({ negative, neutral, positive }: Reading): Verdict {
  const score = (positive - negative) / (negative + neutral + positive)
  if (neutral >= positive && neutral >= negative) return { sentiment: 'neutral', score }
  return { sentiment: positive > negative ? 'positive' : 'negative', score }
}
