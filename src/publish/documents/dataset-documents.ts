/** The large documents, joined from prebuilt pieces: all reviews, their insights and their openings. */
import { type ByteTable, digestByteTables, joinByteTables } from '../base/byte-table.ts'
import { digestOf } from '../base/content-digest.ts'
import { LINES_PATH, yearPath } from '../base/public-paths.ts'
import { publishedRating } from '../context/aggregate-rating.ts'
import type { MonthOfReadings } from '../context/month-readings.ts'
import type { RenderContext } from '../context/render-context.ts'
import type { MonthOfReviews } from '../months/month.ts'

/** /reviews.json, with the offset of each review in its body. */
export function renderDataset(context: RenderContext, months: MonthOfReviews[]) {
  const { business, aggregateRating, verificationPolicy, license, lastModified, history } = context
  const head = JSON.stringify({
    business,
    aggregate_rating: publishedRating(aggregateRating),
    reviews: [],
  }).slice(0, -2)
  const tail = JSON.stringify({
    verification_policy: verificationPolicy,
    license,
    last_modified: lastModified,
    history,
    parts: describeParts(context.baseUrl, groupByYear(months)),
  }).slice(1)
  return renderList('/reviews.json', head, months.map(jsonOf), `],${tail}`)
}

/** Where the same reviews are for clients that do not want all of them at once. */
export const describeParts = (baseUrl: string, years: YearOfReviews[]) => ({
  jsonl_url: baseUrl + LINES_PATH,
  years: years.map(({ year, count }) => ({
    year,
    review_count: count,
    url: baseUrl + yearPath(year),
  })),
})

/** How many reviews are from a year, and their digest. */
export type YearOfReviews = ReturnType<typeof groupByYear>[number]

/** Newest first. */
export const groupByYear = (months: MonthOfReviews[]) =>
  [...Map.groupBy(months, ({ month }) => Number(month.slice(0, 4)))].map(([year, ofYear]) => ({
    year,
    count: ofYear.reduce((sum, { reviews }) => sum + reviews.length, 0),
    digest: digestByteTables(NOTHING, ofYear.map(jsonOf), NOTHING),
  }))

const jsonOf = (month: MonthOfReviews) => month.json

/** What it takes, beside the reviews, to verify their commitments, with the offset of each. */
export function renderOpenings(months: MonthOfReviews[]) {
  const tables = months.map(month => month.openings)
  return renderList('/log/openings.json', '{"openings":{', tables, '}}')
}

export function renderInsights({ insights }: RenderContext, readings: MonthOfReadings[]) {
  const head = `${JSON.stringify(insights).slice(0, -1)},"per_review":{`
  const tables = readings.map(({ json }) => json)
  return renderList('/insights.json', head, tables, '}}').document
}

/** Identifies which passages mention what, which /insights.json only quotes. */
export const digestPassages = (months: MonthOfReviews[]) =>
  digestByteTables(
    NOTHING,
    months.map(({ passages }) => passages),
    NOTHING,
  )

const NOTHING = new Uint8Array()

/** Prebuilt pieces between a head and a tail, separated by commas. */
function renderList(path: string, head: string, tables: ByteTable[], tail: string) {
  const [before, after] = [Buffer.from(head), Buffer.from(tail)]
  const { bytes, starts } = joinByteTables(before, tables, after, LEADING_COMMA)
  const digest = digestByteTables(before, tables, after)
  return { document: { path, contentType: 'application/json', body: bytes, digest }, starts }
}

const LEADING_COMMA = 1

export type SinceGroups = ReturnType<typeof groupByDay>

/**
 * For each day with reviews, newest first: how many reviews are from that day or later, and their digest.
 * Reviews since a date are a prefix of the list: chaining the digests of days gives one for every date. A client that polls a window
 * gets 304 even when an older review changed.
 */
export function groupByDay(months: MonthOfReviews[]) {
  const dates: number[] = []
  const counts: number[] = []
  const digests: string[] = []
  for (const { day, count, digest } of months.flatMap(month => month.days)) {
    dates.push(day)
    counts.push(count + (counts.at(-1) ?? 0))
    digests.push(digestOf(digest + (digests.at(-1) ?? '')))
  }
  return { dates: Uint32Array.from(dates), counts: Uint32Array.from(counts), digests }
}
