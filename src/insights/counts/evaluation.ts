/** Scores findings against labels that people assigned, with 95% intervals from a bootstrap over the rows. */
import { Sentiment } from '../../model/insights.ts'
import {
  type BootstrapSample,
  type Counts,
  drawSample,
  type Interval,
  intervalOf,
  type Measure,
  pointOf,
} from './bootstrap.ts'

export type { Interval } from './bootstrap.ts'

export interface Opinion {
  id: string
  sentiment: Sentiment
}

/** The labels and the findings for one text, each aspect at most once. */
export interface ScoredRow {
  wanted: Opinion[]
  found: Opinion[]
}

export interface PolarityPair {
  wanted: Sentiment
  found: Sentiment
}

/** Shares of nothing are 0. */
export interface Agreement {
  wanted: number
  found: number
  right: number
  precision: number
  precisionInterval: Interval
  recall: number
  recallInterval: Interval
  f1: number
  f1Interval: Interval
}

export interface AspectScore extends Agreement {
  id: string
  /** The share of correctly found aspects that have the right sentiment. */
  accuracy: number
  accuracyInterval: Interval
}

export interface PolarityScores {
  accuracy: number
  accuracyInterval: Interval
  /** The mean over all sentiments that occur. */
  macroF1: number
  macroF1Interval: Interval
  /** By wanted sentiment, then by found sentiment. */
  confusion: Record<Sentiment, Record<Sentiment, number>>
}

export interface AspectScores extends Agreement {
  /** Over correctly found aspects. */
  polarity: PolarityScores
  /** Most wanted first. */
  aspects: AspectScore[]
}

/** Scores only aspects that occur among the labels: about others the labels say nothing. */
export function scoreAspects(rows: ScoredRow[]): AspectScores {
  const ids = [...new Set(rows.flatMap(({ wanted }) => wanted.map(({ id }) => id)))].sort()
  const sample = drawSample(
    rows.map(row => countRow(row, ids)),
    offsetOf(ids.length),
  )
  return {
    ...agreementAt(sample, TOTAL),
    polarity: polarityOf(sample),
    aspects: ids
      .map((id, index) => aspectAt(sample, id, offsetOf(index)))
      .sort((a, b) => b.wanted - a.wanted || (a.id < b.id ? -1 : 1)),
  }
}

export function scorePolarity(pairs: PolarityPair[]): PolarityScores {
  return polarityOf(
    drawSample(
      pairs.map(pair => {
        const counts = emptyCounts(0)
        counts[cellOf(pair)]!++
        return counts
      }),
      offsetOf(0),
    ),
  )
}

/** Scores what was wanted, found, and found rightly in each row. */
export function scoreCounts(rows: Pick<Agreement, 'wanted' | 'found' | 'right'>[]): Agreement {
  const counts = rows.map(({ wanted, found, right }) => Uint32Array.of(wanted, found, right))
  return agreementAt(drawSample(counts, RIGHT + 1), 0)
}

// The counts of a row: the confusion matrix of sentiments, then four counts for all aspects together, then four for each.
const SENTIMENTS = Sentiment.options
const CONFUSION = SENTIMENTS.length ** 2
const WANTED = 0
const FOUND = 1
const RIGHT = 2
const SAME_SENTIMENT = 3
const BLOCK = 4
const TOTAL = CONFUSION

const offsetOf = (aspect: number) => TOTAL + BLOCK * (1 + aspect)
const cellOf = ({ wanted, found }: PolarityPair) =>
  SENTIMENTS.indexOf(wanted) * SENTIMENTS.length + SENTIMENTS.indexOf(found)
const emptyCounts = (aspects: number): Counts => new Uint32Array(offsetOf(aspects))

function countRow({ wanted, found }: ScoredRow, ids: string[]): Counts {
  const counts = emptyCounts(ids.length)
  for (const [index, id] of ids.entries()) {
    const label = wanted.find(one => one.id === id)
    const finding = found.find(one => one.id === id)
    for (const at of [TOTAL, offsetOf(index)]) {
      if (label) counts[at + WANTED]!++
      if (finding) counts[at + FOUND]!++
      if (label && finding) counts[at + RIGHT]!++
      if (label && finding?.sentiment === label.sentiment) counts[at + SAME_SENTIMENT]!++
    }
    if (label && finding) counts[cellOf({ wanted: label.sentiment, found: finding.sentiment })]!++
  }
  return counts
}

function agreementAt(sample: BootstrapSample, at: number): Agreement {
  const precision: Measure = counts => counts[at + RIGHT]! / counts[at + FOUND]!
  const recall: Measure = counts => counts[at + RIGHT]! / counts[at + WANTED]!
  const f1: Measure = counts => (2 * counts[at + RIGHT]!) / (counts[at + WANTED]! + counts[at + FOUND]!)
  return {
    wanted: sample.counts[at + WANTED]!,
    found: sample.counts[at + FOUND]!,
    right: sample.counts[at + RIGHT]!,
    precision: pointOf(sample, precision),
    precisionInterval: intervalOf(sample, precision),
    recall: pointOf(sample, recall),
    recallInterval: intervalOf(sample, recall),
    f1: pointOf(sample, f1),
    f1Interval: intervalOf(sample, f1),
  }
}

function aspectAt(sample: BootstrapSample, id: string, at: number): AspectScore {
  const accuracy: Measure = counts => counts[at + SAME_SENTIMENT]! / counts[at + RIGHT]!
  return {
    id,
    ...agreementAt(sample, at),
    accuracy: pointOf(sample, accuracy),
    accuracyInterval: intervalOf(sample, accuracy),
  }
}

function polarityOf(sample: BootstrapSample): PolarityScores {
  return {
    accuracy: pointOf(sample, accuracyOf),
    accuracyInterval: intervalOf(sample, accuracyOf),
    macroF1: pointOf(sample, macroF1Of),
    macroF1Interval: intervalOf(sample, macroF1Of),
    confusion: eachSentiment(wanted => eachSentiment(found => sample.counts[cellOf({ wanted, found })]!)),
  }
}

const accuracyOf: Measure = counts =>
  sumOver(same => counts[cellOf({ wanted: same, found: same })]!) /
  sumOver(wanted => wantedOf(counts, wanted))

const macroF1Of: Measure = counts => {
  const f1s = SENTIMENTS.map(same => {
    const right = counts[cellOf({ wanted: same, found: same })]!
    return (2 * right) / (wantedOf(counts, same) + foundOf(counts, same))
  }).filter(f1 => !Number.isNaN(f1))
  return f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length
}

const sumOver = (count: (sentiment: Sentiment) => number) =>
  SENTIMENTS.reduce((sum, sentiment) => sum + count(sentiment), 0)
const wantedOf = (counts: Counts, wanted: Sentiment) => sumOver(found => counts[cellOf({ wanted, found })]!)
const foundOf = (counts: Counts, found: Sentiment) => sumOver(wanted => counts[cellOf({ wanted, found })]!)

const eachSentiment = <T>(of: (sentiment: Sentiment) => T) =>
  Object.fromEntries(SENTIMENTS.map(sentiment => [sentiment, of(sentiment)])) as Record<Sentiment, T>
