/** What differs between the engines; all queries are the same. */
import type { Db, Tx } from './schema.ts'

export interface Engine {
  db: Db
  /** Several may look for work at once: each takes rows that no other has (`for update skip locked`). */
  locksRows: boolean
  /** Runs it again while the database is busy or has just gone away, for as long as that makes sense. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Reads of one moment. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One writer of reviews at a time: entries of the ledger follow each other. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A change that only touches rows that nobody else works on, or that are claimed. */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same where it depends on how many rows there are: one at a time. */
  changeAlone<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Returns when the publication may have changed, and after a while in any case. */
  waitForChange(): Promise<void>
  scrub(): Promise<void>
  close(): Promise<void>
}
