/** Scores findings against labels that people assigned, with 95% intervals from a bootstrap over the rows. */
import { eachSentiment, Sentiment } from '../../model/insights.ts'

export type Opinion = { id: string; sentiment: Sentiment }

/** The labels and the findings for one text, each aspect at most once. */
type ScoredRow = { wanted: Opinion[]; found: Opinion[] }

export type PolarityPair = { wanted: Sentiment; found: Sentiment }

/** What is said about an aspect, as far as it was wanted, and found. */
type Found = { [K in keyof PolarityPair]: Sentiment | undefined }

type Counted = Record<'wanted' | 'found' | 'right', number>

/** Scores only aspects that occur among the labels: about others the labels say nothing. */
export function scoreAspects(rows: ScoredRow[]) {
  const ids = [...new Set(rows.flatMap(({ wanted }) => wanted.map(({ id }) => id)))].sort()
  const sentimentOf = (opinions: Opinion[], id: string) =>
    opinions.find(one => one.id === id)?.sentiment
  const pairs = rows.map(({ wanted, found }) =>
    ids.map((id): Found => ({ wanted: sentimentOf(wanted, id), found: sentimentOf(found, id) })),
  )
  return {
    ...scoreCounts(pairs.map(countPairs)),
    /** Over correctly found aspects. */
    polarity: scoreCells(pairs.map(own => countCells(own.filter(isRight)))),
    /** Most wanted first. */
    aspects: ids
      .map((id, index) => ({ id, ...scoreAspect(pairs.map(own => own[index]!)) }))
      .sort((a, b) => b.wanted - a.wanted || (a.id < b.id ? -1 : 1)),
  }
}

export const scorePolarity = (pairs: PolarityPair[]) =>
  scoreCells(pairs.map(pair => countCells([pair])))

/** Scores what was wanted, found, and found rightly in each row. */
function scoreCounts(rows: Counted[]) {
  const sum = (name: keyof Counted) => rows.reduce((total, row) => total + row[name], 0)
  return {
    ...{ wanted: sum('wanted'), found: sum('found'), right: sum('right') },
    ...measure(
      rows.map(({ wanted, found, right }) => [wanted, found, right]),
      {
        precision: ([, found, right]) => right! / found!,
        recall: ([wanted, , right]) => right! / wanted!,
        f1: ([wanted, found, right]) => (2 * right!) / (wanted! + found!),
      },
    ),
  }
}

const isRight = (pair: Found): pair is PolarityPair =>
  pair.wanted !== undefined && pair.found !== undefined

const countPairs = (pairs: Found[]): Counted => ({
  wanted: pairs.filter(({ wanted }) => wanted).length,
  found: pairs.filter(({ found }) => found).length,
  right: pairs.filter(isRight).length,
})

/** The accuracy is the share of correctly found aspects that have the right sentiment. */
const scoreAspect = (pairs: Found[]) => ({
  ...scoreCounts(pairs.map(pair => countPairs([pair]))),
  ...measure(
    pairs.map(pair => (isRight(pair) ? [1, Number(pair.wanted === pair.found)] : [0, 0])),
    { accuracy: ([right, same]) => same! / right! },
  ),
})

const SENTIMENTS = Sentiment.options
/** Of the confusion matrix, by wanted sentiment, then by found sentiment. */
const CELLS = SENTIMENTS.flatMap(wanted =>
  SENTIMENTS.map((found): PolarityPair => ({ wanted, found })),
)

const countCells = (pairs: PolarityPair[]): Counts =>
  CELLS.map(
    cell => pairs.filter(one => one.wanted === cell.wanted && one.found === cell.found).length,
  )

/** The macro F1 is the mean over all sentiments that occur. */
const scoreCells = (rows: Counts[]) => ({
  ...measure(rows, { accuracy: accuracyOf, macroF1: macroF1Of }),
  confusion: eachSentiment(wanted =>
    eachSentiment(found => {
      const cell = CELLS.findIndex(one => one.wanted === wanted && one.found === found)
      return rows.reduce((sum, counts) => sum + counts[cell]!, 0)
    }),
  ),
})

const sumCells = (counts: Counts, isCounted: (cell: PolarityPair) => boolean) =>
  counts.reduce((sum, count, cell) => (isCounted(CELLS[cell]!) ? sum + count : sum), 0)

const accuracyOf: Measure = counts =>
  sumCells(counts, ({ wanted, found }) => wanted === found) / sumCells(counts, () => true)

const macroF1Of: Measure = counts => {
  const f1s = SENTIMENTS.map(one => {
    const wanted = sumCells(counts, cell => cell.wanted === one)
    const found = sumCells(counts, cell => cell.found === one)
    return (
      (2 * sumCells(counts, cell => cell.wanted === one && cell.found === one)) / (wanted + found)
    )
  }).filter(f1 => !Number.isNaN(f1))
  return f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length
}

type Counts = readonly number[]
type Measure = (counts: Counts) => number
export type Interval = readonly [low: number, high: number]
type Measured<K extends string> = Record<K, number> & Record<`${K}Interval`, Interval>

const ROUNDS = 1000
const SEED = 20_261_115

/** Measures the sums of all rows, with 95% intervals from samples of as many rows, drawn with replacement. A measure of nothing is 0. */
function measure<K extends string>(rows: Counts[], measures: Record<K, Measure>): Measured<K> {
  const random = createRandom(SEED)
  const counts = sumRows(rows)
  const samples = Array.from({ length: ROUNDS }, () =>
    sumRows(rows.map(() => rows[Math.floor(random() * rows.length)]!)),
  )
  return Object.fromEntries(
    Object.entries<Measure>(measures).flatMap(([name, of]) => [
      [name, of(counts) || 0],
      [`${name}Interval`, intervalOf(samples.map(of))],
    ]),
  ) as Measured<K>
}

function sumRows([first = [], ...others]: Counts[]): Counts {
  const sum = [...first]
  for (const row of others) for (let at = 0; at < row.length; at++) sum[at]! += row[at]!
  return sum
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

/** The middle 95% of the samples. Those with nothing to measure are ignored. */
function intervalOf(measured: number[]): Interval {
  const values = measured.filter(value => !Number.isNaN(value)).sort((a, b) => a - b)
  const tail = Math.floor(values.length * 0.025)
  return [values[tail] ?? 0, values[values.length - 1 - tail] ?? 0]
}

/** A review as labeled and as read. */
export interface LabeledReading extends ScoredRow {
  /** Whether the business is criticized at all, even for something that is no aspect. */
  isCritical: boolean
  stars: number | null
  trade: string | null
}

/** `group` is "4–5 stars" or "movers". */
export type SideScoresOf = ReturnType<typeof scoreSides>[number]

const STAR_GROUPS: [group: string, stars: number[]][] = [
  ['1–2 stars', [1, 2]],
  ['3 stars', [3]],
  ['4–5 stars', [4, 5]],
]

/** How well praise and criticism are found: which reviews contain any, and of which aspects. All rows together, then by stars, then by trade; groups without rows are left out. */
export function scoreSides(rows: LabeledReading[]) {
  const trades = [...new Set(rows.flatMap(({ trade }) => trade ?? []))].sort()
  return [
    { group: 'all', members: rows },
    ...STAR_GROUPS.map(([group, stars]) => ({
      group,
      members: rows.filter(row => row.stars !== null && stars.includes(row.stars)),
    })),
    ...trades.map(trade => ({ group: trade, members: rows.filter(row => row.trade === trade) })),
  ]
    .filter(({ members }) => members.length > 0)
    .map(({ group, members }) => ({
      group,
      rows: members.length,
      criticism: scoreSide(members, 'negative', ({ isCritical }) => isCritical),
      praise: scoreSide(members, 'positive', ({ wanted }) => has(wanted, 'positive')),
    }))
}

function scoreSide(
  rows: LabeledReading[],
  side: Sentiment,
  isWanted: (row: LabeledReading) => boolean,
) {
  return {
    /** Reviews that contain any praise, or any criticism. */
    reviews: scoreCounts(
      rows.map(row => {
        const [wanted, found] = [isWanted(row), has(row.found, side)]
        return { wanted: Number(wanted), found: Number(found), right: Number(wanted && found) }
      }),
    ),
    /** Aspects praised, or criticized. */
    mentions: scoreCounts(
      rows.map(row => {
        const wanted = new Set(idsOf(row.wanted, side))
        const found = idsOf(row.found, side)
        return {
          wanted: wanted.size,
          found: found.length,
          right: found.filter(id => wanted.has(id)).length,
        }
      }),
    ),
  }
}

const has = (opinions: Opinion[], side: Sentiment) =>
  opinions.some(({ sentiment }) => sentiment === side)
const idsOf = (opinions: Opinion[], side: Sentiment) =>
  opinions.filter(({ sentiment }) => sentiment === side).map(({ id }) => id)
