/** `firsthand migrate`: moves a database to another engine, ledger and subscriptions included, and checks the result. */
import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { createLogBuilder } from '../publish/log/published-log.ts'
import { system } from '../service/system.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { moveAll } from '../store/move-database.ts'
import { isPostgres, openEngine, openStore, sqlitePath } from '../store/open-store.ts'
import { EXIT, UsageError } from './base/exit.ts'
import { createProgress, type Progress } from './base/progress.ts'

export interface MigrateOptions {
  from: string
  to: string
}

export async function migrateDatabase(
  { from, to }: MigrateOptions,
  streams: NodeJS.Process,
): Promise<number> {
  if (placeOf(from) === placeOf(to)) throw new UsageError('--from and --to name the same database.')
  if (!isPostgres(from) && !existsSync(sqlitePath(from)))
    throw new StoreProblem(`There is no database at ${sqlitePath(from)}.`)
  const [source, target] = [await openEngine(from), await openEngine(to)]
  let progress: Progress | undefined
  try {
    const moved = await moveAll(source, target, (done, total) => {
      progress ??= createProgress(streams.stderr, total, 'rows')
      progress.update(done)
    })
    progress?.end()
    for (const { table, rows } of moved) if (rows > 0) streams.stdout.write(`${table}: ${rows}\n`)
  } finally {
    await source.close()
    await target.close()
  }
  const size = await checkLedger(to)
  streams.stdout.write(
    `Moved and checked: every row is there, and the ${size} entries of the ledger give the root that was kept.\n`,
  )
  return EXIT.done
}

/** Of a file wherever its path leads. */
function placeOf(url: string): string {
  if (isPostgres(url)) return url
  const path = resolve(sqlitePath(url))
  return existsSync(path) ? realpathSync(path) : path
}

/** As the publishing thread will: from the entries to the root. */
async function checkLedger(url: string): Promise<number> {
  const store = await openStore(url, system)
  try {
    const { entries, logRoot } = await store.changesSince(0)
    const log = createLogBuilder()
    log.append(entries)
    if (Buffer.from(log.read().root).toString('base64') !== logRoot)
      throw new StoreProblem(
        'The ledger does not give the root that was kept with it. Do not use the new database.',
      )
    return log.size()
  } finally {
    await store.close()
  }
}
