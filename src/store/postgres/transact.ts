/** Retries what failed because the server was busy or unreachable, but never what may have been committed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { StoreProblem } from '../base/store-problem.ts'
import type { Db, Tx } from '../base/tables.ts'
import messages from './postgres-messages.json' with { type: 'json' }
import { asProblem, isAway, isConflict } from './postgres-problem.ts'

export async function attempt<T>(
  work: () => Promise<T>,
  patienceMs: number,
  leastTries = 1,
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (let waitMs = 50, tries = 1; ; waitMs = Math.min(2 * waitMs, 2000), tries++) {
    try {
      return await work()
    } catch (error) {
      const mayPass = isConflict(error) || isAway(error)
      const isOver = tries >= leastTries && performance.now() + waitMs > deadline
      if (!mayPass || isOver) throw asProblem(error as Error)
      await sleep(waitMs * (0.5 + Math.random()))
    }
  }
}

/** Runs one transaction, once. If it fails, nothing was written. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { result: T; id: string | null } | undefined
  try {
    // After waiting for a lock, a transaction must see what was written under it.
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

/** null if nothing was written. */
async function readId(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select pg_current_xact_id_if_assigned()::text as id`.execute(tx)
  return rows[0]!.id
}

/** Longer than the server keeps the transaction of a vanished client. */
const PATIENCE_MS = 90_000
const POLL_MS = 500

/** For when the response to the commit was lost. Repeating a complete import could count the same absence twice and remove reviews. */
async function wasCommitted(db: Db, id: string): Promise<boolean> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const status = await readStatus(db, id)
    if (status === 'committed') return true
    if (status === 'aborted') return false
    if (performance.now() > deadline) throw new StoreProblem(messages.unknown_outcome)
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
