/** A stored review: its identity, its content, and the particulars that may change without an edit. */
import type { Basis, Level, Review, StatedVerification } from './review.ts'

/** What a commitment covers. Changing any of it is an edit. */
export type ReviewContent = Pick<
  Review,
  'author' | 'rating' | 'date' | 'text' | 'owner_reply' | 'incentive'
>

/** What this service adds to a review, or keeps elsewhere than in its particulars. */
type NoParticular =
  | ('id' | 'source' | 'url' | 'revision' | 'updated_at' | 'mentions')
  | ('verified' | 'verification')

/** What may change at the source without an edit of the review: every other field of it. */
export interface ReviewParticulars extends Omit<Review, keyof ReviewContent | NoParticular> {
  /** null if no import stated it: then the business file's rule for the source applies. */
  verification: StatedVerification | null
  /** null if the review was published before this was recorded. */
  basis: Basis | null
  source_updated_at: string | null
}

/** Where the source says nothing. */
export const NO_PARTICULARS: ReviewParticulars = {
  author_avatar_url: null,
  source_url: null,
  language: null,
  verification: null,
  basis: null,
  source_updated_at: null,
  date_precision: 'day',
  translation: null,
  tags: [],
  photos: [],
  sub_ratings: {},
}

export interface ReviewRecord {
  id: string
  source: string
  /** The source's own identifier, or one derived from the review if the source gives none. */
  source_key: string
  revision: number
  updated_at: string
  content: ReviewContent
  particulars: ReviewParticulars
  own_reply: OwnReply | null
}

/** The owner decided here what the reply is: it stays until the source has another reply than the one it replaced. */
export interface OwnReply {
  /** The text of the source's reply; null if it had none. */
  replaced: string | null
}

/** `unverified` reviews are stored but not shown: they never were, or the rule for their source has changed. */
export type ReviewState = 'published' | 'unverified' | 'withheld' | 'gone'

/** A stored review with what the ledger needs to know about it. */
export interface KnownReview extends ReviewRecord {
  state: ReviewState
  /** The salt of its revision's commitment, base64url. */
  salt: string
  /** The level in its newest commitment; null if that is of version 1, or if there is none. */
  committed_level: Level | null
  /** The ledger's last entry about it; null if it was never published. */
  seq: number | null
  /** The first complete import that lacked it. */
  missing_since: string | null
  /** The last publication version that changed something outside the ledger, such as a link. */
  renewed: number
}

/** What an import does to a review. `touch` updates the particulars, which is no edit. */
export interface RecordChange {
  op: 'add' | 'edit' | 'reply' | 'touch'
  record: ReviewRecord
  /** As it was before; null if it is new. */
  known: KnownReview | null
}

/** What distinguishes a review from others of the same author and day. */
export interface ReviewWithoutSourceId {
  id: string
  sourceKey: string
  isGone: boolean
  /** null if it is erased. */
  content: Pick<ReviewContent, 'rating' | 'text' | 'owner_reply'> | null
}

/** Source keys of the reviews of one group: the group itself for the first, with a number for the others. */
export const numberedKey = (group: string, number: number) =>
  number > 1 ? `${group}#${number}` : group
