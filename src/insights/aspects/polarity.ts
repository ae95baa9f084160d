/** The sentiment of an aspect in a sentence: the network's reading combined with that of the cue itself and with the stars. */
import type { Sentiment } from '../../model/insights.ts'
import type { AspectReading, Reading } from '../network/network-reading.ts'
import type { FoundAspect } from './find-aspects.ts'

/** The weight of a cue with a sentiment of its own, added to the network's log odds. */
const PRIOR_WEIGHT = 2.5

/**
 * The least chance that a sentence criticizes, or praises, anything at all, for a mention in it to do so. Against the stars it must
 * be clearer: half of the reviews that the network learned from are mixed, which is far more than in life.
 */
const LEAST_CRITICISM = { withTheStars: 0.5, againstThem: 0.88 }
const LEAST_PRAISE = { withTheStars: 0.4, againstThem: 0.85 }
const GOOD_STARS = 4
/** A sentence that criticizes something has an aspect: the likeliest one, if it is at least this likely. */
const LEAST_CHANCE = 0.2
const LEAST_NEGATIVE = 0.6

export interface Verdict {
  sentiment: Sentiment
  /** From -1 to 1. */
  score: number
}

/** The network's reading at a cue, shifted toward the cue's own sentiment and by the stars' log-odds. */
export function judge(reading: Reading, { prior }: FoundAspect, starOdds: Float32Array): Verdict {
  const push = prior === null ? 0 : prior === 'positive' ? PRIOR_WEIGHT : -PRIOR_WEIGHT
  return verdictOf({
    negative: reading.negative * Math.exp(starOdds[0]! - push),
    neutral: reading.neutral * Math.exp(starOdds[1]! - Math.abs(push)),
    positive: reading.positive * Math.exp(starOdds[2]! + push),
  })
}

/**
 * The verdicts on all aspects of a sentence, null for those that are probably not mentioned. It is often clearer that a sentence
 * criticizes something than which aspect it means, so whether it does is decided for all of them together.
 */
export function judgeSentence(
  readings: AspectReading[],
  thresholds: number[],
  stars: number | null,
): (Verdict | null)[] {
  const critical = readings.map(({ chance, reading }) => chance * reading.negative)
  const isGood = stars !== null && stars >= GOOD_STARS
  const isBad = stars !== null && stars < GOOD_STARS
  const praising = readings.map(({ chance, reading }) => chance * reading.positive)
  const isCritical = chanceOfAny(critical) >= LEAST_CRITICISM[isGood ? 'againstThem' : 'withTheStars']
  const isPraising = chanceOfAny(praising) >= LEAST_PRAISE[isBad ? 'againstThem' : 'withTheStars']
  const stands = { negative: isCritical, neutral: true, positive: isPraising }
  const worst = critical.indexOf(Math.max(...critical))
  return readings.map(({ chance, reading }, number) => {
    const verdict = verdictOf(reading)
    if (chance >= thresholds[number]!)
      return stands[verdict.sentiment] ? verdict : { ...verdict, sentiment: 'neutral' }
    const isImplied = isCritical && number === worst && chance >= LEAST_CHANCE
    return isImplied && reading.negative >= LEAST_NEGATIVE ? verdict : null
  })
}

/** A verdict against all cues must be a clear one; otherwise it is neutral. */
const CLEARLY = 0.8

export function reconcile(verdict: Verdict, priors: Exclude<Sentiment, 'neutral'>[]): Verdict {
  const isContradicted = priors.length > 0 && !priors.some(prior => prior === verdict.sentiment)
  return isContradicted && Math.abs(verdict.score) < CLEARLY ? { ...verdict, sentiment: 'neutral' } : verdict
}

const chanceOfAny = (chances: number[]) => 1 - chances.reduce((product, chance) => product * (1 - chance), 1)

export function verdictOf({ negative, neutral, positive }: Reading): Verdict {
  const score = (positive - negative) / (negative + neutral + positive)
  if (neutral >= positive && neutral >= negative) return { sentiment: 'neutral', score }
  return { sentiment: positive > negative ? 'positive' : 'negative', score }
}
