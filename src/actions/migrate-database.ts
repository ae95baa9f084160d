/** Copies a database to another engine, ledger and subscriptions included, and verifies the copy. */
import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreProblem } from '../store/base/store-problem.ts'
import { readLedgerState } from '../store/ledger-table.ts'
import { type Moved, moveAll } from '../store/move-database.ts'
import { isPostgres, openEngine, rejectMissing, sqlitePath } from '../store/open-store.ts'

/** `onCopied` is called when every row has arrived, before the ledger is checked. `log_size` counts the entries of the public log. */
export async function migrateDatabase(
  from: string,
  to: string,
  onProgress: (done: number, total: number) => void,
  onCopied: (tables: Moved[]) => void,
) {
  rejectMissing(from)
  await using source = await openEngine(from)
  await using target = await openEngine(to)
  const tables = await moveAll(source, target, onProgress)
  onCopied(tables)
  const { size, isIntact } = await readLedgerState(target.db)
  if (!isIntact)
    throw new StoreProblem(
      'The copied public log is not the one that was written. Do not use the new database.',
    )
  return { tables, log_size: size }
}

export const isSameDatabase = (one: string, other: string) => locationOf(one) === locationOf(other)

/** Follows links, so that two paths to one file count as the same database. */
function locationOf(url: string): string {
  if (isPostgres(url)) return url
  const path = resolve(sqlitePath(url))
  return existsSync(path) ? realpathSync(path) : path
}
