/** The fictional business that a new installation shows, in a database of its own. */
import { readFile } from 'node:fs/promises'
import { parseBusinessFile } from '../ingest/business-file.ts'
import { checkRows, readOwn } from '../ingest/files/own-rows.ts'
import { mergeRows } from '../ingest/merge/merge-rows.ts'
import type { Store } from '../store/store.ts'

/** Writes the reviews, then later edits of some, in one transaction. */
export async function seedDemo(store: Store, now: Date): Promise<void> {
  const business = parseBusinessFile(await readDemo('business.json'))
  const files = [await readDemo('reviews.json'), await readDemo('edits.json')]
  await store.write(async writer => {
    if (await writer.business()) return
    await writer.setBusiness(business)
    for (const file of files) await mergeRows(checkRows(readOwn(file).rows).good, writer, now.toISOString())
  })
}

const readDemo = (name: string) => readFile(new URL(`../../demo/${name}`, import.meta.url), 'utf8')
