/** Imports one page of a remote source in one transaction. */

import { analyzeAhead } from '../../actions/import/analyze-ahead.ts'
import { mergeBatch, readBatch, reportIncomplete } from '../../actions/import/import-batch.ts'
import type { MergeReport } from '../../ingest/merge/merge-rows.ts'
import type { ReviewFile } from '../../ingest/review-file.ts'
import { system } from '../../model/system.ts'
import type { Store, StoreWriter } from '../../store/store.ts'

import { createImportObserver } from '../import/describe-import.ts'

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

export const EMPTY_TALLY: SyncTally = {
  report: { added: 0, edited: 0, unchanged: 0, duplicate: 0, returned: 0, erased: 0 },
  rejected: 0,
  takedowns: { gone: 0, erased: 0 },
}

export async function importPage(
  { file, isLast, conclude }: SyncPage,
  store: Store,
  businessFile: string,
  stderr: NodeJS.WriteStream,
): Promise<SyncTally> {
  const observer = createImportObserver(stderr)
  const batch = await readBatch(file, observer, system.now())
  // Earlier pages could add up to many texts, which the service analyzes on all cores.
  if (isLast && batch.choice.count > 0) await analyzeAhead([batch], store, businessFile)
  const { merged, takedowns } = await store.write(async writer => {
    const merged = await mergeBatch(batch, writer, observer)
    await writer.noteImport(merged.met.sources)
    return { merged, takedowns: await conclude(writer) }
  })
  reportIncomplete(merged, observer)
  return { report: merged.report, rejected: merged.rejected, takedowns }
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
