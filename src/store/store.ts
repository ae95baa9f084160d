/** What lasts, as the rest of the program sees it: one port, whatever the engine. */
import type { BusinessFile } from '../model/business.ts'
import type { LedgerEntry, WithholdReason } from '../model/change.ts'
import type { Narrative } from '../model/narrative.ts'
import type { KnownReview, RecordChange, ReviewState, ReviewWithoutSourceId } from '../model/record.ts'
import type { AnalysisStore } from './analysis-store.ts'
import type { HubStore } from './hub/hub-store.ts'

export interface Store {
  /** Goes up by one with every change of what is published. */
  version(): Promise<number>
  business(): Promise<BusinessFile | null>
  narrative(): Promise<Narrative | null>
  /** All that changed after a version, and the ledger after an entry (the whole when absent), read at one moment. */
  changesSince(version: number, seq?: number): Promise<ChangesSince>
  /** One transaction: all of it or nothing. */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>
  /** The key of this installation: made once, the same for every instance on this database. */
  secretKey(): Promise<string>
  /** The seed of the Ed25519 key that signs the ledger: made once, kept for good. */
  logKey(): Promise<Uint8Array>
  /** Returns when the publication may have changed, and after a while in any case. */
  waitForChange(): Promise<void>
  /** Overwrites what was deleted, in the database file too. */
  scrub(): Promise<void>
  hub: HubStore
  analyses: AnalysisStore
  close(): Promise<void>
}

export interface ChangesSince {
  version: number
  /** When this version was made. */
  changedAt: string | null
  business: BusinessFile | null
  /** Reviews that are shown, and the ids of those that no longer are. */
  shown: KnownReview[]
  removed: string[]
  entries: LedgerEntry[]
  /** Of the whole ledger, as it was when its last entry was written; base64. */
  logRoot: string
  /** The version in which the business last changed so that any review may look another way. */
  rosterVersion: number
  /** What a language model wrote, if one was asked. */
  narrative: Narrative | null
}

export interface StoreWriter {
  /** Also which of them are erased: they must not come back. */
  findKnown(
    wanted: { id: string; source: string; sourceKey: string }[],
  ): Promise<{ known: KnownReview[]; erased: string[] }>
  /** The reviews of each group: those whose key is the group's, with any number after it, or that have one of the ids. */
  findWithoutSourceId(
    groups: { source: string; group: string; ids: string[] }[],
  ): Promise<ReviewWithoutSourceId[][]>
  apply(changes: RecordChange[]): Promise<void>
  find(id: string): Promise<KnownReview | null>
  /** `find` finds no such review. */
  isErased(id: string): Promise<boolean>
  /** The reviews of these sources that are there but not among those met, and how many there are at all. */
  listAbsent(
    sources: string[],
    met: ReadonlySet<string>,
  ): Promise<{ known: number; absent: { id: string; source: string; missing_since: string | null }[] }>
  markMissing(ids: string[]): Promise<void>
  /** Takes that back. */
  markFound(ids: string[]): Promise<void>
  /** Gone at the source. */
  remove(id: string): Promise<void>
  withhold(known: KnownReview, reason: WithholdReason): Promise<void>
  /** What was withheld is shown again, if it counts as verified; answers with what became of it. */
  restore(known: KnownReview): Promise<ReviewState>
  /** For good: text, name and salt. `scrub` afterwards. */
  erase(known: KnownReview): Promise<void>
  business(): Promise<BusinessFile | null>
  setBusiness(business: BusinessFile): Promise<void>
  narrative(): Promise<Narrative | null>
  setNarrative(narrative: Narrative | null): Promise<void>
  /** When a language model was last asked, oldest first. No part of what is published. */
  narratorCalls(): Promise<string[]>
  setNarratorCalls(times: string[]): Promise<void>
  /** How far the change feed of another service was followed; null at first. No part of what is published. */
  syncCursor(origin: string): Promise<string | null>
  setSyncCursor(origin: string, cursor: string): Promise<void>
}
