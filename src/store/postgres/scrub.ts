/** Removes deleted data from the server's table files. Its write-ahead log and backups are up to the operator. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { StoreProblem } from '../base/store-problem.ts'
import type { Db } from '../base/tables.ts'

const PATIENCE_MS = 120_000
const POLL_MS = 100

export async function scrub(db: Db, patienceMs = PATIENCE_MS): Promise<void> {
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
    if (performance.now() > deadline) throw new StoreProblem(NOT_SCRUBBED)
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

const NOT_SCRUBBED =
  'The review is erased and no longer shown, but its text may still be in the files of PostgreSQL, because an older transaction is still open. Run firsthand erase ID again when that transaction is done.'
