/** Reviews as tools return them: by default without the bookkeeping of this service, which costs a third more tokens. */
import { z } from 'zod'
import { oncePer } from '../model/once-per.ts'
import { Review, Translation, Verification } from '../model/review.ts'
import { asBuffer } from '../publish/base/bytes.ts'
import { parseReview } from '../publish/months/prepare-review.ts'
import type { Snapshot } from '../publish/snapshot.ts'

/** The ten fields of the specification, whom and what the review mentions, and its page. */
const SPECIFIED = [
  ...([
    'id',
    'author',
    'author_avatar_url',
    'rating',
    'date',
    'text',
    'source',
    'source_url',
  ] as const),
  ...(['owner_reply', 'verified', 'mentions', 'url'] as const),
]
const isWanted = Object.fromEntries(SPECIFIED.map(name => [name, true])) as Record<
  (typeof SPECIFIED)[number],
  true
>
export const BasicReview = Review.pick(isWanted).extend({
  verification: Verification.pick({ level: true, basis: true }),
  translation: Translation.nullish(),
  shortened: z.literal(true).optional(),
})
type BasicReview = z.infer<typeof BasicReview>

export const ReviewFields = z
  .enum(['basic', 'full'], 'must be basic or full')
  .default('basic')
  .describe('full adds language, revision and tags, and cuts nothing.')
export type ReviewFields = z.infer<typeof ReviewFields>

export const selectFields = (json: Uint8Array, fields: ReviewFields): Uint8Array =>
  fields === 'full' ? json : toJson(basicOf(json))

/** For a list: long texts are shortened where they would take more than their share of what a model reads. */
export function selectInList(
  snapshot: Snapshot,
  list: Uint8Array[],
  fields: ReviewFields,
): Uint8Array[] {
  if (fields === 'full') return list
  const kept = listedReviews(snapshot)
  const reviews = list.map(json => keep(kept, json))
  const sizes = reviews.flatMap(({ bytes }) => bytes)
  const fits = (most: number) =>
    sizes.reduce((sum, size) => sum + Math.min(size, most), 0) <= BYTES_EACH * reviews.length
  const most = MOST_BYTES.find(fits) ?? MOST_BYTES.at(-1)!
  return reviews.map(({ json, bytes, review }) =>
    bytes.every(size => size <= most) ? json : toJson(shortenTexts(review, most)),
  )
}

/** A review as a list has it, and how many bytes each of its texts takes. */
interface ListedReview {
  json: Buffer
  review: BasicReview
  bytes: number[]
}

/** Agents ask for the same reviews again and again, and to make one costs more than to find it. */
const MOST_KEPT = 500
const listedReviews = oncePer((_snapshot: Snapshot) => new Map<string, ListedReview>())

function keep(kept: Map<string, ListedReview>, json: Uint8Array): ListedReview {
  const id = idIn(json)
  const known = kept.get(id)
  if (known) return known
  const review = basicOf(json)
  const listed = {
    json: toJson(review),
    review,
    bytes: textsOf(review).map(text => Buffer.byteLength(text)),
  }
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(id, listed)
  return listed
}

/** Every review begins with its id. */
export const idIn = (json: Uint8Array) => asBuffer(json).toString('latin1', 7, 33)

/** Ten such reviews have fewer than 4,000 tokens, even in scripts with three bytes a letter. */
const BYTES_EACH = 650
/** What a text may have, the most generous first. */
const MOST_BYTES = [Number.POSITIVE_INFINITY, 1600, 1000, 700, 500, 350, 250, 150]

const toJson = (review: BasicReview) => Buffer.from(JSON.stringify(review))

function basicOf(json: Uint8Array): BasicReview {
  const { translation, incentive, verification, ...review } = parseReview(json)
  const { level, basis } = verification
  return {
    ...Object.fromEntries(SPECIFIED.map(name => [name, review[name]])),
    verification: { level, basis },
    ...(translation && { translation }),
    // Rare, so it is not in the schema, which every client reads.
    ...(incentive && { incentive: true }),
  } as BasicReview
}

const textsOf = ({ text, translation, owner_reply }: BasicReview) =>
  [text, translation?.text, owner_reply?.text].filter(one => typeof one === 'string')

function shortenTexts(review: BasicReview, most: number): BasicReview {
  const { text, translation, owner_reply } = review
  return {
    ...review,
    text: text && cut(text, most),
    owner_reply: owner_reply && { ...owner_reply, text: cut(owner_reply.text, most) },
    ...(translation && { translation: { ...translation, text: cut(translation.text, most) } }),
    shortened: true,
  }
}

/** At the end of a word, if it has spaces. */
function cut(text: string, most: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  const start = bytes.toString('utf8', 0, most).replace(/\ufffd+$/, '')
  return `${start.replace(/(?<=.{40})\s+\S*$/s, '')}…`
}
