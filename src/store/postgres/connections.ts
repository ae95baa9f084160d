/** The connection pool: discards connections that broke or did not respond in time. */
import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isAway } from './postgres-problem.ts'

const CONNECTIONS = 8

/** Ends transactions of machines that vanished, and waits for a lock no longer than an import takes. */
const SESSION = "set idle_in_transaction_session_timeout = '60s'; set lock_timeout = '120s'"

export type Connections = ReturnType<typeof openConnections>

export function openConnections(settings: pg.ClientConfig) {
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS, types: NUMBERS })
  const prepared = new WeakSet<pg.PoolClient>()
  // An idle connection broke: the next call opens another.
  pool.on('error', () => {})
  // A connection in use broke between two statements: the next statement fails.
  pool.on('connect', client => client.on('error', () => {}))

  async function connect(timeoutMs: number): Promise<PostgresPoolClient> {
    const client = await pool.connect()
    const guarded = guard(client, timeoutMs)
    if (prepared.has(client)) return guarded
    try {
      await guarded.query(SESSION, [])
    } catch (error) {
      guarded.release()
      throw error
    }
    prepared.add(client)
    return guarded
  }

  return {
    /** The pool for Kysely, with a time limit for each statement. */
    withTimeout: (timeoutMs: number): PostgresPool => ({
      options: pool.options,
      connect: () => connect(timeoutMs),
      end: async () => {},
    }),
    async end(): Promise<void> {
      if (!pool.ending) await pool.end()
    },
  }
}

/** Keeps track of all sockets, including those whose connection was never established. */
export function createSockets() {
  const open = new Set<Socket>()
  return {
    create(): Socket {
      const socket = new Socket()
      open.add(socket)
      return socket.once('close', () => open.delete(socket))
    },
    /** Stops them from keeping the process alive: a server that is gone, or waits for a password, never closes them. */
    unref() {
      for (const socket of open) socket.unref()
    },
  }
}

/** A connection in an unknown state could return the result of an earlier query, so it is not used again. */
function guard(client: pg.PoolClient, timeoutMs: number): PostgresPoolClient {
  let broken: unknown
  async function query(text: string, values: unknown[]) {
    // Another statement would queue behind the one without a response.
    if (broken) throw broken
    try {
      const config = { text, values, query_timeout: timeoutMs }
      return await client.query(config)
    } catch (error) {
      if (isAway(error)) broken = error
      throw error
    }
  }
  return {
    // Kysely only needs the other overload for cursors, which we do not use.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(Boolean(broken)),
  }
}

/** The driver returns counts as text, because they might exceed a JavaScript number; ours never do. */
export const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}
