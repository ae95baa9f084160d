/** The database of the demo business. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { system } from '../model/system.ts'
import { IncompatibleDatabase } from '../store/base/store-problem.ts'
import { openStore, sqlitePath } from '../store/open-store.ts'

/** Its log begins on the same day everywhere, so that the demo has the same bytes everywhere. */
const DEMO_SYSTEM = { ...system, now: () => new Date('2026-11-10T12:00:00Z') }

export async function prepareDemo(folder: string): Promise<string> {
  const url = `sqlite:${join(folder, 'demo.db')}`
  await using store = await openStore(url, DEMO_SYSTEM).catch(async error => {
    if (!(error instanceof IncompatibleDatabase)) throw error
    // Nothing in it belongs to the operator.
    for (const suffix of ['', '-wal', '-shm']) await rm(sqlitePath(url) + suffix, { force: true })
    return await openStore(url, DEMO_SYSTEM)
  })
  // Only a new one needs what reads review files.
  if (!(await store.business()))
    await (await import('./seed-demo.ts')).seedDemo(store, DEMO_SYSTEM.now())
  return url
}
