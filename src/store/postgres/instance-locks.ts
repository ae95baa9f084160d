/** Shows which instances of the hub are running: each holds an advisory lock, which the server frees when the connection ends. */
import { sql } from 'kysely'
import pg from 'pg'
import type { HeldInstance } from '../base/database-engine.ts'
import type { Tx } from '../base/tables.ts'

/** The first of two numbers, "Frsh": the locks with one number are others. */
const FIRST = 0x46727368
const TIMEOUT_MS = 3000
/** An instance may lose its connection, as when the server restarts, and needs a moment for another. */
const GRACE_MS = 1500

export type InstanceLocks = ReturnType<typeof createInstanceLocks>

export function createInstanceLocks(settings: pg.ClientConfig) {
  const missingSince = new Map<string, number>()
  return {
    async hold(instance: string, onLost: () => void): Promise<HeldInstance> {
      // Its own connection: those of the pool are closed after a while.
      const client = new pg.Client({ ...settings, query_timeout: TIMEOUT_MS })
      const release = () => void client.end().catch(() => {})
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select pg_advisory_lock($1, $2)', [FIRST, secondOf(instance)])
      } catch (error) {
        release()
        throw error
      }
      client.once('end', onLost)
      return {
        release() {
          client.off('end', onLost)
          release()
        },
      }
    },
    /** For a transaction: whether the instance has ended. If so, it cannot come back before the transaction ends. */
    async hasEnded(tx: Tx, instance: string): Promise<boolean> {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(${FIRST}::int, ${secondOf(instance)}::int) as free`.execute(
        tx,
      )
      const nowMs = performance.now()
      const sinceMs = missingSince.get(instance) ?? nowMs
      const hasEnded = rows[0]!.free && nowMs - sinceMs >= GRACE_MS
      if (rows[0]!.free && !hasEnded) missingSince.set(instance, sinceMs)
      else missingSince.delete(instance)
      return hasEnded
    },
  }
}

/** Two instances with the same number would only wait longer for each other's claims. */
const secondOf = (instance: string) => Number.parseInt(instance.slice(0, 8), 16) | 0
