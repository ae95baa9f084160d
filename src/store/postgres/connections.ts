/** Connections: how they are opened, and thrown away when they broke or did not answer in time. */
import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isAway } from './postgres-problem.ts'

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
  const known = new WeakSet<pg.PoolClient>()
  // A connection that broke while nobody used it; the next call opens another.
  pool.on('error', () => {})
  // One that broke while it was used, between two statements; the next statement fails.
  pool.on('connect', client => client.on('error', () => {}))

  async function connect(answerMs: number): Promise<PostgresPoolClient> {
    const client = await pool.connect()
    const guarded = guard(client, answerMs)
    if (known.has(client)) return guarded
    try {
      await guarded.query(SESSION, [])
    } catch (error) {
      guarded.release()
      throw error
    }
    known.add(client)
    return guarded
  }

  return {
    answering: withinMs => ({
      options: pool.options,
      connect: () => connect(withinMs),
      end: async () => {},
    }),
    async end() {
      if (!pool.ending) await pool.end()
    },
  }
}

/** Of all connections, also of those that never came to be. */
export interface Sockets {
  make(): Socket
  /** A server that is gone, or that waits for a password, does not say goodbye: the process need not wait for that. */
  letGo(): void
}

export function createSockets(): Sockets {
  const open = new Set<Socket>()
  return {
    make() {
      const socket = new Socket()
      open.add(socket)
      return socket.once('close', () => open.delete(socket))
    },
    letGo() {
      for (const socket of open) socket.unref()
    },
  }
}

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
