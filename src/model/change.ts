/** A change to the published reviews, as the ledger records it and the change feed reports it. */
import { z } from 'zod'
import { Review, VerificationLevel } from './review.ts'
import { Count, named, object, Stars, Timestamp, Ulid, Url } from './scalars.ts'

export const ChangeOp = z.enum([
  'add',
  'edit',
  'reply',
  'withhold',
  'restore',
  'gone_at_source',
  'erase',
])
export type ChangeOp = z.infer<typeof ChangeOp>

/** After one of these, the review is not shown. */
export const REMOVALS = ['withhold', 'gone_at_source', 'erase'] as const satisfies ChangeOp[]

/** A closed, neutral list: owners cannot withhold a review because of its rating. */
export const WithholdReason = z.enum([
  ...['spam', 'off_topic', 'personal_data', 'unlawful'],
  ...['fake_reported', 'duplicate', 'source_removed', 'erasure_request'],
] as const)
export type WithholdReason = z.infer<typeof WithholdReason>

/** `not_verified` is no choice: the rule for the source, or the row itself, no longer counts the review as verified. */
export const ChangeReason = z.enum([...WithholdReason.options, 'not_verified'])
export type ChangeReason = z.infer<typeof ChangeReason>

/** A leaf of the ledger's Merkle tree. It holds a salted commitment to the review, never its text. */
export const LedgerEntry = named('LedgerEntry', {
  seq: z.int().min(1),
  op: ChangeOp,
  at: Timestamp,
  review_id: Ulid,
  revision: z.int().min(1),
  reason: ChangeReason.nullable(),
  commitment: z.string().nullable(),
  v: z.literal(2).optional(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** What the business says about all reviews of a source that do not state it themselves. */
export const LoggedRule = object('LoggedRule', {
  source: z.string(),
  level: VerificationLevel.nullable(),
  method: z.string().nullable(),
})
export type LoggedRule = z.infer<typeof LoggedRule>

/** A leaf about the rules of the business, not about a review. */
export interface RuleEntry {
  seq: number
  op: 'rule'
  at: string
  rule: LoggedRule
  v: 2
}

/** A leaf about the log itself: the log that it continues after a loss, or the key that signed it until then. */
export interface KeyEntry {
  seq: number
  op: 'predecessor' | 'rotate'
  at: string
  /** The verifier key of the other log, or the one that was replaced. */
  key: string
  /** Signed with that key: the last that is known of the other log; or this log before the entry, with the new key below the root. */
  checkpoint: string | null
  v: 2
}

export type LogEntry = LedgerEntry | RuleEntry | KeyEntry
export const isAboutReview = (entry: LogEntry): entry is LedgerEntry => 'review_id' in entry

export const Change = named('Change', {
  seq: z.int().min(1),
  op: ChangeOp,
  at: Timestamp,
  review_id: Ulid,
  review: Review.nullable(),
  reason: ChangeReason.nullable(),
})
export type Change = z.infer<typeof Change>

export const ChangesArgs = object('ChangesArgs', {
  cursor: z
    .string()
    .regex(
      /^(?:0|[1-9]\d{0,14})(?:-[0-9a-f]{8}-\d{1,10}(?:-[0-7][0-9A-HJKMNP-TV-Z]{25})?)?$/,
      'must be the next_cursor of an earlier response, or 0',
    )
    .default('0'),
  limit: z.int().min(1).max(1000).default(100),
})

export const ChangesPage = named('ChangesPage', {
  changes: z.array(Change),
  next_cursor: z.string(),
  has_more: z.boolean(),
})
export type ChangesPage = z.infer<typeof ChangesPage>

/** What is left of a review that is no longer shown: no text, no name. */
export const Tombstone = Change.pick({
  seq: true,
  op: true,
  at: true,
  review_id: true,
  reason: true,
}).meta({
  id: 'Tombstone',
})
export type Tombstone = z.infer<typeof Tombstone>

export const GoneBody = z
  .object({ error: z.literal('gone'), message: z.string(), tombstone: Tombstone })
  .meta({ id: 'Gone' })
export type GoneBody = z.infer<typeof GoneBody>

const ByReason = z.partialRecord(ChangeReason, Count)

/** How many reviews were ever published, and what happened to those that are not shown. */
export const HistoryCounts = named('HistoryCounts', {
  ever_published: Count,
  shown: Count,
  withheld: ByReason,
  removed: ByReason,
})
export type HistoryCounts = z.infer<typeof HistoryCounts>

const Month = z.string().regex(/^\d{4}-\d\d$/)

const ByMonth = z.object({
  count: Count,
  by_month: z.array(z.object({ month: Month, count: Count })),
})
export type ByMonth = z.infer<typeof ByMonth>

/** How many reviews that are no longer shown have all of this in common. */
export const Removal = named('Removal', {
  reason: ChangeReason,
  month: Month,
  source: z.string().nullable(),
  stars: Stars.nullable(),
  count: Count,
})
export type Removal = z.infer<typeof Removal>

/** How many reviews a source itself says it has. */
export const SourceTotal = named('SourceTotal', {
  source: z.string(),
  review_count: Count,
  rating_value: z.number().min(1).max(5).nullable(),
  at: Timestamp,
  url: Url.nullable(),
  stated_by: z.enum(['export', 'pull', 'owner']),
})
export type SourceTotal = z.infer<typeof SourceTotal>

/** The newest statement about each source, sorted by source. */
export const newestTotals = (totals: SourceTotal[]): SourceTotal[] =>
  Array.from(Map.groupBy(totals, ({ source }) => source).values(), ofSource =>
    ofSource.reduce((one, other) => (other.at >= one.at ? other : one)),
  ).toSorted((one, other) => (one.source < other.source ? -1 : 1))

/** Reviews that are stored and were never shown. */
export const Unpublished = z.object({
  reason: z.enum(['not_verified', 'withheld', 'source_removed']),
  count: Count,
})
export type Unpublished = z.infer<typeof Unpublished>

export const History = named('History', {
  ...HistoryCounts.shape,
  log_began_at: Timestamp.nullable(),
  shown_again: Count,
  edits: ByMonth,
  star_changes: ByMonth,
  removals: z.array(Removal),
  unpublished: z.array(Unpublished),
  source_totals: z.array(SourceTotal),
})
export type History = z.infer<typeof History>

/** One version of a review after the first: what changed in it, never what it said. */
export const Revision = named('Revision', {
  revision: z.int().min(2),
  at: Timestamp,
  changed: z.array(
    z.enum(['author', 'rating', 'date', 'text', 'owner_reply', 'incentive', 'verification']),
  ),
  rating: z.object({ from: Stars, to: Stars }).nullable(),
})
export type Revision = z.infer<typeof Revision>

/** What anyone needs, besides the shown review, to recompute its commitment. */
export const Opening = named('Opening', {
  seq: z.int().min(1),
  source_key: z.string(),
  salt: z.string(),
  v: z.literal(2).optional(),
  level: VerificationLevel.optional(),
})
export type Opening = z.infer<typeof Opening>

const Hash = z.string().describe('SHA-256, base64.')

export const ProofArgs = object('ProofArgs', {
  review_id: Ulid.optional(),
  from: z.int().min(0).optional(),
}).refine(
  args => args.review_id === undefined || args.from === undefined,
  'give either review_id or from',
)

export const InclusionProof = named('InclusionProof', {
  review_id: Ulid,
  entry: LedgerEntry,
  leaf_index: Count,
  tree_size: Count,
  proof: z.array(Hash),
  opening: Opening.nullable(),
  checkpoint: z.string(),
})
export type InclusionProof = z.infer<typeof InclusionProof>

export const GrowthProof = z
  .object({ from: Count, tree_size: Count, proof: z.array(Hash), checkpoint: z.string() })
  .meta({ id: 'GrowthProof' })
export type GrowthProof = z.infer<typeof GrowthProof>

export const LogProof = z.union([InclusionProof, GrowthProof]).meta({ id: 'LogProof' })

export const Openings = z.object({ openings: z.record(Ulid, Opening) }).meta({ id: 'Openings' })
