/** Takes what was deleted out of the server's files. Its log of writes and its backups are the operator's. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { StoreProblem } from '../base/store-problem.ts'
import type { Db } from '../base/tables.ts'

const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 100

export async function scrub(db: Db, patienceMs = PATIENCE_MS): Promise<void> {
  await untilNobodySees(db, patienceMs)
  for (const table of ['review', 'revision', 'analysis', 'setting'] as const)
    await sql`vacuum full ${sql.table(table)}`.execute(db)
}

/**
 * PostgreSQL keeps rows that a transaction which began before their end might still see, even one in another database of the
 * server: a table that is rewritten meanwhile has them still.
 */
async function untilNobodySees(db: Db, patienceMs: number): Promise<void> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  const { now } = rows[0]!
  const deadline = performance.now() + patienceMs
  while (await isSeen(db, now)) {
    if (performance.now() > deadline) throw new StoreProblem(NOT_SCRUBBED)
    await sleep(LOOK_EVERY_MS)
  }
}

async function isSeen(db: Db, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) <= ${transaction}::xid8 or exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and age(backend_xmin) >= age(${transaction}::xid8::xid)
    ) as seen`.execute(db)
  return rows[0]!.seen
}

const NOT_SCRUBBED =
  'The review is erased and not shown any more, but the files of PostgreSQL could not be rewritten, because a transaction that began before is still open. Run firsthand erase ID again when it is done.'
