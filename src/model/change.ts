/** A change of the published set: what the ledger records and the change feed tells. */
import { z } from 'zod'
import { Review } from './review.ts'
import { Timestamp, Ulid } from './scalars.ts'

export const ChangeOp = z.enum(['add', 'edit', 'reply', 'withhold', 'restore', 'gone_at_source', 'erase'])
export type ChangeOp = z.infer<typeof ChangeOp>

/** The closed, neutral list: there is no way to withhold a review for its rating. */
export const ChangeReason = z.enum([
  'spam',
  'off_topic',
  'personal_data',
  'unlawful',
  'fake_reported',
  'duplicate',
  'source_removed',
  'erasure_request',
])
export type ChangeReason = z.infer<typeof ChangeReason>

export const Change = z.object({
  seq: z.int().min(1),
  op: ChangeOp,
  at: Timestamp,
  review_id: Ulid,
  review: Review.nullable().describe('null for a review that is gone.'),
  reason: ChangeReason.nullable(),
})
export type Change = z.infer<typeof Change>
