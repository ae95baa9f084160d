/** The large documents: every review, and the reading of every review. They are put together from ready pieces. */
import { createHash } from 'node:crypto'
import type { Document, Edition } from './edition.ts'
import type { Prepared } from './prepare.ts'
import type { SinceGroups } from './snapshot.ts'

/** The body of /reviews.json, with the place of each review in it. */
export function renderDataset(
  edition: Edition,
  reviews: Prepared[],
): { document: Document & { body: Uint8Array }; starts: Uint32Array } {
  const { business, aggregateRating, verificationPolicy, license, lastModified } = edition
  const head = JSON.stringify({ business, aggregate_rating: aggregateRating, reviews: [] }).slice(0, -2)
  const tail = JSON.stringify({
    verification_policy: verificationPolicy,
    license,
    last_modified: lastModified,
  }).slice(1)
  const { body, starts } = joinList(head, reviews, review => review.json, `],${tail}`)
  return { document: { path: '/reviews.json', contentType: 'application/json', body }, starts }
}

export function renderInsights({ insights }: Edition, reviews: Prepared[]): Document {
  const head = `${JSON.stringify(insights).slice(0, -1)},"per_review":{`
  const { body } = joinList(head, reviews, review => review.insightJson, '}}')
  return { path: '/insights.json', contentType: 'application/json', body }
}

/** Puts ready pieces between a head and a tail, with commas. */
function joinList(
  head: string,
  reviews: Prepared[],
  piece: (review: Prepared) => Uint8Array,
  tail: string,
): { body: Uint8Array; starts: Uint32Array } {
  const [before, after] = [Buffer.from(head), Buffer.from(tail)]
  const starts = new Uint32Array(reviews.length + 1)
  starts[0] = before.length
  for (let place = 0; place < reviews.length; place++)
    starts[place + 1] = starts[place]! + piece(reviews[place]!).length + 1
  const end = Math.max(before.length, starts[reviews.length]! - 1)
  const body = new Uint8Array(end + after.length)
  body.set(before)
  for (let place = 0; place < reviews.length; place++) {
    if (place > 0) body[starts[place]! - 1] = COMMA
    body.set(piece(reviews[place]!), starts[place])
  }
  body.set(after, end)
  return { body, starts }
}

const COMMA = 44
const DIGEST_CHARACTERS = 22

/** The reviews since any date are the first part of the body, so one pass over it gives the digests for every date. */
export function groupByDay(reviews: Prepared[], body: Uint8Array, starts: Uint32Array): SinceGroups {
  const running = createHash('sha256')
  const dates: number[] = []
  const counts: number[] = []
  const digests: string[] = []
  let first = 0
  for (let position = 0; position < reviews.length; position++) {
    if (reviews[position + 1]?.day === reviews[position]!.day) continue
    running.update(body.subarray(starts[first], starts[position + 1]! - 1))
    dates.push(reviews[position]!.day)
    counts.push(position + 1)
    digests.push(running.copy().digest('base64url').slice(0, DIGEST_CHARACTERS))
    first = position + 1
  }
  return { dates: Uint32Array.from(dates), counts: Uint32Array.from(counts), digests }
}
