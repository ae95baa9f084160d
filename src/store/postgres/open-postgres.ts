/** Opens a PostgreSQL database, which any number of processes and machines may share. */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Alone, DatabaseEngine } from '../base/database-engine.ts'
import { derivedBeside } from '../base/derived-folder.ts'
import { prepareSchema } from '../base/schema.ts'
import { StoreProblem, WrongDatabaseUrl } from '../base/store-problem.ts'
import type { Database, Db, Tx } from '../base/tables.ts'
import { type Connections, createSockets, openConnections } from './connections.ts'
import { createInstanceLocks, type InstanceLocks } from './instance-locks.ts'
import { CHANNEL, createListener, type Listener } from './listener.ts'
import messages from './postgres-messages.json' with { type: 'json' }
import { codeOf } from './postgres-problem.ts'
import { attempt, transact } from './transact.ts'

const CONNECT_MS = 5000
/** Firewalls cut idle connections without notice. */
const KEEP_ALIVE_MS = 10_000
/** For statements that read a few rows. */
const TIMEOUT_MS = 10_000
/** For statements that read all reviews, or wait for the lock that a large import holds. */
const LONG_TIMEOUT_MS = 150_000
/** A write is worth waiting for until a server has restarted. */
const PATIENCE_MS = 60_000
/** A read can be repeated, /readyz and the hub's responses must not hang, and a mistyped address should be reported soon. */
const BRIEF_PATIENCE_MS = 5000

/** Advisory lock numbers: "Frsh", so that no other program uses the same, and what they protect. */
const LOCKS: Record<Alone | 'schema' | 'write', number> = {
  schema: 0x46727368_00,
  write: 0x46727368_01,
  subscriptions: 0x46727368_02,
  topics: 0x46727368_03,
}

export async function openPostgres(
  url: string,
  { readOnly = false } = {},
): Promise<DatabaseEngine> {
  const sockets = createSockets()
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'firsthand',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: sockets.create,
  }
  checkSettings(settings)
  const connections = openConnections(settings)
  const listener = createListener(settings)
  const locks = createInstanceLocks(settings)
  const long = createDb(connections, LONG_TIMEOUT_MS)
  async function close(): Promise<void> {
    listener.close()
    await connections.end()
    sockets.unref()
  }
  try {
    // A single connection that takes too long is no reason for a service not to start.
    if (!readOnly) await attempt(() => transact(long, prepareAlone), BRIEF_PATIENCE_MS, 2)
    const aheadMs = await attempt(() => compareClocks(long), BRIEF_PATIENCE_MS, 2)
    return {
      ...createEngine(connections, listener, locks, long, aheadMs),
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Checks the URL without connecting. */
function checkSettings(settings: pg.ClientConfig): void {
  try {
    new pg.Client(settings)
  } catch (error) {
    // Not the error itself, which would show the URL.
    throw new WrongDatabaseUrl(messages.malformed_url, { cause: codeOf(error) })
  }
}

function createDb(connections: Connections, timeoutMs: number): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: connections.withTimeout(timeoutMs) }),
    // SQLite accepts an empty list after `in`; PostgreSQL does not.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
}

/** Sorts by code point, as text in SQLite and JavaScript does, whatever the language of the database. */
const TEXT_TYPE = 'text collate "C"'

async function prepareAlone(tx: Tx): Promise<void> {
  await lock(tx, 'schema')
  await prepareSchema(tx, TEXT_TYPE)
}

const lock = async (tx: Tx, what: keyof typeof LOCKS) => {
  await sql`select pg_advisory_xact_lock(${LOCKS[what]})`.execute(tx)
}

/** A smaller difference may just be the round trip. */
const SAME_CLOCK_MS = 1000

/** How far the server's clock is ahead of this machine's. */
async function compareClocks(db: Db): Promise<number> {
  const startedMs = Date.now()
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::int8 as ms`.execute(db)
  const aheadMs = rows[0]!.ms - (startedMs + Date.now()) / 2
  return Math.abs(aheadMs) < SAME_CLOCK_MS ? 0 : Math.round(aheadMs)
}

function createEngine(
  connections: Connections,
  listener: Listener,
  locks: InstanceLocks,
  long: Db,
  aheadMs: number,
): Omit<DatabaseEngine, 'close' | typeof Symbol.asyncDispose> {
  const db = createDb(connections, TIMEOUT_MS)
  const transactAlone = <T>(on: Db, what: keyof typeof LOCKS, work: (tx: Tx) => Promise<T>) =>
    transact(on, async tx => {
      await lock(tx, what)
      return await work(tx)
    })
  return {
    db,
    locksRows: true,
    hasIdIn: ids => sql`id = any(${ids})`,
    aheadMs,
    attempt: work => attempt(work, BRIEF_PATIENCE_MS),
    read: work => attempt(() => readSnapshot(long, work), BRIEF_PATIENCE_MS),
    write: work =>
      attempt(
        () =>
          transactAlone(long, 'write', async tx => {
            const result = await work(tx)
            await sql`select pg_notify(${CHANNEL}, '')`.execute(tx)
            return result
          }),
        PATIENCE_MS,
      ),
    change: work => attempt(() => transact(db, work), PATIENCE_MS),
    changeAlone: (what, work) =>
      attempt(() => transactAlone(what === 'topics' ? long : db, what, work), BRIEF_PATIENCE_MS),
    holdInstance: (instance, onLost) =>
      attempt(() => locks.hold(instance, onLost), BRIEF_PATIENCE_MS),
    ifEnded: (instance, work) =>
      attempt(
        () =>
          transact(db, async tx => ((await locks.hasEnded(tx, instance)) ? await work(tx) : null)),
        BRIEF_PATIENCE_MS,
      ),
    waitForChange: () => listener.wait(),
    confirmFiles: () => {},
    findDamage: async () => null,
    async scrub() {
      rmSync(derivedBeside(null), { recursive: true, force: true })
      await attempt(() => scrub(long), PATIENCE_MS)
    },
  }
}

const readSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      // No time limit: a read blocks nobody, and moving all data to another database leaves it idle for long.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      return await work(tx)
    })

const SCRUB_PATIENCE_MS = 120_000
const POLL_MS = 100

export async function scrub(db: Db, patienceMs = SCRUB_PATIENCE_MS): Promise<void> {
  await waitForOldTransactions(db, patienceMs)
  for (const table of ['review', 'revision', 'correction', 'analysis', 'setting'] as const)
    await sql`vacuum full ${sql.table(table)}`.execute(db)
}

/** A rewritten table keeps deleted rows as long as an older transaction might see them, even one in another database of the server. */
async function waitForOldTransactions(db: Db, patienceMs: number): Promise<void> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  const { now } = rows[0]!
  const deadline = performance.now() + patienceMs
  while (await isVisible(db, now)) {
    if (performance.now() > deadline) throw new StoreProblem(messages.not_scrubbed)
    await sleep(POLL_MS)
  }
}

async function isVisible(db: Db, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ visible: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) <= ${transaction}::xid8 or exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and age(backend_xmin) >= age(${transaction}::xid8::xid)
    ) as visible`.execute(db)
  return rows[0]!.visible
}
