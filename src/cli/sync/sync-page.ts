/** Imports one page of a remote source in one transaction. */
import { analyzeAhead } from '../../actions/import/analyze-ahead.ts'
import { mergeBatch, readBatch, reportIncomplete } from '../../actions/import/import-batch.ts'
import type { SyncPage, SyncTally } from '../../actions/sync/sync-tally.ts'
import { system } from '../../model/system.ts'
import type { Store } from '../../store/store.ts'
import { createImportObserver } from '../import/describe-import.ts'

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
