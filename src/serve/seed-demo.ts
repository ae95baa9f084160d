/** Fills the database of the demo business from the files in `demo/`. */
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
  const business = parseBusinessFile(await readDemo('business.json'))
  const files = [await readRows('reviews.json'), await readRows('edits.json')]
  await store.write(async writer => {
    if (await writer.business()) return
    await writer.setBusiness(business)
    for (const rows of files) await mergeRows(rows, writer, now.toISOString())
  })
  // Reading 250 texts takes ten seconds of CPU time. Another engine, or another text, is read as usual.
  const { engine, results }: DemoReadings = JSON.parse(await readDemo(READINGS_FILE))
  await store.analyses.save(engine, new Map(Object.entries(results)))
}

/** What the engine reads in the demo's texts, by content hash. `npm run demo:readings` writes the file. */
export type DemoReadings = { engine: string; results: Record<string, string> }

export const READINGS_FILE = 'readings.json'

export const demoFile = (name: string) => fileURLToPath(packageFile(`demo/${name}`))
const readDemo = (name: string) => readFile(demoFile(name), 'utf8')

async function readRows(name: string): Promise<ReviewRow[]> {
  const file = await openReviewFile(demoFile(name), {})
  const outcomes = await Array.fromAsync(file.outcomes())
  return outcomes.flatMap(one => ('good' in one ? [one.good] : []))
}
