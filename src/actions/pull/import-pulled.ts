/** Imports what was pulled, as `firsthand import` would import the same files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAbsent } from '../../ingest/merge/complete-import.ts'
import { type MergeReport, mergeRows } from '../../ingest/merge/merge-rows.ts'
import { openReviewFile } from '../../ingest/review-file.ts'
import { FileProblem, NoReviews } from '../../ingest/values/file-problem.ts'
import type { ReviewRow } from '../../model/review.ts'
import type { ReviewSource } from '../../model/review-source.ts'
import type { Store } from '../../store/store.ts'

export interface ImportedPages {
  report: MergeReport
  rejected: number
  /** The first reason why a row was rejected. */
  reason: string | null
  gone: number
  /** Why reviews that seem to be gone at the source were kept. */
  kept: string | null
}

/** The importers recognize files by their content, so each page is one, in a folder that only we can read. */
export async function importPages(
  pages: Buffer[],
  source: ReviewSource,
  store: Pick<Store, 'write'>,
  now: Date,
  isCut: boolean,
): Promise<ImportedPages> {
  const folder = await mkdtemp(join(tmpdir(), 'firsthand-pull-'))
  try {
    const read: ReadPages = { rows: [], rejected: 0, reason: null }
    for (const [index, page] of pages.entries()) {
      const file = join(folder, `${source.name}-page-${index + 1}`)
      await writeFile(file, page, { mode: 0o600 })
      await readPage(file, page, source, now, read)
    }
    return await mergePages(read, source, store, now, isCut)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface ReadPages {
  rows: ReviewRow[]
  rejected: number
  reason: string | null
}

async function readPage(
  path: string,
  page: Buffer,
  { source, format, location }: ReviewSource,
  now: Date,
  read: ReadPages,
): Promise<void> {
  // A business without reviews: Google returns an object without a list.
  if (page.toString('latin1', 0, 64).trim() === '{}') return
  const file = await openReviewFile(path, {
    retrievedAt: now.toISOString().slice(0, 10),
    ...(source !== undefined && { source }),
    ...(format !== undefined && { format }),
    ...(location !== undefined && { location }),
  })
  for await (const outcome of file.outcomes())
    if ('good' in outcome) read.rows.push(outcome.good)
    else {
      read.rejected++
      const [fault] = outcome.faults
      read.reason ??= `row ${outcome.row}${fault && `, ${fault.field}: ${fault.message}`}`
    }
}

async function mergePages(
  { rows, rejected, reason }: ReadPages,
  { complete }: ReviewSource,
  store: Pick<Store, 'write'>,
  now: Date,
  isCut: boolean,
): Promise<ImportedPages> {
  return await store.write(async writer => {
    const { report, met, incomplete } = await mergeRows(rows, writer, now.toISOString())
    const faulty = rejected + incomplete.length
    const imported = { report, rejected: faulty, reason, gone: 0, kept: null }
    if (!complete) return imported
    // A rejected row, or one on a page that was not fetched, may be any of those that seem absent.
    if (faulty > 0 || isCut || rows.length === 0)
      return { ...imported, kept: 'not every review of the source could be read' }
    try {
      return { ...imported, gone: (await removeAbsent(met, writer, false)).gone }
    } catch (error) {
      if (!(error instanceof FileProblem) || error instanceof NoReviews) throw error
      return { ...imported, kept: 'more than a tenth of the reviews would be removed' }
    }
  })
}
