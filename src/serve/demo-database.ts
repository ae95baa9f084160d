/** The database of the demo business, made from the files in `demo/`. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseBusinessFile } from '../ingest/business-file.ts'
import { mergeRows } from '../ingest/merge/merge-rows.ts'
import { openReviewFile } from '../ingest/review-file.ts'
import type { ReviewRow } from '../model/review.ts'
import { system } from '../model/system.ts'
import { packageFile } from '../package/package-files.ts'
import { IncompatibleDatabase } from '../store/base/store-problem.ts'
import { openStore, sqlitePath } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

/** Its log begins on the same day everywhere, so that the demo has the same bytes everywhere. */
const DEMO_SYSTEM = { ...system, now: () => new Date('2026-11-10T12:00:00Z') }

export async function prepareDemo(folder: string): Promise<string> {
  const url = `sqlite:${join(folder, 'demo.db')}`
  const store = await openStore(url, DEMO_SYSTEM).catch(async error => {
    if (!(error instanceof IncompatibleDatabase)) throw error
    // Nothing in it belongs to the operator.
    for (const suffix of ['', '-wal', '-shm']) await rm(sqlitePath(url) + suffix, { force: true })
    return await openStore(url, DEMO_SYSTEM)
  })
  await seedDemo(store, DEMO_SYSTEM.now())
  await store.close()
  return url
}

/** Writes the reviews, then later edits of some, in one transaction. */
export async function seedDemo(store: Store, now: Date): Promise<void> {
  const business = parseBusinessFile(await readFile(demoFile('business.json'), 'utf8'))
  const files = [await readRows('reviews.json'), await readRows('edits.json')]
  await store.write(async writer => {
    if (await writer.business()) return
    await writer.setBusiness(business)
    for (const rows of files) await mergeRows(rows, writer, now.toISOString())
  })
}

const demoFile = (name: string) => fileURLToPath(packageFile(`demo/${name}`))

async function readRows(name: string): Promise<ReviewRow[]> {
  const file = await openReviewFile(demoFile(name), {})
  const outcomes = await Array.fromAsync(file.outcomes())
  return outcomes.flatMap(one => ('good' in one ? [one.good] : []))
}
