/** What lasts, as the rest of the program sees it: one port, whatever the engine. */
import type { BusinessFile } from '../model/business.ts'
import type { Narrative } from '../model/narrative.ts'
import type { RecordChange, ReviewRecord } from '../model/record.ts'
import type { AnalysisStore } from './analyses.ts'
import type { HubStore } from './hub.ts'

export interface Store {
  /** Goes up by one with every change of what is published. */
  version(): Promise<number>
  business(): Promise<BusinessFile | null>
  narrative(): Promise<Narrative | null>
  /** All that changed after a version, read at one moment: the publisher's view. */
  readSince(version: number): Promise<Publication>
  /** One transaction: all of it or nothing. */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>
  /** The key of this installation: made once, the same for every instance on this database. */
  secretKey(): Promise<string>
  hub: HubStore
  analyses: AnalysisStore
  close(): Promise<void>
}

export interface Publication {
  version: number
  /** When this version was made. */
  changedAt: string | null
  business: BusinessFile | null
  /** Reviews that are shown, and the ids of those that no longer are. */
  shown: ReviewRecord[]
  removed: string[]
  /** What a language model wrote, if one was asked. */
  narrative: Narrative | null
}

export interface Writer {
  findKnown(wanted: { id: string; source: string; sourceKey: string }[]): Promise<ReviewRecord[]>
  apply(changes: RecordChange[]): Promise<void>
  business(): Promise<BusinessFile | null>
  setBusiness(business: BusinessFile): Promise<void>
  narrative(): Promise<Narrative | null>
  setNarrative(narrative: Narrative | null): Promise<void>
  /** When a language model was last asked, oldest first. No part of what is published. */
  narratorCalls(): Promise<string[]>
  setNarratorCalls(times: string[]): Promise<void>
}

/** Where a store takes time and randomness from. */
export interface StoreDependencies {
  now: () => Date
  randomBytes: (size: number) => Uint8Array
}

/** A database that cannot be used, in words for the operator. */
export class StoreProblem extends Error {
  override name = 'StoreProblem'
}

/** Thrown inside `write` to undo it on purpose. */
export class Undo extends Error {
  override name = 'Undo'
}
