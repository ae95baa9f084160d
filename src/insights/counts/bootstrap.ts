/** Bootstrap confidence intervals: measures the counts of many samples of rows, drawn with replacement. */

export type Counts = Uint32Array
export type Measure = (counts: Counts) => number
export type Interval = readonly [low: number, high: number]

export type BootstrapSample = ReturnType<typeof drawSample>

const ROUNDS = 1000
const SEED = 20_261_115

/** `width` is the length of every row. */
export function drawSample(rows: Counts[], width: number) {
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
export const measureSample = <K extends string>(sample: BootstrapSample, measures: Record<K, Measure>) =>
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
