/** Opens PostgreSQL: any number of processes, on any number of machines. */
import { setTimeout as sleep } from 'node:timers/promises'
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, sql } from 'kysely'
import pg from 'pg'
import type { Engine } from '../engine.ts'
import { migrate } from '../migrate.ts'
import type { Database, Tx } from '../schema.ts'
import { StoreProblem } from '../store.ts'
import { createConnections } from './connections.ts'
import { PlainTextPostgresDialect } from './dialect.ts'
import { CHANNEL, createListener, type Listener } from './listener.ts'
import {
  asProblem,
  codeOf,
  isAborted,
  isAway,
  isConflict,
  MAY_NOT_MAKE_TABLES,
  NOT_UNDERSTOOD,
} from './problem.ts'
import { scrub } from './scrub.ts'

const CONNECT_MS = 5000
/** A connection that nobody uses may be cut without a word. */
const KEEP_ALIVE_MS = 10_000
const CONNECTIONS = 8
/** A look at a few rows, or at an index. */
const ANSWER_MS = 10_000
/** In a transaction: a lock may take as long as a large import, and so may all reviews. */
const LONG_ANSWER_MS = 150_000
/** A server that restarts is back after seconds. Whoever has something to write down waits for that. */
const PATIENCE_MS = 60_000
/** Who only asks, or may ask again, or mistyped the address, wants to know soon. */
const BRIEF_PATIENCE_MS = 5000

/** Numbers of locks that only this program takes: "Frsh" and what for. */
const LOCKS = { migrate: 0x46727368_00, write: 0x46727368_01, hub: 0x46727368_02 }

export async function openPostgres(url: string, { readOnly = false } = {}): Promise<Engine> {
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'firsthand',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
  checkSettings(settings)
  const pool = openPool(settings)
  try {
    const db = createDb(pool, LONG_ANSWER_MS)
    if (!readOnly) await attempt(() => db.transaction().execute(migrateAlone), BRIEF_PATIENCE_MS)
  } catch (error) {
    await pool.end()
    throw error
  }
  return createEngine(pool, createListener(settings))
}

/** Reads the URL without connecting. */
function checkSettings(settings: pg.ClientConfig): void {
  try {
    new pg.Client(settings)
  } catch (error) {
    // The error would show the URL.
    throw new StoreProblem(NOT_UNDERSTOOD, { cause: codeOf(error) })
  }
}

function openPool(settings: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS, types: NUMBERS })
  // A connection that broke while nobody used it; the next call opens another.
  pool.on('error', () => {})
  // One that broke while it was used, between two statements; the next statement fails.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

function createDb(pool: pg.Pool, answerMs: number): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PlainTextPostgresDialect({ pool: createConnections(pool, answerMs) }),
    // SQLite knows a list of nothing, PostgreSQL does not.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
}

/** Counts come as text, because they might be larger than a number can say; ours are not. */
export const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

async function migrateAlone(tx: Tx): Promise<void> {
  await lock(tx, LOCKS.migrate)
  await migrate(tx).catch(error => {
    throw isAborted(error) ? new StoreProblem(MAY_NOT_MAKE_TABLES) : error
  })
}

const lock = async (tx: Tx, number: number) => {
  await sql`select pg_advisory_xact_lock(${number})`.execute(tx)
}

function createEngine(pool: pg.Pool, listener: Listener): Engine {
  const db = createDb(pool, ANSWER_MS)
  const long = createDb(pool, LONG_ANSWER_MS)
  /** Under a lock that all processes share. */
  const transact = <T>(number: number, work: (tx: Tx) => Promise<T>) =>
    long.transaction().execute(async tx => {
      await lock(tx, number)
      return await work(tx)
    })
  return {
    db,
    locksRows: true,
    attempt: work => attempt(work, BRIEF_PATIENCE_MS),
    read: work =>
      attempt(
        () =>
          long.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
        BRIEF_PATIENCE_MS,
      ),
    write: work =>
      attempt(() =>
        transact(LOCKS.write, async tx => {
          const result = await work(tx)
          await sql`select pg_notify(${CHANNEL}, '')`.execute(tx)
          return result
        }),
      ),
    change: work => attempt(() => long.transaction().execute(work)),
    changeAlone: work => attempt(() => transact(LOCKS.hub, work), BRIEF_PATIENCE_MS),
    waitForChange: () => listener.wait(),
    scrub: () => attempt(() => scrub(long)),
    async close() {
      await listener.close()
      if (!pool.ending) await pool.end()
    },
  }
}

async function attempt<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (let waitMs = 50; ; waitMs = Math.min(2 * waitMs, 2000)) {
    try {
      return await work()
    } catch (error) {
      const mayPass = isConflict(error) || isAway(error)
      if (!mayPass || performance.now() + waitMs > deadline) throw asProblem(error as Error)
      await sleep(waitMs * (0.5 + Math.random()))
    }
  }
}
