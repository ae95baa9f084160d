/** Tries again what failed because the server was busy or away, but never what it may have done already. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { StoreProblem } from '../base/store-problem.ts'
import type { Db, Tx } from '../base/tables.ts'
import { asProblem, isAway, isConflict } from './postgres-problem.ts'

export async function attempt<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
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

/** One transaction, once. Fails only where nothing of it was written. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { result: T; id: string | null } | undefined
  try {
    // Whoever waited for a lock must see what was written under it.
    return await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async tx => {
        const result = await work(tx)
        done = { result, id: await readId(tx) }
        return result
      })
  } catch (error) {
    if (done?.id && isAway(error) && (await wasCommitted(db, done.id))) return done.result
    throw error
  }
}

/** null where nothing was written. */
async function readId(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select pg_current_xact_id_if_assigned()::text as id`.execute(tx)
  return rows[0]!.id
}

/** Longer than the server waits for a client that vanished. */
const PATIENCE_MS = 90_000
const LOOK_EVERY_MS = 500

/** The answer to the commit was lost. */
async function wasCommitted(db: Db, id: string): Promise<boolean> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(LOOK_EVERY_MS)) {
    const status = await readStatus(db, id)
    if (status === 'committed') return true
    if (status === 'aborted') return false
    if (performance.now() > deadline) throw new StoreProblem(NOT_KNOWN)
  }
}

async function readStatus(db: Db, id: string): Promise<string | null> {
  try {
    const { rows } = await sql<{ status: string | null }>`
      select pg_xact_status(${id}::text::xid8) as status`.execute(db)
    return rows[0]!.status
  } catch (error) {
    if (isAway(error)) return null
    throw error
  }
}

const NOT_KNOWN =
  'PostgreSQL went away at the last moment, and it is not known whether the change was written. Look whether it was before you try again.'
