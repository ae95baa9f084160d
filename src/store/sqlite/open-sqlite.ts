/** Opens a SQLite database: one file, which several processes may use at once. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { BUSY_TOO_LONG, type DatabaseEngine } from '../base/database-engine.ts'
import { derivedBeside } from '../base/derived-folder.ts'
import { prepareSchema } from '../base/schema.ts'
import { LostDatabase, StoreProblem } from '../base/store-problem.ts'
import type { Database, Tx } from '../base/tables.ts'
import { createChangeWatch } from './change-watch.ts'
import { createFileConfirmation, findDamage } from './database-file.ts'
import { sqliteDialect } from './dialect.ts'
import { createInstanceLocks } from './instance-locks.ts'
import messages from './sqlite-messages.json' with { type: 'json' }

/** "Frsh": marks the file as a Firsthand database. */
const APPLICATION_ID = 0x46727368

/** SQLite blocks the whole process while it waits for a lock. So it waits only briefly, and we retry for as long as an import may take. */
const BUSY_TIMEOUT_MS = 25

/** Ids are random, so a large import writes all over its indexes, which should fit into the cache. */
const CACHE_KIB = 8192
const PATIENCE_MS = 120_000

export async function openSqlite(path: string, { readOnly = false } = {}): Promise<DatabaseEngine> {
  const database = await whenFree(async () => openFile(path, readOnly))
  const db = new Kysely<Database>({ dialect: sqliteDialect(database, { readOnly }) })
  try {
    if (!readOnly) await whenFree(() => db.transaction().execute(tx => prepareSchema(tx, 'text')))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return createEngine(database, db)
}

/** SQLite allows one writer at a time, and any transaction reads a single point in time. */
function createEngine(database: DatabaseSync, db: Kysely<Database>): DatabaseEngine {
  const transact = <T>(work: (tx: Tx) => Promise<T>) =>
    whenFree(() => db.transaction().execute(work))
  const location = database.location()
  const locks = createInstanceLocks(`${location ?? IN_MEMORY}-hub-`)
  const watch = createChangeWatch(location)
  const close = async () => {
    watch.close()
    await db.destroy()
  }
  return {
    db,
    locksRows: false,
    hasIdIn: ids => sql`id in (select value from json_each(${JSON.stringify(ids)}))`,
    aheadMs: 0,
    attempt: whenFree,
    read: transact,
    write: transact,
    change: transact,
    changeAlone: (_what, work) => transact(work),
    holdInstance: async instance => locks.hold(instance),
    ifEnded: (instance, work) => locks.ifEnded(instance, () => transact(work)),
    waitForChange: watch.wait,
    confirmFiles: createFileConfirmation(location),
    findDamage: () => whenFree(() => findDamage(db)),
    async scrub() {
      if (location) rmSync(derivedBeside(location), { recursive: true, force: true })
      await scrub(database)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function openFile(path: string, readOnly: boolean): DatabaseSync {
  try {
    if (!readOnly && path !== IN_MEMORY) createFile(path)
    const database = new DatabaseSync(path, {
      readOnly,
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
    })
    try {
      markFile(database, path, readOnly)
      // A restored backup may have another journal mode, in which readers and writers block each other.
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
    if (resultCode(error) === SQLITE_CORRUPT) throw asProblem(error as Error)
    throw new StoreProblem(
      `The database ${path} cannot be opened: ${(error as Error).message}. Check the file, or name another with --database-url.`,
    )
  }
}

/** SQLite's name for a database without a file, which a dry run uses. */
const IN_MEMORY = ':memory:'

/** The database contains keys, so other users of this machine must not read it. */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/** Marks a new file as ours, and rejects a file of another program. */
function markFile(database: DatabaseSync, path: string, readOnly: boolean): void {
  // One statement, so that another process creating the same file cannot come in between.
  const { id, tables } = database
    .prepare(
      'select application_id as id, (select count(*) from sqlite_schema) as tables from pragma_application_id',
    )
    .get() as { id: number; tables: number }
  if (id === APPLICATION_ID) return
  if (id !== 0 || tables > 0 || readOnly)
    throw new StoreProblem(
      `${path} is not a Firsthand database. It was left as it is. Name another file with --database-url.`,
    )
  database.exec(`pragma application_id = ${APPLICATION_ID}`)
}

/** Rewrites the file, so that no page holds deleted data, and empties the write-ahead log beside it. */
export async function scrub(database: DatabaseSync, patienceMs = PATIENCE_MS): Promise<void> {
  const patience = { patienceMs, gaveUp: messages.not_scrubbed }
  await whenFree(async () => database.exec('vacuum'), patience)
  await whenFree(async () => {
    const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
    if (busy)
      throw Object.assign(new Error('a reader uses the write-ahead log'), { errcode: SQLITE_BUSY })
  }, patience)
}

/** Retries while another process holds the write lock. */
async function whenFree<T>(
  work: () => Promise<T>,
  { patienceMs, gaveUp } = { patienceMs: PATIENCE_MS, gaveUp: BUSY_TOO_LONG },
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw asProblem(error as Error)
      if (performance.now() > deadline) throw new StoreProblem(gaveUp)
      await sleep(20 + 60 * Math.random())
    }
  }
}

const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

const isBusy = (error: unknown) => resultCode(error) === SQLITE_BUSY
const isDamage = (error: unknown) => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(resultCode(error))

/** For the result codes that the operator can act on. */
const REASONS: Record<number, string> = messages.by_result_code

function asProblem(error: Error): Error {
  const reason = REASONS[resultCode(error)]
  if (!reason) return error
  const Problem = isDamage(error) ? LostDatabase : StoreProblem
  return new Problem(`The database ${reason} (${error.message}).`, { cause: error })
}

/** The last byte of an extended result code is the primary one. */
const resultCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256
