/** The tables, for Kysely. Times are ISO 8601 text in UTC, so that they sort the same on both engines. */
import type { Kysely, Transaction } from 'kysely'
import type { ChangeReason, LogEntry } from '../../model/change.ts'
import type { CorrectedKind, CorrectionMark } from '../../model/correction.ts'
import type { ReviewState } from '../../model/record.ts'
import type { Level } from '../../model/review.ts'
import type { HubMode, TopicPath } from '../../model/subscription.ts'

export interface ReviewTable {
  id: string
  source: string
  source_key: string
  /** Of an erased review, only this row is left. */
  state: ReviewState | 'erased'
  revision: number
  updated_at: string
  /** What may change at the source without an edit: JSON. Of an erased review, an empty object. */
  particulars: string
  /** The level in its newest commitment; null if that is of version 1. */
  committed_level: Level | null
  /** The last ledger entry about it; null if it was never published. */
  seq: number | null
  /** 1 if the owner decided here what the reply is, and the source's reply that it replaced. */
  own_reply: Flag
  replaced_reply: string | null
  /** When a complete import first found it missing at its source. */
  missing_since: string | null
  /** The version of its last change without a ledger entry, such as a new link. */
  renewed: number
  /** The version in which this row last changed. */
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
  incentive: Flag | null
  salt: string
}

export interface LedgerTable {
  seq: number
  op: LogEntry['op']
  recorded_at: string
  /** This and the next three are null for an entry that is not about a review. */
  review_id: string | null
  revision: number | null
  reason: ChangeReason | null
  /** Also null if the review was removed. */
  commitment: string | null
  v: 1 | 2
  /** JSON; null for an entry about a review. */
  content: string | null
}

/** At most one per mention. */
export interface CorrectionTable {
  review_id: string
  kind: CorrectedKind
  subject: string
  mark: CorrectionMark
  /** The revision whose text was misread; with another text the correction lapses. */
  revision: number
  corrected_at: string
}

/** The current content of a topic, as the most advanced instance published it. */
export type TopicTable = { path: TopicPath; hash: string; version: number; changed_at: string }

/** Columns that subscriptions and requests have in common. */
interface PairColumns {
  id: string
  topic: TopicPath
  /** As the subscriber spelled it, because the hub must repeat it that way. */
  topic_url: string
  callback: string
  host: string
  /** Encrypted. */
  secret: string | null
  lease_seconds: number
  /** 1 if the callback failed, or was slow while others waited: it is retried in the slow slots. */
  slow: Flag
  next_attempt_at: string
  /** Which claim the row belongs to, and until when; then another instance may claim it. */
  claimed_by: string | null
  claimed_until: string
}
type Flag = 0 | 1

export interface SubscriptionTable extends PairColumns {
  verified_at: string
  expires_at: string
  delivered_hash: string
  /** When its first missed change came; null if it missed at most the last one. */
  behind_since: string | null
  failures: number
  last_status: number | null
  last_delivered_at: string | null
  /** The last ten deliveries. */
  attempts: string
  /** Why the last attempt was put off without counting as a failure, and since when it has been for that reason. */
  wait_reason: WaitReason | null
  waiting_since: string | null
}

/** Our own outage; a host name that leads to a forbidden address; a host or callback that is suspended. */
export type WaitReason = 'outage' | 'forbidden' | 'suspended'

/** Requests that are not verified yet: the last one for each pair of topic and callback. */
export interface SubscriptionRequestTable extends PairColumns {
  mode: HubMode
  /** The topic's content when the request came; changes since then are delivered. */
  base_hash: string
  attempts: number
  created_at: string
}

/** Subscribers that are still to be told that their subscription ended. */
export interface DenialTable
  extends Pick<PairColumns, 'id' | 'topic' | 'topic_url' | 'callback' | 'host'>,
    Pick<PairColumns, 'next_attempt_at' | 'claimed_by' | 'claimed_until'> {
  reason: string
  attempts: number
  created_at: string
}

/** What the hub sends nothing to for a while. */
export interface SuspensionTable {
  scope: 'everything' | 'host' | 'callback'
  /** The host or the callback; empty for everything. */
  subject: string
  started_at: string
  ends_at: string
  reason: string
}

/** Times of use are those of the challenges, which only go up. */
export interface DeskPasskeyTable {
  id: string
  user_name: string
  /** COSE, in base64url. */
  public_key: string
  device: string
  created_at: string
  used_at: string
}

export interface DeskSessionTable {
  token_hash: string
  user_name: string
  passkey_id: string
  device: string
  started_at: string
  seen_at: string
  /** When the passkey was last used in it. */
  confirmed_at: string
  visited_before: string | null
  /** JSON. */
  notice: string | null
}

export interface DeskActionTable {
  id: string
  at: string
  user_name: string
  action: string
  detail: string
  review_id: string | null
}

export interface Database {
  review: ReviewTable
  revision: RevisionTable
  ledger: LedgerTable
  correction: CorrectionTable
  analysis: { content_hash: string; engine: string; result: string }
  topic: TopicTable
  subscription: SubscriptionTable
  /** Kept by triggers; `missed`: more than the current content. */
  subscription_total: { topic: TopicPath; hash: string; failing: Flag; missed: Flag; count: number }
  subscription_request: SubscriptionRequestTable
  /** The instances of the hub that claim rows. Whether one still runs, the engine can tell. */
  hub_instance: { id: string }
  /** Proofs by which subscribers asked about their subscription: each works once. */
  hub_proof: { proof: string; expires_at: string }
  denial: DenialTable
  suspension: SuspensionTable
  desk_invitation: { token_hash: string; user_name: string; expires_at: string }
  desk_passkey: DeskPasskeyTable
  desk_session: DeskSessionTable
  desk_action: DeskActionTable
  setting: { key: string; value: string }
  publication: { id: 1; version: number; changed_at: string | null; made_by: string }
}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** A time in the format of the tables. */
export const later = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1000).toISOString()

/** Splits a long list, because both engines limit the parameters of a statement. */
const SIZE = 500

/** Finds rows for each of the chunks. */
export const findInChunks = async <T, Row>(
  list: T[],
  find: (chunk: T[]) => Promise<Row[]>,
): Promise<Row[]> => (await Array.fromAsync(chunks(list), find)).flat()

export function* chunks<T>(list: T[], size = SIZE): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
