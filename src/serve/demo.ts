/** The fictional business that a new installation shows, in a database of its own. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseBusinessFile } from '../ingest/business-file.ts'
import { mergeRows } from '../ingest/merge/merge-rows.ts'
import { openReviewFile } from '../ingest/review-file.ts'
import type { ReviewRow } from '../model/review.ts'
import { packageFile } from '../package/package-files.ts'
import type { Store } from '../store/store.ts'

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
