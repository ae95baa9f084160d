/** A store for one test, with its own database and a clock that the test sets. */

import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { type MergeReport, mergeRows } from '../../src/ingest/merge/merge-rows.ts'
import { system } from '../../src/model/system.ts'
import { StoreProblem } from '../../src/store/base/store-problem.ts'
import { isPostgres, openStore, sqlitePath } from '../../src/store/open-store.ts'
import { NO_HISTORY } from '../../src/store/read-history.ts'
import type { ChangesSince, Store } from '../../src/store/store.ts'
import { borrowDatabase } from './borrow-database.ts'
import { type Folder, makeFolder } from './folder.ts'
import { folderOfDatabase } from './postgres.ts'
import { queryDatabase } from './query-database.ts'
import type { Row } from './rows.ts'
import { validRows } from './valid-rows.ts'

export interface TestStore {
  folder: Folder
  store: Store
  /** The current time for the store and for imports. */
  clock: { now: string }
  take(rows: Row[]): Promise<MergeReport>
  /** Queries the database directly, not through the store. */
  query(sql: string): Promise<Record<string, unknown>[]>
}

export async function openTestStore(t: TestContext, folder?: Folder): Promise<TestStore> {
  let close = async () => {}
  // Before the database is given back.
  t.after(() => close())
  const testFolder = folder ?? (await makeFolder(t, borrowDatabase))
  const clock = { now: '2026-06-01T12:00:00.000Z' }
  const store = await openStore(testFolder.databaseUrl, {
    now: () => new Date(clock.now),
    randomBytes: system.randomBytes,
  })
  close = () => store.close()
  return {
    folder: testFolder,
    store,
    clock,
    async take(rows) {
      const merged = await store.write(writer => mergeRows(validRows(rows), writer, clock.now))
      return merged.report
    },
    query: sql => queryDatabase(testFolder.databaseUrl, sql),
  }
}

/** The message that tells the operator why a database cannot be opened. */
export async function problemOf(url: string, options = {}): Promise<string> {
  const error = await openStore(url, system, options).then(
    () => assert.fail('opened'),
    error => error,
  )
  assert.ok(error instanceof StoreProblem, String(error))
  return error.message
}

/** All bytes of a database on disk, except the server's write-ahead log. */
export async function bytesOf({ databaseUrl }: Folder): Promise<string> {
  const isFile = !isPostgres(databaseUrl)
  const folder = isFile ? dirname(sqlitePath(databaseUrl)) : await folderOfDatabase(databaseUrl)
  const names = isFile
    ? (await readdir(folder, { recursive: true })).filter(name =>
        /\.db|^snapshot\/[^/]+\/./.test(name),
      )
    : await readdir(folder)
  assert.ok(names.length > 0)
  return (await Promise.all(names.map(name => readFile(join(folder, name), 'latin1')))).join('\n')
}

/** The SHA-256 of the empty string. */
const EMPTY_ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

export const NOTHING_PUBLISHED: ChangesSince = {
  version: 0,
  changedAt: null,
  business: null,
  shown: [],
  removed: [],
  corrections: [],
  entries: [],
  logRoot: EMPTY_ROOT,
  rosterVersion: 0,
  narrative: null,
  cosignatures: [],
  history: NO_HISTORY,
}
