/** The tables, as Kysely sees them. Times are ISO 8601 text in UTC, so that they sort and both engines agree. */
import type { Kysely, Transaction } from 'kysely'
import type { ChangeOp, ChangeReason } from '../../model/change.ts'
import type { ReviewState } from '../../model/record.ts'
import type { DatePrecision } from '../../model/review.ts'
import type { HubMode, TopicPath } from '../../model/subscription.ts'

export interface ReviewTable {
  id: string
  source: string
  source_key: string
  /** Of one that is erased nothing is left but this row. */
  state: ReviewState | 'erased'
  revision: number
  updated_at: string
  author_avatar_url: string | null
  source_url: string | null
  language: string | null
  verification_level: string | null
  verification_method: string | null
  source_updated_at: string | null
  date_precision: DatePrecision
  /** JSON. */
  translation: string | null
  tags: string
  /** The ledger's last entry about it; null while it was never published. */
  seq: number | null
  /** Since which complete import it is absent from its source. */
  missing_since: string | null
  /** The version in which something changed last of which the ledger does not tell: a link, for one. */
  renewed: number
  /** The publication's version in which this row last changed. */
  version: number
}

export interface RevisionTable {
  review_id: string
  revision: number
  recorded_at: string
  author: string
  rating: number
  date: string
  text: string | null
  reply_text: string | null
  reply_date: string | null
  salt: string
}

export interface LedgerTable {
  seq: number
  op: ChangeOp
  recorded_at: string
  review_id: string
  revision: number
  reason: ChangeReason | null
  /** null where the review is taken from view. */
  commitment: string | null
}

export interface AnalysisTable {
  content_hash: string
  engine: string
  result: string
}

/** What a topic holds now, as the newest instance published it. */
export interface TopicTable {
  path: TopicPath
  hash: string
  version: number
  changed_at: string
}

/** What a subscription and a request for one have in common. */
interface PairColumns {
  id: string
  topic: TopicPath
  /** As the subscriber wrote it: that is how the hub speaks of it to them. */
  topic_url: string
  callback: string
  host: string
  /** Sealed. */
  secret: string | null
  lease_seconds: number
  /** 1 where the callback failed, or was slow while others waited: it is tried again apart from them. */
  slow: Flag
  next_attempt_at: string
  /** Who works on the row, until when; a later claim is another's. */
  claimed_by: string | null
  claimed_until: string
}
type Flag = 0 | 1

export interface SubscriptionTable extends PairColumns {
  verified_at: string
  expires_at: string
  delivered_hash: string
  /** null while it misses no more than the last change. */
  behind_since: string | null
  failures: number
  last_status: number | null
  last_delivered_at: string | null
}

/** What a delivery needs of a subscription. */
export const DUE_COLUMNS = [
  'id',
  'topic',
  'topic_url',
  'callback',
  'host',
  'secret',
  'slow',
  'failures',
  'verified_at',
  'expires_at',
  'claimed_by',
] as const

/** A request whose intent is not verified yet; one for each pair of topic and callback, the last. */
export interface SubscriptionRequestTable extends PairColumns {
  mode: HubMode
  /** What the topic held when the request came: a change from then on is delivered. */
  base_hash: string
  attempts: number
  created_at: string
}

export interface SettingTable {
  key: string
  value: string
}

export interface PublicationTable {
  id: 1
  version: number
  changed_at: string | null
}

export interface Database {
  review: ReviewTable
  revision: RevisionTable
  ledger: LedgerTable
  analysis: AnalysisTable
  topic: TopicTable
  subscription: SubscriptionTable
  subscription_request: SubscriptionRequestTable
  setting: SettingTable
  publication: PublicationTable
}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
