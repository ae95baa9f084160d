/** The store's port: everything the program keeps, the same on SQLite and PostgreSQL. */
import type { BusinessFile } from '../model/business.ts'
import type { KeyEntry, LedgerEntry, LogEntry, SourceTotal, WithholdReason } from '../model/change.ts'
import type { CorrectionTarget, StoredCorrection } from '../model/correction.ts'
import type { Narrative } from '../model/narrative.ts'
import type { KnownReview, RecordChange, ReviewState, ReviewWithoutSourceId } from '../model/record.ts'
import type { Cosignature } from '../model/witnessing.ts'
import type { AnalysisStore } from './analysis-store.ts'
import type { DeskNotes } from './base/stored-settings.ts'
import type { DeskAccess } from './desk-access.ts'
import type { HubStore } from './hub/hub-store.ts'
import type { StoredHistory } from './read-history.ts'

/**
 * Everything the program keeps. Open one with `openStore`; several processes may use the same database at once.
 *
 * @example
 * const store = await openStore('sqlite:data/firsthand.db', { now: () => new Date(), randomBytes })
 * await store.write(async writer => {
 *   const known = await writer.find(id)
 *   if (known) await writer.withhold(known, 'spam')
 * })
 * const { version, shown } = await store.changesSince(0)
 * await store.close()
 */
export interface Store extends AsyncDisposable {
  /** Goes up by one with every change to the published data. */
  version(): Promise<number>
  business(): Promise<BusinessFile | null>
  narrative(): Promise<Narrative | null>
  /** Not published. */
  deskNotes(): Promise<DeskNotes>
  /** Everything that changed after a version, and the ledger entries after `seq` (all of them if absent), read at one point in time. */
  changesSince(version: number, seq?: number): Promise<ChangesSince>
  /** All corrections of what was read in reviews, including lapsed ones. */
  corrections(): Promise<StoredCorrection[]>
  /** Any stored review, shown or not; null if it is unknown or erased. */
  find(id: string): Promise<KnownReview | null>
  /** Reviews in these states, the oldest first. */
  findInStates(states: ReviewState[]): Promise<KnownReview[]>
  /** The ledger entries about a review, the oldest first. */
  entriesAbout(id: string): Promise<LedgerEntry[]>
  /** The source with the most published reviews first. */
  countBySource(): Promise<SourceCounts[]>
  lastBackup(): Promise<LastBackup | null>
  /** How many entries the ledger has, and when the last one was written. */
  logSize(): Promise<LogSize>
  /** The last cosignature of each witness of the log. */
  cosignatures(): Promise<Cosignature[]>
  /** What `StoreWriter.setMemo` kept. */
  memo<T>(name: string): Promise<T | null>
  /** Runs the work in one transaction. If it throws, nothing is written; if the database is busy, the work may run again. */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>
  /** The key of this installation: generated once, and the same for every instance on this database. */
  secretKey(): Promise<string>
  /** The seed of the Ed25519 key that signs the ledger: generated once, and changed only by `rotateLogKey`. */
  logKey(): Promise<Uint8Array>
  /** The name of the log: that of the public address at which it was first published, wherever it moves. */
  logOrigin(baseUrl: string): Promise<string>
  /** Throws if the database is not reachable, a LostDatabase if it is no longer the one that was opened. */
  confirm(): Promise<void>
  /** What the database engine itself finds wrong with its files; null if nothing. Takes long if they are large. */
  findDamage(): Promise<string | null>
  /** Resolves when the published data may have changed, and after a while in any case. */
  waitForChange(): Promise<void>
  /** Rewrites the database files, so that they no longer contain deleted data. */
  scrub(): Promise<void>
  hub: HubStore
  deskAccess: DeskAccess
  analyses: AnalysisStore
  close(): Promise<void>
}

/** How many reviews of a source are in each state, and how recent they are. */
export interface SourceCounts {
  source: string
  states: Record<ReviewState | 'erased', number>
  /** The day of its newest review that is not erased. */
  newest: string | null
  /** When a review of this source last changed here. */
  changed_at: string
  /** When it was last imported, even if nothing changed; null if never since this is noted. */
  imported_at: string | null
}

export interface LogSize {
  size: number
  at: string | null
}

/** When the last backup was made, and where. */
export interface LastBackup {
  at: string
  file: string
}

export interface ChangesSince {
  version: number
  /** When this version was written. */
  changedAt: string | null
  business: BusinessFile | null
  /** Changed reviews that are shown, and the ids of those that no longer are. */
  shown: KnownReview[]
  removed: string[]
  /** The corrections of these reviews, without lapsed ones. */
  corrections: StoredCorrection[]
  entries: LogEntry[]
  /** The Merkle root of the whole ledger, stored when its last entry was written; base64. */
  logRoot: string
  /** The version in which the business last changed in a way that may affect how any review looks. */
  rosterVersion: number
  /** The text by a language model, if there is one. */
  narrative: Narrative | null
  cosignatures: Cosignature[]
  history: StoredHistory
}

/**
 * Changes the store within one transaction, which becomes one new version. Only valid until `Store.write` returns.
 *
 * @example
 * const state = await store.write(async writer => {
 *   const known = await writer.find(id)
 *   return known?.state === 'withheld' ? await writer.restore(known) : null
 * })
 */
export interface StoreWriter {
  /** Finds reviews by id or by source key, and reports which of the wanted ones are erased and must not come back. */
  findKnown(
    wanted: { id: string; source: string; sourceKey: string }[],
  ): Promise<{ known: KnownReview[]; erased: string[] }>
  /** For each group: the reviews with one of the ids, or with the group's key and any number after it. */
  findWithoutSourceId(
    groups: { source: string; group: string; ids: string[] }[],
  ): Promise<ReviewWithoutSourceId[][]>
  /** The ids of reviews that are stored under another identifier, by source and identifier, joined by a newline. */
  findAliases(wanted: { source: string; sourceKey: string }[]): Promise<Map<string, string>>
  /** Notes further identifiers of stored reviews, and of which kind they are. */
  addAliases(aliases: { source: string; sourceKey: string; kind: string; id: string }[]): Promise<void>
  /** The reviews by these authors of these days, with the kinds of their further identifiers. */
  findLookalikes(wanted: {
    source: string
    dates: string[]
    authors: string[]
  }): Promise<(KnownReview & { otherKinds: string[] })[]>
  hasReviews(source: string): Promise<boolean>
  apply(changes: RecordChange[]): Promise<void>
  find(id: string): Promise<KnownReview | null>
  /** `find` does not find erased reviews. */
  isErased(id: string): Promise<boolean>
  /** The reviews of these sources that a complete import did not see, and how many it could have seen. */
  listAbsent(
    sources: string[],
    seen: ReadonlySet<string>,
  ): Promise<{ known: number; absent: { id: string; source: string; missing_since: string | null }[] }>
  markMissing(ids: string[]): Promise<void>
  markFound(ids: string[]): Promise<void>
  /** For a review that is gone at its source. */
  remove(id: string): Promise<void>
  withhold(known: KnownReview, reason: WithholdReason): Promise<void>
  /** Shows a withheld review again, unless it does not count as verified; returns its new state. */
  restore(known: KnownReview): Promise<ReviewState>
  /** Says in the log which other one it continues, once for each. */
  notePredecessor(log: Pick<KeyEntry, 'key' | 'checkpoint'>): Promise<void>
  /** Replaces the key of the log by an entry that the old key signs; returns the new verifier key. */
  rotateLogKey(origin: string): Promise<string>
  /** Deletes text, name and salt for good. Call `scrub` afterwards to clean the files as well. */
  erase(known: KnownReview): Promise<void>
  /** Corrects what was read in the review's text, in place of an earlier correction of the same mention. */
  correct(known: KnownReview, target: CorrectionTarget): Promise<void>
  undoCorrection(known: KnownReview, mention: Pick<CorrectionTarget, 'kind' | 'id'>): Promise<void>
  business(): Promise<BusinessFile | null>
  setBusiness(business: BusinessFile): Promise<void>
  narrative(): Promise<Narrative | null>
  setNarrative(narrative: Narrative | null): Promise<void>
  cosignatures(): Promise<Cosignature[]>
  setCosignatures(cosignatures: Cosignature[]): Promise<void>
  /** When the language model was last called, oldest first. Not published. */
  narratorCalls(): Promise<string[]>
  setNarratorCalls(times: string[]): Promise<void>
  /** Notes that reviews of these sources were imported now. Not published. */
  noteImport(sources: Iterable<string>): Promise<void>
  /** The position in the change feed of another service; null at first. Not published. */
  syncCursor(origin: string): Promise<string | null>
  setSyncCursor(origin: string, cursor: string): Promise<void>
  /** What a part of the program keeps between runs, and shares with other instances. Not published. */
  memo<T>(name: string): Promise<T | null>
  setMemo(name: string, content: unknown): Promise<void>
  /** What sources say about how many reviews they have. */
  noteSourceTotals(totals: SourceTotal[]): Promise<void>
  deskNotes(): Promise<DeskNotes>
  setDeskNotes(notes: DeskNotes): Promise<void>
}
