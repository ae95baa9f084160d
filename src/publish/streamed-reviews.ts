/** The reviews in other forms than `/reviews.json`: as a table, as JSON Lines, and one year of them. */
import type { TableArgs } from '../model/search.ts'
import { digestOf } from './base/content-digest.ts'
import { CSV_PATH, LINES_PATH, yearPath } from './base/public-paths.ts'
import { CSV_HEAD, CSV_TYPE, csvRow } from './documents/reviews-csv.ts'
import type { StreamedDocument } from './documents/streamed-document.ts'
import { parseReview } from './months/prepare-review.ts'
import type { Snapshot } from './snapshot.ts'

/** All reviews, or those that a search finds. */
export function csvOf(snapshot: Snapshot, args?: TableArgs): StreamedDocument {
  const { representations, reviewAt } = snapshot
  const known = args ? snapshot.digest + JSON.stringify(args) : representations.get('/reviews.json')!.digest
  const rowAt = (position: number) => Buffer.from(csvRow(parseReview(reviewAt(position))))
  const pieces = piecesOf(snapshot, rowAt, CSV_HEAD, args)
  return { contentType: CSV_TYPE, digest: digestOf(CSV_HEAD + known), pieces }
}

const NEWLINE = Buffer.from('\n')

export function jsonLinesOf(snapshot: Snapshot): StreamedDocument {
  const { years, reviewAt } = snapshot
  const lineAt = (position: number) => Buffer.concat([reviewAt(position), NEWLINE])
  const digest = digestOf(years.map(year => year.digest).join())
  return { contentType: 'application/jsonl', digest, pieces: piecesOf(snapshot, lineAt) }
}

const REVIEWS_PER_PIECE = 50

function piecesOf(
  snapshot: Snapshot,
  bytesAt: (position: number) => Uint8Array,
  head = '',
  args: TableArgs = { sort: 'newest' },
) {
  const positions = snapshot.findAll({ ...args, limit: 1 })
  return function* () {
    yield Buffer.from(head)
    for (let at = 0; at < positions.length; at += REVIEWS_PER_PIECE)
      yield Buffer.concat(Array.from(positions.subarray(at, at + REVIEWS_PER_PIECE), bytesAt))
  }
}

/** null where no review is from that year. */
export function yearOf({ years, reviewsBetween }: Snapshot, year: number): StreamedDocument | null {
  const index = years.findIndex(one => one.year === year)
  if (index < 0) return null
  const { count, digest } = years[index]!
  const from = years.slice(0, index).reduce((sum, one) => sum + one.count, 0)
  const head = Buffer.from(`{"year":${year},"review_count":${count},"reviews":[`)
  const pieces = () => [head, reviewsBetween(from, from + count), Buffer.from(']}')]
  return { contentType: 'application/json', digest, pieces }
}

/** What a static host has of them. */
export function* streamedFiles(snapshot: Snapshot) {
  yield { path: CSV_PATH, ...csvOf(snapshot) }
  yield { path: LINES_PATH, ...jsonLinesOf(snapshot) }
  for (const { year } of snapshot.years) yield { path: yearPath(year), ...yearOf(snapshot, year)! }
}
