/** `firsthand migrate`: copies a database to another engine, ledger and subscriptions included, and verifies the copy. */
import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { system } from '../../model/system.ts'
import { createLogBuilder } from '../../publish/log/published-log.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { type Moved, moveAll } from '../../store/move-database.ts'
import { isPostgres, openEngine, openStore, rejectMissing, sqlitePath } from '../../store/open-store.ts'
import { EXIT, UsageError } from '../base/exit.ts'
import { writeJson } from '../base/json-output.ts'
import { createProgress, type Progress } from '../base/progress.ts'

export interface MigrateOptions {
  from: string
  to: string
  json?: boolean
}

export async function migrateDatabase(
  { from, to, json }: MigrateOptions,
  streams: NodeJS.Process,
): Promise<number> {
  if (locationOf(from) === locationOf(to)) throw new UsageError('--from and --to name the same database.')
  rejectMissing(from)
  const [source, target] = [await openEngine(from), await openEngine(to)]
  let progress: Progress | undefined
  let moved: Moved[]
  try {
    moved = await moveAll(source, target, (done, total) => {
      progress ??= createProgress(streams.stderr, total, 'rows')
      progress.update(done)
    })
    progress?.end()
    if (!json) for (const { table, rows } of moved) if (rows > 0) streams.stdout.write(`${table}: ${rows}\n`)
  } finally {
    await source.close()
    await target.close()
  }
  const size = await checkLedger(to)
  if (json) writeJson(streams, { tables: moved, log_size: size })
  else
    streams.stdout.write(
      `Copied and verified: every row arrived, and the ${size} ledger entries match the stored root.\n`,
    )
  return EXIT.done
}

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
