/** The sentiment of an aspect in a sentence: the network's reading combined with that of the cue itself. */
import type { Sentiment } from '../../model/insights.ts'
import type { Reading } from '../network/network-reading.ts'
import type { FoundAspect } from './find-aspects.ts'

/** The weight of a cue with a sentiment of its own, added to the network's log odds. */
const PRIOR_WEIGHT = 2.5

export interface Verdict {
  sentiment: Sentiment
  /** From -1 to 1. */
  score: number
}

/** The network's reading at a cue, shifted toward the cue's own sentiment. */
export function judge(reading: Reading, { prior }: FoundAspect): Reading {
  const push = prior === null ? 0 : prior === 'positive' ? PRIOR_WEIGHT : -PRIOR_WEIGHT
  const negative = reading.negative * Math.exp(-push)
  const neutral = reading.neutral * Math.exp(-Math.abs(push))
  const positive = reading.positive * Math.exp(push)
  const sum = negative + neutral + positive
  return { negative: negative / sum, neutral: neutral / sum, positive: positive / sum }
}

export function verdictOf({ negative, neutral, positive }: Reading): Verdict {
  const score = (positive - negative) / (negative + neutral + positive)
  if (neutral >= positive && neutral >= negative) return { sentiment: 'neutral', score }
  return { sentiment: positive > negative ? 'positive' : 'negative', score }
}
