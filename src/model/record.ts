/** A review as it is kept: who it is, what it says, and the particulars that may change without an edit. */
import type { ChangeOp } from './change.ts'
import type { OwnerReply, Verification } from './review.ts'

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

/** `touch` renews the particulars: no edit, no entry in the ledger. */
export interface RecordChange {
  op: Extract<ChangeOp, 'add' | 'edit' | 'reply'> | 'touch'
  record: ReviewRecord
}
