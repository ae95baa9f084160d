/** Opens the embedded database: one file, several processes at once. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { BUSY_TOO_LONG, type DatabaseEngine } from '../base/database-engine.ts'
import { StoreProblem } from '../base/store-problem.ts'
import type { Database, Tx } from '../base/tables.ts'
import { migrateSchema } from '../migrations/migrate-schema.ts'
import { sqliteDialect } from './dialect.ts'

/** "Frsh": marks the file as ours. */
const APPLICATION_ID = 0x46727368

/**
 * SQLite waits for a lock inside the call, and nothing else runs meanwhile. So it waits briefly, and we wait between
 * tries, as long as a large import may take.
 */
const BUSY_TIMEOUT_MS = 25

/** Ids come in no order, so a large import writes all over its indexes: they should fit. */
const CACHE_KIB = 8192
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 100

export async function openSqlite(path: string, { readOnly = false } = {}): Promise<DatabaseEngine> {
  const database = await whenFree(async () => openFile(path, readOnly))
  const db = new Kysely<Database>({ dialect: sqliteDialect(database, { readOnly }) })
  try {
    if (!readOnly) await whenFree(() => db.transaction().execute(migrateSchema))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return createEngine(database, db)
}

/** SQLite lets one write at a time, and reads are of one moment in any transaction. */
function createEngine(database: DatabaseSync, db: Kysely<Database>): DatabaseEngine {
  const transact = <T>(work: (tx: Tx) => Promise<T>) => whenFree(() => db.transaction().execute(work))
  return {
    db,
    locksRows: false,
    aheadMs: 0,
    attempt: whenFree,
    read: transact,
    write: transact,
    change: transact,
    changeAlone: (_what, work) => transact(work),
    waitForChange: () => sleep(LOOK_EVERY_MS),
    scrub: () => scrub(database),
    close: () => db.destroy(),
  }
}

function openFile(path: string, readOnly: boolean): DatabaseSync {
  try {
    if (!readOnly && path !== IN_MEMORY) makeFile(path)
    const database = new DatabaseSync(path, {
      readOnly,
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
    })
    try {
      claim(database, path, readOnly)
      // A restored backup may have another journal: then a reader and an import would stand in each other's way.
      if (!readOnly)
        database.exec(
          `pragma journal_mode = wal; pragma secure_delete = on; pragma cache_size = -${CACHE_KIB}`,
        )
    } catch (error) {
      database.close()
      throw error
    }
    return database
  } catch (error) {
    if (error instanceof StoreProblem || isBusy(error)) throw error
    if (resultCode(error) === DAMAGED) throw asProblem(error as Error)
    throw new StoreProblem(`The database ${path} cannot be opened: ${(error as Error).message}.`)
  }
}

/** What SQLite takes for no file at all: a rehearsal leaves no trace. */
const IN_MEMORY = ':memory:'

/** It holds keys: nobody else on this machine is to read it. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/** A new file becomes ours; a file of another program is left alone. */
function claim(database: DatabaseSync, path: string, readOnly: boolean): void {
  // One statement, so that another process that makes the same file cannot come in between.
  const { id, tables } = database
    .prepare(
      'select application_id as id, (select count(*) from sqlite_schema) as tables from pragma_application_id',
    )
    .get() as { id: number; tables: number }
  if (id === APPLICATION_ID) return
  if (id !== 0 || tables > 0 || readOnly)
    throw new StoreProblem(`${path} is not a Firsthand database. Name another file in DATABASE_URL.`)
  database.exec(`pragma application_id = ${APPLICATION_ID}`)
}

/** Rewrites the file, so that no page holds what rows once said, and empties the log of writes beside it. */
export async function scrub(database: DatabaseSync, patienceMs = PATIENCE_MS): Promise<void> {
  const patience = { patienceMs, tooLong: NOT_SCRUBBED }
  await whenFree(async () => database.exec('vacuum'), patience)
  await whenFree(async () => {
    const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
    if (busy) throw Object.assign(new Error('a reader holds the log'), { errcode: SQLITE_BUSY })
  }, patience)
}

/** Tries again while another process holds the write lock. */
async function whenFree<T>(
  work: () => Promise<T>,
  { patienceMs, tooLong } = { patienceMs: PATIENCE_MS, tooLong: BUSY_TOO_LONG },
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw asProblem(error as Error)
      if (performance.now() > deadline) throw new StoreProblem(tooLong)
      await sleep(20 + 60 * Math.random())
    }
  }
}

const NOT_SCRUBBED =
  'The review is erased and not shown any more, but the database file could not be rewritten, because another process is reading it. Run firsthand erase ID again when it is done.'
const SQLITE_BUSY = 5
const DAMAGED = 11

const isBusy = (error: unknown) => resultCode(error) === SQLITE_BUSY

/** What the disk or the file does, not a fault of ours: read-only, I/O, damaged, full, cannot open. */
const OF_THE_MACHINE: Record<number, string> = {
  8: 'may not be written to. Check who owns the file',
  10: 'cannot be read or written. Check the disk',
  [DAMAGED]: 'is damaged. Restore it from a backup',
  13: 'has no room left. Make some on the disk',
  14: 'cannot be opened. Check its folder',
}

function asProblem(error: Error): Error {
  const sentence = OF_THE_MACHINE[resultCode(error)]
  return sentence ? new StoreProblem(`The database ${sentence} (${error.message}).`, { cause: error }) : error
}

/** An extended code of SQLite holds the plain one in its last byte. */
const resultCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256
