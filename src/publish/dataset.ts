/** The large documents: every review, and the reading of every review. They are put together from ready pieces. */
import { digestOf } from './digest.ts'
import type { Document, Edition } from './edition.ts'
import type { Page } from './readings.ts'
import type { Sheet } from './sheet.ts'
import type { SinceGroups } from './snapshot.ts'
import { digestStrips, gzipStrips, joinStrips, type Strip } from './strip.ts'

/** The body of /reviews.json, with the place of each review in it. */
export function renderDataset(
  edition: Edition,
  sheets: Sheet[],
): { document: Document & { digest: string }; starts: Uint32Array } {
  const { business, aggregateRating, verificationPolicy, license, lastModified, history } = edition
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
export function renderOpenings(sheets: Sheet[]) {
  const strips = sheets.map(sheet => sheet.openings)
  return renderList('/log/openings.json', '{"openings":{', strips, '}}')
}

export function renderInsights({ insights }: Edition, pages: Page[]): Document {
  const head = `${JSON.stringify(insights).slice(0, -1)},"per_review":{`
  const strips = pages.map(({ json }) => json)
  return renderList('/insights.json', head, strips, '}}').document
}

/** Ready pieces between a head and a tail, with commas. */
function renderList(path: string, head: string, strips: Strip[], tail: string) {
  const [before, after] = [Buffer.from(head), Buffer.from(tail)]
  const { bytes, starts } = joinStrips(before, strips, after, LEADING_COMMA)
  const gzip = () => gzipStrips(bytes, before, strips, after, LEADING_COMMA)
  const digest = digestStrips(before, strips, after)
  return { document: { path, contentType: 'application/json', body: bytes, digest, gzip }, starts }
}

const LEADING_COMMA = 1

/** The reviews since a date are the first days of the list: a chain over the days gives a digest for every date. */
export function groupByDay(sheets: Sheet[]): SinceGroups {
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
