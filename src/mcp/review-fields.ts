/** Reviews as tools return them: by default without the bookkeeping of this service, which costs a third more tokens. */
import { z } from 'zod'
import { Review, Verification } from '../model/review.ts'
import { parseReview } from '../publish/months/prepare-review.ts'

/** The ten fields of the specification, what `verified` means, whom and what the review mentions, and its page. */
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
}).extend({ verification: Verification.pick({ level: true, basis: true }) })

export const ReviewFields = z
  .enum(['basic', 'full'], 'must be basic or full')
  .default('basic')
  .describe('full adds language, revision, tags and translation.')
type ReviewFields = z.infer<typeof ReviewFields>

const { verification: _, ...AS_THEY_ARE } = BasicReview.shape
const BASIC = Object.keys(AS_THEY_ARE) as (keyof typeof AS_THEY_ARE)[]

export function selectFields(json: Uint8Array, fields: ReviewFields): Uint8Array {
  if (fields === 'full') return json
  const review = parseReview(json)
  const { level, basis } = review.verification
  const basic = {
    ...Object.fromEntries(BASIC.map(name => [name, review[name]])),
    verification: { level, basis },
    // Rare, so it is not in the schema, which every client reads.
    ...(review.incentive && { incentive: true }),
  }
  return Buffer.from(JSON.stringify(basic))
}
