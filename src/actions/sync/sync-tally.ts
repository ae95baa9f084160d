/** One page of a remote source, and what importing it did. */
import type { MergeReport } from '../../ingest/merge/merge-rows.ts'
import type { ReviewFile } from '../../ingest/review-file.ts'
import type { StoreWriter } from '../../store/store.ts'
import { sumCounts } from '../import/import-report.ts'

export interface SyncPage {
  file: ReviewFile
  isLast: boolean
  /** What else the page requires, in the same transaction. */
  conclude(writer: StoreWriter): Promise<Takedowns>
}

/** How many reviews were taken down because the remote source did. */
export type Takedowns = { gone: number; erased: number }

export type SyncTally = { report: MergeReport; rejected: number; takedowns: Takedowns }

export const addTallies = (one: SyncTally, other: SyncTally): SyncTally => ({
  report: sumCounts(one.report, other.report),
  rejected: one.rejected + other.rejected,
  takedowns: sumCounts({ ...one.takedowns }, { ...other.takedowns }),
})
