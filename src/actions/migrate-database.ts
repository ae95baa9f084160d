/** Copies a database to another engine, ledger and subscriptions included, and verifies the copy. */
import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { system } from '../model/system.ts'
import { createLogBuilder } from '../publish/log/published-log.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { type Moved, moveAll } from '../store/move-database.ts'
import { isPostgres, openEngine, openStore, rejectMissing, sqlitePath } from '../store/open-store.ts'

export interface MigrationObserver {
  onProgress(done: number, total: number): void
  /** After every row has arrived, and before the ledger is checked. */
  onCopied(tables: Moved[]): void
}

export interface MigrationReport {
  tables: Moved[]
  /** Entries of the public log. */
  log_size: number
}

export async function migrateDatabase(
  from: string,
  to: string,
  { onProgress, onCopied }: MigrationObserver,
): Promise<MigrationReport> {
  rejectMissing(from)
  const [source, target] = [await openEngine(from), await openEngine(to)]
  let tables: Moved[]
  try {
    tables = await moveAll(source, target, onProgress)
    onCopied(tables)
  } finally {
    await source.close()
    await target.close()
  }
  return { tables, log_size: await checkLedger(to) }
}

export const isSameDatabase = (one: string, other: string) => locationOf(one) === locationOf(other)

/** Follows links, so that two paths to one file count as the same database. */
function locationOf(url: string): string {
  if (isPostgres(url)) return url
  const path = resolve(sqlitePath(url))
  return existsSync(path) ? realpathSync(path) : path
}

/** Computes the root from the entries, as the publishing thread will. */
async function checkLedger(url: string): Promise<number> {
  const store = await openStore(url, system)
  try {
    const { entries, logRoot } = await store.changesSince(0)
    const log = createLogBuilder()
    log.append(entries)
    if (Buffer.from(log.read().root).toString('base64') !== logRoot)
      throw new StoreProblem('The copied ledger does not match its stored root. Do not use the new database.')
    return log.size()
  } finally {
    await store.close()
  }
}
