/** Runs an import and reports what it does; with `dryRun` it is the preview, and leaves no trace. */
import type { ReadingOptions } from '../../ingest/files/scan-inputs.ts'
import { removeAbsent, type SeenReviews } from '../../ingest/merge/merge-rows.ts'
import { openReviewFile } from '../../ingest/review-file.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { system } from '../../model/system.ts'
import { Rollback } from '../../store/base/store-problem.ts'
import type { Store, StoreWriter } from '../../store/store.ts'
import {
  analyzeAhead,
  type Batch,
  businessOf,
  hasUnread,
  type ImportObserver,
  MAX_SHOWN_PROBLEMS,
  type MergedBatch,
  mergeBatch,
  type OwnersClaims,
  readBatch,
  reportIncomplete,
  sourceTotals,
} from './import-batch.ts'
import {
  createImportTally,
  type FileReport,
  type ImportReport,
  type ImportTally,
  MOST_EXAMPLES,
} from './import-report.ts'

export interface ImportOptions extends ReadingOptions, Omit<OwnersClaims, 'isFictional'> {
  businessFile: string
  strict: boolean
  dryRun: boolean
  /** The files list everything their sources show: reviews they lack are gone. */
  complete: boolean
  /** Removes them now, without waiting for a second complete import. */
  confirm: boolean
}

/** Reads and checks every file, so that a file that cannot be used stops the import before it begins. */
export async function readImport(
  files: string[],
  options: ImportOptions,
  observer?: ImportObserver,
) {
  const batches: Batch[] = []
  for (const file of files)
    batches.push(await readBatch(await openReviewFile(file, options), observer, system.now()))
  if (options.strict) checkStrict(batches.map(batch => ({ batch, rejected: batch.rejected })))
  return batches
}

/** One transaction for all files. A dry run rolls it back, so its report is that of the real import. */
export async function performImport(
  batches: Batch[],
  store: Store,
  options: ImportOptions,
  observer?: ImportObserver,
): Promise<ImportReport> {
  const { businessFile, dryRun } = options
  if (!dryRun) await analyzeAhead(batches, store, businessFile)
  const business = await businessOf(batches, store, businessFile)
  const rules = business?.verification ?? {}
  const claims = { ...options, isFictional: business?.fictional ?? false }
  let tally = createImportTally(rules)
  let merged: MergedBatch[] = []
  let problems: ImportReport['problems'] = []
  let complete: ImportReport['complete'] = null
  try {
    // Retried from the beginning if the database was busy.
    await store.write(async writer => {
      tally = createImportTally(rules)
      merged = []
      for (const batch of batches)
        merged.push(await mergeBatch(batch, writer, observer, tally, claims))
      if (options.strict) checkStrict(merged)
      const seen = seenIn(merged)
      // A rejected row may be any of the reviews that seem absent; a skipped file may hold them.
      const isCertain = merged.every(({ rejected, batch }) => rejected === 0 && !hasUnread(batch))
      if (options.complete && !isCertain) complete = 'uncertain'
      else if (options.complete)
        complete = await removeAbsent(seen, withExamples(writer, tally), options.confirm)
      await writer.noteImport(seen.sources)
      await writer.noteSourceTotals(
        sourceTotals(batches, new Date(options.retrievedAt ?? system.now()), 'export'),
      )
      if (dryRun) throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  } finally {
    problems = merged.flatMap(one => reportIncomplete(one, observer))
  }
  return {
    clockBehind: await clockBehind(store),
    files: merged.map(fileReport),
    totals: batches.map(compareTotals),
    complete,
    ...tally.report(),
    problems: problems.slice(0, MAX_SHOWN_PROBLEMS),
    rejected: merged.reduce((sum, { rejected }) => sum + rejected, 0),
  }
}

const compareTotals = ({ file, choice, rejected }: Batch): ImportReport['totals'][number] => ({
  name: file.name,
  rows: choice.count + rejected,
  ...file.totals,
})

/** When the last entry of the log was written, if that is later than now. */
async function clockBehind(store: Store): Promise<string | null> {
  const { at } = await store.logSize()
  return at !== null && at > system.now().toISOString() ? at : null
}

/** What importing the files would do: the owner confirms it, or does not. */
export async function previewImport(
  files: string[],
  store: Store,
  options: Omit<ImportOptions, 'dryRun'>,
) {
  const preview = { ...options, dryRun: true }
  return await performImport(await readImport(files, preview), store, preview)
}

function checkStrict(batches: Pick<MergedBatch, 'batch' | 'rejected'>[]): void {
  const problems = batches
    .filter(({ rejected }) => rejected > 0)
    .map(({ batch, rejected }) => {
      const rows = batch.choice.count + batch.rejected
      return `${batch.file.name}: ${rejected} of ${rows} rows are invalid, so nothing was imported (--strict).`
    })
  if (problems.length > 0) throw new FileProblem(problems.join('\n'))
}

export const seenIn = (batches: MergedBatch[]): SeenReviews => ({
  ids: new Set(batches.flatMap(({ met }) => [...met.ids])),
  sources: new Set(batches.flatMap(({ met }) => [...met.sources])),
})

/** Shows the tally which reviews are removed or noted as missing. */
function withExamples(writer: StoreWriter, tally: ImportTally) {
  const show = async (kind: 'gone' | 'missing', id: string) => {
    const review = await writer.find(id)
    if (review) tally.addExample(kind, review)
  }
  return {
    listAbsent: writer.listAbsent,
    async markMissing(ids: string[]) {
      for (const id of ids.slice(0, MOST_EXAMPLES)) await show('missing', id)
      await writer.markMissing(ids)
    },
    async remove(id: string) {
      if (tally.examples.gone.length < MOST_EXAMPLES) await show('gone', id)
      await writer.remove(id)
    },
  }
}

const fileReport = ({ batch, report, rejected }: MergedBatch): FileReport => ({
  name: batch.file.name,
  format: batch.file.format,
  ...report,
  rejected,
  inputs: batch.file.inputs,
  skipped: batch.file.skipped,
})
