/** A review as it is kept: who it is, what it says, and the particulars that may change without an edit. */
import type { DatePrecision, OwnerReply, Tag, Translation, Verification } from './review.ts'

/** What a commitment covers. A change of any of these is an edit. */
export interface ReviewContent {
  author: string
  rating: number
  date: string
  text: string | null
  owner_reply: OwnerReply | null
}

/** What changes at the source without anybody having edited the review. */
export interface ReviewParticulars {
  author_avatar_url: string | null
  source_url: string | null
  language: string | null
  /** null where the row did not say: then the business file's rule for the source holds. */
  verification: Verification | null
  source_updated_at: string | null
  date_precision: DatePrecision
  translation: Translation | null
  tags: Tag[]
}

export interface ReviewRecord {
  id: string
  source: string
  /** The source's own identifier, or one derived from the review where the source gives none. */
  source_key: string
  revision: number
  updated_at: string
  content: ReviewContent
  particulars: ReviewParticulars
}

/**
 * `unverified` is kept and was never shown, or is not any more because the rule for its source says so; the others speak for
 * themselves.
 */
export type ReviewState = 'published' | 'unverified' | 'withheld' | 'gone'

/** A review that the store has, with all that the ledger needs to know of it. */
export interface KnownReview extends ReviewRecord {
  state: ReviewState
  /** The salt of its revision's commitment, base64url. */
  salt: string
  /** The ledger's last entry about it; null while it was never published. */
  seq: number | null
  /** Since which complete import it is absent from its source. */
  missing_since: string | null
  /** The publication's version in which something changed last of which the ledger does not tell: a link, for one. */
  renewed: number
}

/** What an import does to a review. `touch` renews the particulars: no edit. */
export interface RecordChange {
  op: 'add' | 'edit' | 'reply' | 'touch'
  record: ReviewRecord
  /** As it was before; null for one that is added. */
  known: KnownReview | null
}

/** As much of a review as tells it from others of one author and day. */
export interface ReviewWithoutSourceId {
  id: string
  sourceKey: string
  isGone: boolean
  /** null for one that is erased. */
  content: Pick<ReviewContent, 'rating' | 'text' | 'owner_reply'> | null
}

/** The source keys of reviews that only their group tells: its own for the first, with a number for those after it. */
export const numberedKey = (group: string, number: number) => (number > 1 ? `${group}#${number}` : group)
