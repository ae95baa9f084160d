/** What more reviews cost, extrapolated in straight lines from measurements with few. */
import { ASSUMED, MEASURED } from './scale-inputs.ts'
import { dollars, duration, whole } from './scale-words.ts'
import { formatTable } from './table.ts'

const COUNTS = [100_000, 1_000_000, 10_000_000]
const GB = 1e9
const LINE_BYTES_PER_SECOND = 10e9 / 8
/** How long the hub waits for a callback. */
const TIMEOUT_SECONDS = 10

const inGB = (bytes: number) => (bytes < 100 * GB ? (bytes / GB).toPrecision(2) : whole(bytes / GB))
const { bytesPerReview, memory, readPerCpuSecond, importedPerSecond } = MEASURED
const datasetOf = (reviews: number) => reviews * bytesPerReview.dataset

/** A lower bound: the larger figure was taken before the work was done. */
function memoryOf(reviews: number): number {
  const slope = (memory.atHundredThousand - memory.atTenThousand) / 90_000
  return memory.atTenThousand + slope * (reviews - 10_000)
}

const ROWS: [name: string, figure: (reviews: number) => string][] = [
  ['import, one core', reviews => duration(reviews / importedPerSecond)],
  ['first analysis of the texts, one core', reviews => duration(reviews / readPerCpuSecond)],
  ['database, GB', reviews => inGB(reviews * bytesPerReview.database)],
  ['/reviews.json, GB', reviews => inGB(datasetOf(reviews))],
  ['the same in brotli, GB', reviews => inGB(reviews * bytesPerReview.brotli)],
  ['memory of an instance at rest, GB', reviews => inGB(memoryOf(reviews))],
]

export function reviewTables(): string[] {
  const growth = formatTable(
    ['reviews', ...COUNTS.map(whole)],
    ROWS.map(([name, figure]) => [name, ...COUNTS.map(figure)]),
  )
  return [growth, topicTable()]
}

/** What one change costs with 1,000 subscribers to the whole dataset. */
function topicTable(): string {
  const rows = COUNTS.map(count => {
    const bytes = datasetOf(count)
    return [
      whole(count),
      inGB(bytes),
      inGB(bytes * 1000),
      duration((bytes * 1000) / LINE_BYTES_PER_SECOND),
      ((bytes * 8) / TIMEOUT_SECONDS / 1e9).toPrecision(2),
      dollars((bytes * 1000 * ASSUMED.prices.gigabyteOut) / GB),
    ]
  })
  return formatTable(
    [
      'reviews',
      'one delivery, GB',
      'to 1,000 subscribers, GB',
      'at 10 Gbit/s',
      'Gbit/s each must receive',
      'traffic per change',
    ],
    rows,
  )
}
