/** Reviews as tools return them: by default without the bookkeeping of this service, which costs a third more tokens. */
import { z } from 'zod'
import { Review } from '../model/review.ts'
import { parseReview } from '../publish/months/prepare-review.ts'

/** The ten fields of the specification, whom and what the review mentions, and its page. */
export const BasicReview = Review.pick({
  id: true,
  author: true,
  author_avatar_url: true,
  rating: true,
  date: true,
  text: true,
  source: true,
  source_url: true,
  owner_reply: true,
  verified: true,
  mentions: true,
  url: true,
})

export const ReviewFields = z
  .enum(['basic', 'full'], 'must be basic or full')
  .default('basic')
  .describe('full adds language, verification, revision, tags and translation.')
type ReviewFields = z.infer<typeof ReviewFields>

const BASIC = Object.keys(BasicReview.shape) as (keyof z.infer<typeof BasicReview>)[]

export function selectFields(json: Uint8Array, fields: ReviewFields): Uint8Array {
  if (fields === 'full') return json
  const review = parseReview(json)
  return Buffer.from(JSON.stringify(Object.fromEntries(BASIC.map(name => [name, review[name]]))))
}
