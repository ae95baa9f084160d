/** One page of what another side tells, brought in as one transaction. */
import type { MergeReport } from '../../ingest/merge/merge-rows.ts'
import type { ReviewFile } from '../../ingest/review-file.ts'
import type { Store, StoreWriter } from '../../store/store.ts'
import { mergeBatch, readBatch, reportIncomplete } from '../import/import-batch.ts'
import { readAhead } from '../import/import-files.ts'

export interface SyncPage {
  file: ReviewFile
  isLast: boolean
  /** What the page says besides, in the same transaction. */
  conclude(writer: StoreWriter): Promise<Takedowns>
}

/** How many were taken down here, because they were there. */
export interface Takedowns {
  gone: number
  erased: number
}

export interface SyncTally {
  report: MergeReport
  rejected: number
  takedowns: Takedowns
}

export const EMPTY_TALLY: SyncTally = {
  report: { added: 0, edited: 0, unchanged: 0, duplicate: 0, returned: 0, erased: 0 },
  rejected: 0,
  takedowns: { gone: 0, erased: 0 },
}

export async function takePage(
  { file, isLast, conclude }: SyncPage,
  store: Store,
  businessFile: string,
  stderr: NodeJS.WriteStream,
): Promise<SyncTally> {
  const batch = await readBatch(file, stderr)
  // Before others they would be too many: the service reads those on all cores.
  if (isLast && batch.choice.count > 0) await readAhead([batch], store, businessFile)
  const { merged, takedowns } = await store.write(async writer => {
    const merged = await mergeBatch(batch, writer, stderr)
    return { merged, takedowns: await conclude(writer) }
  })
  reportIncomplete(merged, stderr)
  return { report: merged.report, rejected: merged.rejected, takedowns }
}

export const addUp = (one: SyncTally, other: SyncTally): SyncTally => ({
  report: sum(one.report, other.report),
  rejected: one.rejected + other.rejected,
  takedowns: sum(one.takedowns, other.takedowns),
})

function sum<T extends MergeReport | Takedowns>(one: T, other: T): T {
  const added = Object.entries(one).map(([name, count]) => [name, count + other[name as keyof T]])
  return Object.fromEntries(added)
}
