/** The large documents: every review, and the reading of every review. They are put together from ready pieces. */
import type { MonthOfReadings } from '../context/month-readings.ts'
import type { RenderContext } from '../context/render-context.ts'
import { type ByteTable, digestByteTables, gzipByteTables, joinByteTables } from '../pieces/byte-table.ts'
import { digestOf } from '../pieces/content-digest.ts'
import type { MonthOfReviews } from '../pieces/month.ts'
import type { Document } from './document.ts'

/** The body of /reviews.json, with the place of each review in it. */
export function renderDataset(
  context: RenderContext,
  sheets: MonthOfReviews[],
): { document: Document & { digest: string }; starts: Uint32Array } {
  const { business, aggregateRating, verificationPolicy, license, lastModified, history } = context
  const head = JSON.stringify({ business, aggregate_rating: aggregateRating, reviews: [] }).slice(0, -2)
  const tail = JSON.stringify({
    verification_policy: verificationPolicy,
    license,
    last_modified: lastModified,
    history,
  }).slice(1)
  const strips = sheets.map(sheet => sheet.json)
  return renderList('/reviews.json', head, strips, `],${tail}`)
}

/** What must be known beside the reviews to check their commitments, with the place of each. */
export function renderOpenings(sheets: MonthOfReviews[]) {
  const strips = sheets.map(sheet => sheet.openings)
  return renderList('/log/openings.json', '{"openings":{', strips, '}}')
}

export function renderInsights({ insights }: RenderContext, pages: MonthOfReadings[]): Document {
  const head = `${JSON.stringify(insights).slice(0, -1)},"per_review":{`
  const strips = pages.map(({ json }) => json)
  return renderList('/insights.json', head, strips, '}}').document
}

/** Ready pieces between a head and a tail, with commas. */
function renderList(path: string, head: string, strips: ByteTable[], tail: string) {
  const [before, after] = [Buffer.from(head), Buffer.from(tail)]
  const { bytes, starts } = joinByteTables(before, strips, after, LEADING_COMMA)
  const gzip = () => gzipByteTables(bytes, before, strips, after, LEADING_COMMA)
  const digest = digestByteTables(before, strips, after)
  return { document: { path, contentType: 'application/json', body: bytes, digest, gzip }, starts }
}

const LEADING_COMMA = 1

/** For each day with reviews, newest first: how many there are up to and with it, and the digest of those. */
export interface SinceGroups {
  dates: Uint32Array
  counts: Uint32Array
  digests: string[]
}

/** The reviews since a date are the first days of the list: a chain over the days gives a digest for every date. */
export function groupByDay(sheets: MonthOfReviews[]): SinceGroups {
  const dates: number[] = []
  const counts: number[] = []
  const digests: string[] = []
  for (const { day, count, digest } of sheets.flatMap(sheet => sheet.days)) {
    dates.push(day)
    counts.push(count + (counts.at(-1) ?? 0))
    digests.push(digestOf(digest + (digests.at(-1) ?? '')))
  }
  return { dates: Uint32Array.from(dates), counts: Uint32Array.from(counts), digests }
}
