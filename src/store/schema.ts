/** The tables, as Kysely sees them. Times are ISO 8601 text in UTC, so that they sort and both engines agree. */
import type { Kysely, Transaction } from 'kysely'

export interface ReviewTable {
  id: string
  source: string
  source_key: string
  state: 'published' | 'withheld' | 'gone' | 'erased'
  revision: number
  updated_at: string
  author_avatar_url: string | null
  source_url: string | null
  language: string | null
  verification_level: string | null
  verification_method: string | null
  source_updated_at: string | null
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
  op: string
  recorded_at: string
  review_id: string
  revision: number
  reason: string | null
  commitment: string
}

export interface AnalysisTable {
  content_hash: string
  engine: string
  result: string
}

export interface SubscriptionTable {
  id: string
  topic: string
  callback: string
  secret: string | null
  lease_seconds: number
  expires_at: string
  delivered_hash: string
  failures: number
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
  subscription: SubscriptionTable
  setting: SettingTable
  publication: PublicationTable
}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
