/** A database file of its own for one test, with a clock that the test sets. */
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { type MergeReport, mergeRows } from '../../src/ingest/merge.ts'
import { checkRows } from '../../src/ingest/own.ts'
import { openStore } from '../../src/store/open.ts'
import type { Publication, Store } from '../../src/store/store.ts'
import { system } from '../../src/system.ts'
import { type Folder, makeFolder } from './folder.ts'
import type { Row } from './rows.ts'

export interface TestStore {
  folder: Folder
  store: Store
  /** What the store and the imports take for now. */
  clock: { now: string }
  take(rows: Row[]): Promise<MergeReport>
  /** Looks into the file past the store. */
  query(sql: string): Record<string, unknown>[]
}

export async function openTestStore(t: TestContext, folder?: Folder): Promise<TestStore> {
  const place = folder ?? (await makeFolder(t))
  const clock = { now: '2026-06-01T12:00:00.000Z' }
  const store = await openStore(place.databaseUrl, {
    now: () => new Date(clock.now),
    randomBytes: system.randomBytes,
  })
  t.after(() => store.close())
  return {
    folder: place,
    store,
    clock,
    async take(rows) {
      const merged = await store.write(writer => mergeRows(checkRows(rows).good, writer, clock.now))
      return merged.report
    },
    query: sql => queryFile(place.databaseUrl, sql),
  }
}

export function queryFile(databaseUrl: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(databaseUrl.replace('sqlite:', ''), { timeout: 5000 })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** The SHA-256 of nothing. */
const EMPTY_ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

export const NOTHING_PUBLISHED: Publication = {
  version: 0,
  changedAt: null,
  business: null,
  shown: [],
  removed: [],
  entries: [],
  logRoot: EMPTY_ROOT,
  rosterVersion: 0,
  narrative: null,
}
