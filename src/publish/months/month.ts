/** The reviews of one month with their bytes joined, so that a changed review costs its month and not the whole dataset. */
import { newestFirst } from '../../insights/counts/evidence.ts'
import { type ByteTable, joinPieces } from '../base/byte-table.ts'
import { digestOf } from '../base/content-digest.ts'
import { ulidDay } from '../base/day-number.ts'
import { firstWhere } from '../base/sorted-lists.ts'
import type { ListedReview, PreparedReview } from './prepare-review.ts'

export type MonthOfReviews = ReturnType<typeof joinMonth>

/** The reviews of one day: how many, and the digest of their JSON. */
export type Day = { day: number; count: number; digest: string }

/** The next months, newest first. An unchanged month stays the same object, and so does everything cached for it. */
export function replaceReviews(
  months: MonthOfReviews[],
  changedIds: ReadonlySet<string>,
  prepared: PreparedReview[],
): MonthOfReviews[] {
  const additions = Map.groupBy(prepared, ({ review }) => review.date.slice(0, 7))
  const next = months.flatMap(month => {
    const added = additions.get(month.month) ?? []
    additions.delete(month.month)
    const isChanged = month.reviews.some(({ id }) => changedIds.has(id))
    if (added.length === 0 && !isChanged) return [month]
    const kept = splitMonth(month).filter(({ review }) => !changedIds.has(review.id))
    return kept.length + added.length > 0 ? [joinMonth(month.month, [...kept, ...added])] : []
  })
  const begun = Array.from(additions, ([month, added]) => joinMonth(month, added))
  return [...next, ...begun].sort((a, b) => (a.month < b.month ? 1 : -1))
}

function joinMonth(month: string, unsorted: PreparedReview[]) {
  const prepared = unsorted.toSorted((a, b) => newestFirst(a.review, b.review))
  const reviews = prepared.map(({ review }) => review)
  const pieces = prepared.map(each => each.pieces)
  const join = (part: 'json' | 'text' | 'opening' | 'passages', commas: boolean) =>
    joinPieces(
      pieces.map(each => each[part]),
      { commas },
    )
  const json = join('json', true)
  return {
    month,
    /** Newest first, as everywhere. */
    reviews,
    json,
    text: join('text', false),
    openings: join('opening', true),
    passages: join('passages', false),
    /** The words of all reviews, one review after another. */
    tokens: joinNumbers(pieces.map(each => each.tokens)),
    tokenCounts: Uint32Array.from(pieces, each => each.tokens.length),
    days: digestDays(reviews, json),
    /** When the last of its reviews changed. */
    updatedAt: latestOf(reviews.map(({ updatedAt }) => updatedAt)),
    /** When what was read in them was last corrected; empty if never. */
    correctedAt: latestOf(
      reviews.flatMap(({ insight }) => insight.corrected.map(({ corrected_at }) => corrected_at)),
    ),
  }
}

export const latestOf = (times: string[]) =>
  times.reduce((latest, time) => (time > latest ? time : latest), '')

/** Pieces are cut out again when needed: keeping many small arrays would burden the garbage collector. */
function splitMonth(month: MonthOfReviews): PreparedReview[] {
  const { reviews, json, text, openings, passages, tokens, tokenCounts } = month
  let token = 0
  return reviews.map((review, index) => {
    const firstToken = token
    token += tokenCounts[index]!
    return {
      review,
      pieces: {
        json: pieceAt(json, index, 1),
        text: pieceAt(text, index, 0),
        tokens: tokens.subarray(firstToken, token),
        passages: pieceAt(passages, index, 0),
        opening: pieceAt(openings, index, 1),
      },
    }
  })
}

/** The JSON of the newest reviews, `limit` at most. */
export function newestJson(months: MonthOfReviews[], limit: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (const { reviews, json } of months) {
    if (pieces.length >= limit) break
    pieces.push(...reviews.map((_, index) => pieceAt(json, index, 1)))
  }
  return pieces.slice(0, limit)
}

/** The JSON of the review at an index. */
export const jsonAt = ({ json }: MonthOfReviews, index: number) => pieceAt(json, index, 1)

/** Its packed passages. */
export const passagesAt = ({ passages }: MonthOfReviews, index: number) =>
  pieceAt(passages, index, 0)

/** `gap` is the number of bytes between two pieces. */
const pieceAt = ({ bytes, starts }: ByteTable, index: number, gap: number) =>
  bytes.subarray(starts[index], starts[index + 1]! - gap)

function digestDays(reviews: ListedReview[], { bytes, starts }: ByteTable): Day[] {
  const days: Day[] = []
  let first = 0
  for (let index = 0; index < reviews.length; index++) {
    const { day } = reviews[index]!
    if (reviews[index + 1]?.day === day) continue
    const digest = digestOf(bytes.subarray(starts[first], starts[index + 1]! - 1))
    days.push({ day, count: index + 1 - first, digest })
    first = index + 1
  }
  return days
}

export function joinNumbers(lists: Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0))
  let offset = 0
  for (const list of lists) {
    joined.set(list, offset)
    offset += list.length
  }
  return joined
}

/** Where a review is: the number of its month, and its index there. */
type Location = [month: number, index: number]

/** Unknown ids are left out. */
export function locateReviews(months: Pick<MonthOfReviews, 'reviews'>[], ids: ReadonlySet<string>) {
  const numbers = new Map(
    months.map(({ reviews }, number) => [monthOfDay(reviews[0]!.day), number]),
  )
  const located = new Map<string, Location>()
  for (const id of ids) {
    const day = ulidDay(id)
    const number = numbers.get(monthOfDay(day))
    const index = number === undefined ? -1 : indexOf(months[number]!.reviews, id, day)
    if (index !== -1) located.set(id, [number!, index])
  }
  // The date of the others was edited after they got their ids.
  if (located.size < ids.size)
    for (const [number, { reviews }] of months.entries())
      for (const [index, { id, isRedated }] of reviews.entries())
        if (isRedated && ids.has(id)) located.set(id, [number, index])
  return located
}

/** 202611 for 20261115. */
const monthOfDay = (day: number) => Math.floor(day / 100)

/** Reviews come newest first, by date and then by id. */
function indexOf(reviews: ListedReview[], id: string, day: number): number {
  const index = firstWhere(reviews.length, at => {
    const review = reviews[at]!
    return review.day < day || (review.day === day && review.id <= id)
  })
  return reviews[index]?.id === id ? index : -1
}
