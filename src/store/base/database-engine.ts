/** What differs between the engines; all queries are the same. */
import type { Db, Tx } from './tables.ts'

/** Of what only one may change something at a time. */
export type Alone = 'topics' | 'subscriptions'

export const BUSY_TOO_LONG =
  'Another process has been writing to the database for two minutes. Try again when it is done.'

export interface DatabaseEngine {
  db: Db
  /** Several may look for work at once: each takes rows that no other has (`for update skip locked`). */
  locksRows: boolean
  /** How far the clock that all instances go by is ahead of this machine's. */
  aheadMs: number
  /** Runs it again while the database is busy or has just gone away, for as long as that makes sense. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Reads of one moment. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One writer of reviews at a time: entries of the ledger follow each other. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A change that only touches rows that nobody else works on, or that are claimed. */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same where it depends on other rows, too: one at a time. */
  changeAlone<T>(what: Alone, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Returns when the publication may have changed, and after a while in any case. */
  waitForChange(): Promise<void>
  scrub(): Promise<void>
  close(): Promise<void>
}
