/** Scores findings against labels that people assigned, with 95% intervals from a bootstrap over the rows. */
import { Sentiment } from '../../model/insights.ts'

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

type Agreement = Counted & Measured<'precision' | 'recall' | 'f1'>

/** The accuracy is the share of correctly found aspects that have the right sentiment. */
type AspectScore = { id: string } & Agreement & Measured<'accuracy'>

/** The macro F1 is the mean over all sentiments that occur. */
interface PolarityScores extends Measured<'accuracy' | 'macroF1'> {
  /** By wanted sentiment, then by found sentiment. */
  confusion: Record<Sentiment, Record<Sentiment, number>>
}

interface AspectScores extends Agreement {
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

/** Bootstrap confidence intervals: measures the counts of many samples of rows, drawn with replacement. */
export type Counts = Uint32Array
export type Measure = (counts: Counts) => number
export type Interval = readonly [low: number, high: number]

type BootstrapSample = ReturnType<typeof drawSample>

const ROUNDS = 1000
const SEED = 20_261_115

/** `width` is the length of every row. */
function drawSample(rows: Counts[], width: number) {
  const random = createRandom(SEED)
  const sum = (pick: (index: number) => Counts): Counts => {
    const total = new Uint32Array(width)
    for (let index = 0; index < rows.length; index++) {
      const row = pick(index)
      for (let at = 0; at < width; at++) total[at]! += row[at]!
    }
    return total
  }
  return {
    counts: sum(index => rows[index]!),
    /** The counts of as many rows, drawn with replacement, once per round. */
    redrawn: Array.from({ length: ROUNDS }, () => sum(() => rows[Math.floor(random() * rows.length)]!)),
  }
}

/** mulberry32, which gives the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Measures with their 95% intervals. */
export type Measured<K extends string> = Record<K, number> & Record<`${K}Interval`, Interval>

/** A measure of nothing is 0. */
const measureSample = <K extends string>(sample: BootstrapSample, measures: Record<K, Measure>) =>
  Object.fromEntries(
    Object.entries<Measure>(measures).flatMap(([name, of]) => [
      [name, of(sample.counts) || 0],
      [`${name}Interval`, intervalOf(sample, of)],
    ]),
  ) as Measured<K>

/** The middle 95% of the samples. Samples with nothing to measure are ignored. */
function intervalOf({ redrawn }: BootstrapSample, measure: Measure): Interval {
  const values = redrawn
    .map(measure)
    .filter(value => !Number.isNaN(value))
    .sort((a, b) => a - b)
  const tail = Math.floor(values.length * 0.025)
  return [values[tail] ?? 0, values[values.length - 1 - tail] ?? 0]
}
