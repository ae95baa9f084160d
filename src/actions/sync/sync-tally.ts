/** One page of a remote source, and what importing it did. */
import type { MergeReport } from '../../ingest/merge/merge-rows.ts'
import type { ReviewFile } from '../../ingest/review-file.ts'
import type { StoreWriter } from '../../store/store.ts'

export interface SyncPage {
  file: ReviewFile
  isLast: boolean
  /** What else the page requires, in the same transaction. */
  conclude(writer: StoreWriter): Promise<Takedowns>
}

/** How many reviews were taken down because the remote source did. */
export interface Takedowns {
  gone: number
  erased: number
}

export interface SyncTally {
  report: MergeReport
  rejected: number
  takedowns: Takedowns
}

export const addTallies = (one: SyncTally, other: SyncTally): SyncTally => ({
  report: sum(one.report, other.report),
  rejected: one.rejected + other.rejected,
  takedowns: sum(one.takedowns, other.takedowns),
})

function sum<T extends MergeReport | Takedowns>(one: T, other: T): T {
  const added = Object.entries(one).map(([name, count]) => [name, count + other[name as keyof T]])
  return Object.fromEntries(added)
}
