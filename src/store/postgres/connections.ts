/** Connections for Kysely, from a pool. One that broke, or did not answer in time, is not used again. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isAway } from './problem.ts'

export function createConnections(pool: pg.Pool, answerMs: number): PostgresPool {
  return {
    options: pool.options,
    connect: async () => guard(await pool.connect(), answerMs),
    end: () => pool.end(),
  }
}

function guard(client: pg.PoolClient, answerMs: number): PostgresPoolClient {
  let broken: unknown
  async function query(text: string, values: unknown[]) {
    // What follows on it would wait behind what was not answered.
    if (broken) throw broken
    try {
      return await client.query({ text, values, query_timeout: answerMs } as pg.QueryConfig)
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
