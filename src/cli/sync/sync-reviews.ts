/** `firsthand sync`: imports reviews from another Firsthand service or any JSON Feed. */
import { existsSync } from 'node:fs'
import {
  analyzeAhead,
  mergeBatch,
  readBatch,
  reportIncomplete,
} from '../../actions/import/import-batch.ts'
import type { Places } from '../../actions/shell-command.ts'
import type { SyncPage, SyncTally } from '../../actions/sync/sync-changes.ts'
import { openSyncSource, type SyncSource, syncRemote } from '../../actions/sync/sync-remote.ts'
import { NO_CHANGES } from '../../ingest/merge/merge-rows.ts'
import { system } from '../../model/system.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { EXIT, readTypedUrl, type Streams, writeJson } from '../base/result.ts'
import { createImportObserver, describeReport } from '../import/describe-import.ts'
import { warnIfNoBusiness } from '../import/import-files.ts'

interface SyncOptions extends Places {
  /** Where the reviews were written, for a feed that does not say. */
  source?: string
  json?: boolean
}

export async function sync(
  address: string,
  options: SyncOptions,
  streams: Streams,
): Promise<number> {
  const url = readTypedUrl(address, NEEDS_ADDRESS)
  const warn = (message: string) => void streams.stderr.write(`${message}\n`)
  await using source = await openSyncSource(url, options.source, warn)
  const { databaseUrl, businessFile, json } = options
  const { stdout, stderr } = streams
  await using store = await openStore(databaseUrl, system)
  const wantsBusiness = !existsSync(businessFile) && !(await store.business())
  const { tally, problem } = await syncRemote(source, store, wantsBusiness, page =>
    importPage(page, store, businessFile, stderr),
  )
  if (json) writeJson({ stdout }, toJson(source, tally ?? NOTHING))
  else if (tally) stdout.write(describe(source, tally))
  if (problem) throw problem
  await warnIfNoBusiness(store, businessFile, stderr)
  return (tally?.rejected ?? 0) > 0 ? EXIT.someRejected : EXIT.done
}

/** In one transaction. */
async function importPage(
  page: SyncPage,
  store: Store,
  businessFile: string,
  stderr: NodeJS.WriteStream,
) {
  const { file, isLast, conclude } = page
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

const NEEDS_ADDRESS =
  'sync needs an http or https address, such as https://reviews.example.com or https://example.com/feed.json.'

const NOTHING: SyncTally = { report: NO_CHANGES, rejected: 0, takedowns: { gone: 0, erased: 0 } }

const toJson = ({ name, format }: SyncSource, { report, rejected, takedowns }: SyncTally) => ({
  name,
  format,
  ...report,
  rejected,
  takedowns,
})

function describe(
  source: SyncSource,
  { report, rejected, takedowns: { gone, erased } }: SyncTally,
): string {
  const removed = [`${gone} gone`, ...(erased > 0 ? [`${erased} erased`] : [])]
  return describeReport(source, report, rejected, source.format === 'Firsthand' ? removed : [])
}
