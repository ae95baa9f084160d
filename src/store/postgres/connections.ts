/** Connections: how they are opened, and thrown away when they broke or did not answer in time. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isAway } from './problem.ts'

const CONNECTIONS = 8

/**
 * What the server is to do by itself when a machine vanishes in the middle of a transaction, or waits for a lock longer than an
 * import takes.
 */
const SESSION = "set idle_in_transaction_session_timeout = '60s'; set lock_timeout = '120s'"

export interface Connections {
  /** For Kysely: each statement is answered within that time. */
  answering(withinMs: number): PostgresPool
  end(): Promise<void>
}

export function openConnections(settings: pg.ClientConfig): Connections {
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS, types: NUMBERS })
  const open = new Set<pg.PoolClient>()
  // A connection that broke while nobody used it; the next call opens another.
  pool.on('error', () => {})
  // One that broke while it was used, between two statements; the next statement fails.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('remove', client => open.delete(client as pg.PoolClient))

  async function connect(answerMs: number): Promise<PostgresPoolClient> {
    const client = await pool.connect()
    const guarded = guard(client, answerMs)
    if (open.has(client)) return guarded
    try {
      await guarded.query(SESSION, [])
    } catch (error) {
      guarded.release()
      throw error
    }
    open.add(client)
    return guarded
  }

  return {
    answering: withinMs => ({
      options: pool.options,
      connect: () => connect(withinMs),
      end: async () => {},
    }),
    async end() {
      if (pool.ending) return
      // A server that is gone does not say goodbye: the process must not wait for that.
      for (const client of open) unref(client)
      await pool.end()
    },
  }
}

/** The types do not know of it. */
export const unref = (client: pg.ClientBase) => (client as pg.ClientBase & { unref(): void }).unref()

function guard(client: pg.PoolClient, answerMs: number): PostgresPoolClient {
  let broken: unknown
  async function query(text: string, values: unknown[]) {
    // What follows on it would wait behind what was not answered.
    if (broken) throw broken
    try {
      const config = { text, values, query_timeout: answerMs }
      return await client.query(config)
    } catch (error) {
      if (isAway(error)) broken = error
      throw error
    }
  }
  return {
    // Nobody asks for a cursor.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(Boolean(broken)),
  }
}

/** Counts come as text, because they might be larger than a number can say; ours are not. */
export const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}
