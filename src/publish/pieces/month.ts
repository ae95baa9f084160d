/** The reviews of one month with their pieces joined: a change of one review costs its month, not the whole. */
import { SIGNATURE_SIZE } from './bigram-signatures.ts'
import { type ByteTable, joinPieces } from './byte-table.ts'
import { digestOf } from './content-digest.ts'
import type { ListedReview, PreparedReview } from './prepare-review.ts'

export interface MonthOfReviews {
  month: string
  /** Newest first, as everywhere. */
  reviews: ListedReview[]
  json: ByteTable
  text: ByteTable
  openings: ByteTable
  signatures: Uint32Array
  /** The words of one review after the other. */
  words: Uint32Array
  wordCounts: Uint32Array
  days: Day[]
  /** When the last of them changed. */
  updatedAt: string
}

/** The reviews of one day: how many, and the digest of their JSON. */
export interface Day {
  day: number
  count: number
  digest: string
}

/** The next sheets, the newest month first. Those without a change stay the very same. */
export function replaceReviews(
  sheets: MonthOfReviews[],
  changed: Set<string>,
  renewed: PreparedReview[],
): MonthOfReviews[] {
  const additions = Map.groupBy(renewed, ({ review }) => review.date.slice(0, 7))
  const next = sheets.flatMap(sheet => {
    const added = additions.get(sheet.month) ?? []
    additions.delete(sheet.month)
    const isChanged = sheet.reviews.some(review => changed.has(review.id))
    if (added.length === 0 && !isChanged) return [sheet]
    const kept = takeApart(sheet).filter(({ review }) => !changed.has(review.id))
    return kept.length + added.length > 0 ? [makeSheet(sheet.month, [...kept, ...added])] : []
  })
  const begun = Array.from(additions, ([month, prepared]) => makeSheet(month, prepared))
  return [...next, ...begun].sort((a, b) => (a.month < b.month ? 1 : -1))
}

function makeSheet(month: string, unsorted: PreparedReview[]): MonthOfReviews {
  const prepared = unsorted.toSorted((a, b) => newestFirst(a.review, b.review))
  const reviews = prepared.map(({ review }) => review)
  const pieces = prepared.map(each => each.pieces)
  const json = joinPieces(
    pieces.map(each => each.json),
    { commas: true },
  )
  return {
    month,
    reviews,
    json,
    text: joinPieces(
      pieces.map(each => each.text),
      { commas: false },
    ),
    openings: joinPieces(
      pieces.map(each => each.opening),
      { commas: true },
    ),
    signatures: joinNumbers(pieces.map(each => each.bigrams)),
    words: joinNumbers(pieces.map(each => each.words)),
    wordCounts: Uint32Array.from(pieces, each => each.words.length),
    days: digestDays(reviews, json),
    updatedAt: reviews.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), ''),
  }
}

/** The pieces are not kept beside the sheet: many small arrays would keep the garbage collector busy. */
function takeApart({
  reviews,
  json,
  text,
  openings,
  signatures,
  words,
  wordCounts,
}: MonthOfReviews): PreparedReview[] {
  let word = 0
  return reviews.map((review, place) => {
    const firstWord = word
    word += wordCounts[place]!
    return {
      review,
      pieces: {
        json: pieceAt(json, place, 1),
        text: pieceAt(text, place, 0),
        bigrams: signatures.subarray(place * SIGNATURE_SIZE, (place + 1) * SIGNATURE_SIZE),
        words: words.subarray(firstWord, word),
        opening: pieceAt(openings, place, 1),
      },
    }
  })
}

/** The JSON of the first so many reviews. */
export function newestJson(sheets: MonthOfReviews[], most: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (const { reviews, json } of sheets) {
    if (pieces.length >= most) break
    pieces.push(...reviews.map((_, place) => pieceAt(json, place, 1)))
  }
  return pieces.slice(0, most)
}

/** The JSON of these reviews, those of them that there are. */
export function findJson(sheets: MonthOfReviews[], ids: ReadonlySet<string>): Uint8Array[] {
  return sheets.flatMap(({ reviews, json }) =>
    reviews.flatMap(({ id }, place) => (ids.has(id) ? [pieceAt(json, place, 1)] : [])),
  )
}

/** The JSON of the review at a place. */
export const jsonAt = ({ json }: MonthOfReviews, place: number) => pieceAt(json, place, 1)

/** `gap` is what stands between two pieces. */
const pieceAt = ({ bytes, starts }: ByteTable, place: number, gap: number) =>
  bytes.subarray(starts[place], starts[place + 1]! - gap)

function digestDays(reviews: ListedReview[], { bytes, starts }: ByteTable): Day[] {
  const days: Day[] = []
  let first = 0
  for (let place = 0; place < reviews.length; place++) {
    const { day } = reviews[place]!
    if (reviews[place + 1]?.day === day) continue
    const digest = digestOf(bytes.subarray(starts[first], starts[place + 1]! - 1))
    days.push({ day, count: place + 1 - first, digest })
    first = place + 1
  }
  return days
}

function newestFirst(a: ListedReview, b: ListedReview): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return a.id < b.id ? 1 : -1
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
