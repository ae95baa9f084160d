/** Scores findings against labels that people assigned, with 95% intervals from a bootstrap over the rows. */
import { Sentiment } from '../../model/insights.ts'
import {
  type BootstrapSample,
  type Counts,
  drawSample,
  type Measure,
  type Measured,
  measureSample,
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

type Counted = Record<'wanted' | 'found' | 'right', number>

export type Agreement = Counted & Measured<'precision' | 'recall' | 'f1'>

/** The accuracy is the share of correctly found aspects that have the right sentiment. */
export type AspectScore = { id: string } & Agreement & Measured<'accuracy'>

/** The macro F1 is the mean over all sentiments that occur. */
export interface PolarityScores extends Measured<'accuracy' | 'macroF1'> {
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
export function scoreCounts(rows: Counted[]): Agreement {
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

const agreementAt = (sample: BootstrapSample, at: number): Agreement => ({
  wanted: sample.counts[at + WANTED]!,
  found: sample.counts[at + FOUND]!,
  right: sample.counts[at + RIGHT]!,
  ...measureSample(sample, {
    precision: counts => counts[at + RIGHT]! / counts[at + FOUND]!,
    recall: counts => counts[at + RIGHT]! / counts[at + WANTED]!,
    f1: counts => (2 * counts[at + RIGHT]!) / (counts[at + WANTED]! + counts[at + FOUND]!),
  }),
})

const aspectAt = (sample: BootstrapSample, id: string, at: number): AspectScore => ({
  id,
  ...agreementAt(sample, at),
  ...measureSample(sample, { accuracy: counts => counts[at + SAME_SENTIMENT]! / counts[at + RIGHT]! }),
})

const polarityOf = (sample: BootstrapSample): PolarityScores => ({
  ...measureSample(sample, { accuracy: accuracyOf, macroF1: macroF1Of }),
  confusion: eachSentiment(wanted => eachSentiment(found => sample.counts[cellOf({ wanted, found })]!)),
})

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
