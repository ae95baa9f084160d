/** How far findings agree with what people labelled, and how sure that is: 95 % intervals by a bootstrap over the rows. */
import { Sentiment } from '../../model/insights.ts'

export interface Opinion {
  id: string
  sentiment: Sentiment
}

/** What people and what the engine found in one text, each aspect once. */
export interface ScoredRow {
  wanted: Opinion[]
  found: Opinion[]
}

export interface PolarityPair {
  wanted: Sentiment
  found: Sentiment
}

export type Interval = readonly [low: number, high: number]

/** A share of nothing is 0. */
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
  /** Of those that were rightly found, how many have the right sentiment. */
  accuracy: number
  accuracyInterval: Interval
}

export interface PolarityScores {
  accuracy: number
  accuracyInterval: Interval
  /** The mean over the sentiments that occur. */
  macroF1: number
  macroF1Interval: Interval
  /** By the sentiment that was wanted, then by the one that was found. */
  confusion: Record<Sentiment, Record<Sentiment, number>>
}

export interface AspectScores extends Agreement {
  /** Over the aspects that were rightly found. */
  polarity: PolarityScores
  /** The most wanted first. */
  aspects: AspectScore[]
}

/** Only the aspects that somebody wanted count: of others nobody said whether they are there. */
export function scoreAspects(rows: ScoredRow[]): AspectScores {
  const ids = [...new Set(rows.flatMap(({ wanted }) => wanted.map(({ id }) => id)))].sort()
  const sample = drawSample(rows.map(row => countRow(row, ids)))
  return {
    ...agreementAt(sample, TOTAL),
    polarity: polarityOf(sample),
    aspects: ids
      .map((id, place) => aspectAt(sample, id, placeOf(place)))
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
    ),
  )
}

/** The counts of a row: the confusion of sentiments, then four for all aspects together, then four for each. */
type Counts = Uint32Array
type Measure = (counts: Counts) => number

const SENTIMENTS = Sentiment.options
const CONFUSION = SENTIMENTS.length ** 2
const WANTED = 0
const FOUND = 1
const RIGHT = 2
const SAME_SENTIMENT = 3
const BLOCK = 4
const TOTAL = CONFUSION

const placeOf = (aspect: number) => TOTAL + BLOCK * (1 + aspect)
const cellOf = ({ wanted, found }: PolarityPair) =>
  SENTIMENTS.indexOf(wanted) * SENTIMENTS.length + SENTIMENTS.indexOf(found)
const emptyCounts = (aspects: number): Counts => new Uint32Array(placeOf(aspects))

function countRow({ wanted, found }: ScoredRow, ids: string[]): Counts {
  const counts = emptyCounts(ids.length)
  for (const [place, id] of ids.entries()) {
    const label = wanted.find(one => one.id === id)
    const finding = found.find(one => one.id === id)
    for (const at of [TOTAL, placeOf(place)]) {
      if (label) counts[at + WANTED]!++
      if (finding) counts[at + FOUND]!++
      if (label && finding) counts[at + RIGHT]!++
      if (label && finding?.sentiment === label.sentiment) counts[at + SAME_SENTIMENT]!++
    }
    if (label && finding) counts[cellOf({ wanted: label.sentiment, found: finding.sentiment })]!++
  }
  return counts
}

interface Sample {
  counts: Counts
  /** The counts of as many rows, drawn with replacement, over and over. */
  redrawn: Counts[]
}

const ROUNDS = 1000
const SEED = 20_261_115

function drawSample(rows: Counts[]): Sample {
  const width = rows[0]?.length ?? placeOf(0)
  const random = createRandom(SEED)
  const sum = (pick: (place: number) => Counts) => {
    const total = new Uint32Array(width)
    for (let place = 0; place < rows.length; place++) {
      const row = pick(place)
      for (let at = 0; at < width; at++) total[at]! += row[at]!
    }
    return total
  }
  return {
    counts: sum(place => rows[place]!),
    redrawn: Array.from({ length: ROUNDS }, () => sum(() => rows[Math.floor(random() * rows.length)]!)),
  }
}

/** mulberry32: the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function pointOf({ counts }: Sample, measure: Measure): number {
  return measure(counts) || 0
}

/** The middle 95 % of the redrawn. Where nothing was drawn that could be measured, that draw says nothing. */
function intervalOf({ redrawn }: Sample, measure: Measure): Interval {
  const values = redrawn
    .map(measure)
    .filter(value => !Number.isNaN(value))
    .sort((a, b) => a - b)
  const tail = Math.floor(values.length * 0.025)
  return [values[tail] ?? 0, values[values.length - 1 - tail] ?? 0]
}

function agreementAt(sample: Sample, at: number): Agreement {
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

function aspectAt(sample: Sample, id: string, at: number): AspectScore {
  const accuracy: Measure = counts => counts[at + SAME_SENTIMENT]! / counts[at + RIGHT]!
  return {
    id,
    ...agreementAt(sample, at),
    accuracy: pointOf(sample, accuracy),
    accuracyInterval: intervalOf(sample, accuracy),
  }
}

function polarityOf(sample: Sample): PolarityScores {
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
