/**
 * The database of the demo as the first service of a test run left it. The demo is the same everywhere, and to read its reviews takes a
 * service longer than all the rest of its start.
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { queryDatabase } from './query-database.ts'

/** One for all processes of a test run; without a run there is none, because an old one could outlast a change of the engine. */
const kept = process.env.TEST_RUN_FOLDER && join(process.env.TEST_RUN_FOLDER, 'demo.db')

/** Puts it where a service with its own data in the folder looks for it, if there is one yet. */
export async function placeDemo(folder: string): Promise<void> {
  if (!kept || !existsSync(kept)) return
  await mkdir(folder, { recursive: true })
  await copyFile(kept, join(folder, 'demo.db'))
}

/** Keeps that of a service that has published the demo. If several do, the last wins: all are alike. */
export async function keepDemo(folder: string): Promise<void> {
  const file = join(folder, 'demo.db')
  if (!kept || existsSync(kept) || !existsSync(file)) return
  const draft = `${kept}-${process.pid}-${performance.now()}`
  await queryDatabase(`sqlite:${file}`, `vacuum into '${draft}'`)
  await rename(draft, kept).catch(() => rm(draft, { force: true }))
}
