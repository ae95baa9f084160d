/** Imports what was pulled, as `firsthand import` would import the same files. */
import type { FetchedFile } from '../../ingest/files/input-file.ts'
import { NO_CHANGES, removeAbsent } from '../../ingest/merge/merge-rows.ts'
import { openReviewFile } from '../../ingest/review-file.ts'
import { FileProblem, NoReviews } from '../../ingest/values/file-problem.ts'
import type { ReviewSource } from '../../model/review-source.ts'
import type { Store } from '../../store/store.ts'
import {
  type Batch,
  hasUnread,
  type MergedBatch,
  mergeBatch,
  readBatch,
  reportIncomplete,
  sourceTotals,
} from '../import/import-batch.ts'
import { sumCounts } from '../import/import-report.ts'
import { seenIn } from '../import/perform-import.ts'

export type ImportedPages = ReturnType<typeof describePages>

/** The importers recognize files by their content, so each page is one; none is ever written to the disk. */
export async function readPages(
  pages: Buffer[],
  source: ReviewSource,
  now: Date,
): Promise<Batch[]> {
  const batches: Batch[] = []
  for (const [index, content] of pages.entries()) {
    // A business without reviews: Google returns an object without a list.
    if (content.toString('latin1', 0, 64).trim() === '{}') continue
    batches.push(await readPage({ name: `${source.name}-page-${index + 1}`, content }, source, now))
  }
  return batches
}

async function readPage(
  page: FetchedFile,
  { source, format, location }: ReviewSource,
  now: Date,
): Promise<Batch> {
  const file = await openReviewFile(page, {
    retrievedAt: now.toISOString().slice(0, 10),
    isPulled: true,
    ...(source !== undefined && { source }),
    ...(format !== undefined && { format }),
    ...(location !== undefined && { location }),
  })
  return await readBatch(file, undefined, now)
}

export async function mergePages(
  batches: Batch[],
  { complete }: ReviewSource,
  store: Pick<Store, 'write'>,
  now: Date,
  isCut: boolean,
): Promise<ImportedPages> {
  return await store.write(async writer => {
    const merged: MergedBatch[] = []
    for (const batch of batches)
      merged.push(await mergeBatch(batch, writer, undefined, {}, { now }))
    const seen = seenIn(merged)
    await writer.noteImport(seen.sources)
    await writer.noteSourceTotals(sourceTotals(batches, now, 'pull'))
    const imported = describePages(merged)
    if (!complete) return imported
    // A rejected row, or one on a page that was not fetched, may be any of those that seem absent.
    if (imported.rejected > 0 || isCut || batches.some(hasUnread) || seen.ids.size === 0)
      return { ...imported, kept: 'not every review of the source could be read' }
    try {
      return { ...imported, gone: (await removeAbsent(seen, writer, false)).gone }
    } catch (error) {
      if (!(error instanceof FileProblem) || error instanceof NoReviews) throw error
      return { ...imported, kept: 'more than a tenth of the reviews would be removed' }
    }
  })
}

function describePages(merged: MergedBatch[]) {
  const [problem] = merged.flatMap(one => reportIncomplete(one))
  return {
    report: merged.map(({ report }) => report).reduce(sumCounts, NO_CHANGES),
    rejected: merged.reduce((sum, { rejected }) => sum + rejected, 0),
    /** The first reason why a row was rejected. */
    reason: problem ? `row ${problem.row}, ${problem.field}: ${problem.message}` : null,
    gone: 0,
    /** Why reviews that seem to be gone at the source were kept. */
    kept: null as string | null,
  }
}
