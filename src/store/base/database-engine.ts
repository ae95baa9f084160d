/** What differs between the engines, and what a store needs from outside; the queries are the same on both. */
import type { RawBuilder } from 'kysely'
import type { Db, Tx } from './tables.ts'

/** Time and randomness. */
export type StoreDependencies = { now: () => Date; randomBytes: (size: number) => Uint8Array }

/** Data that only one process may change at a time. */
export type Alone = 'topics' | 'subscriptions'

export const BUSY_TOO_LONG =
  'Another process has been writing to the database for two minutes, so this one gave up waiting. Try again when it is done.'

/** Ends with the process, however that ends. */
export type HeldInstance = { release(): void }

export interface DatabaseEngine extends AsyncDisposable {
  db: Db
  /** Several processes may claim rows at once, each skipping the others' (`for update skip locked`). */
  locksRows: boolean
  /** Whether the row has one of the ids: one parameter for all of them, so that the statement stays the same. */
  hasIdIn(ids: string[]): RawBuilder<boolean>
  /** How far the database server's clock, which all instances follow, is ahead of this machine's. */
  aheadMs: number
  /** Retries while the database is busy or briefly unreachable. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** All reads see the same point in time. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One writer at a time, because ledger entries are numbered without gaps. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For changes to rows that this process has claimed, or that nobody else works on. */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For changes that also depend on other rows: one at a time. */
  changeAlone<T>(what: Alone, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Shows other processes that this one is running. Calls `onLost` if the database can no longer tell. */
  holdInstance(instance: string, onLost: () => void): Promise<HeldInstance>
  /** Runs the work if the process of this instance has ended, or has long been cut off; otherwise returns null. */
  ifEnded<T>(instance: string, work: (tx: Tx) => Promise<T>): Promise<T | null>
  /** Resolves when the published data may have changed, and after a while in any case. */
  waitForChange(): Promise<void>
  /** Throws a LostDatabase if the files are no longer those that were opened. */
  confirmFiles(): void
  /** What the engine itself finds wrong with its files; null if nothing, or if it cannot say. Takes long if they are large. */
  findDamage(): Promise<string | null>
  /** Rewrites the database files, and deletes what was made from the data on this machine. */
  scrub(): Promise<void>
  close(): Promise<void>
}
