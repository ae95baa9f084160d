/** Databases of their own on the PostgreSQL of the test run. */
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { NUMBERS } from '../../src/store/postgres/connections.ts'

/** Which one the stores of this test run are on. */
export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** Of the first database of the server. */
export function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL
  if (!url)
    throw new Error('There is no PostgreSQL: run these tests with npm run test:some -- store.')
  return url
}

/** The URL of the same server with other parts. */
export function urlWith(
  parts: Partial<Pick<URL, 'username' | 'password' | 'port' | 'pathname'>>,
): string {
  return Object.assign(new URL(serverUrl()), parts).href
}

/** Those of tests that ended: nobody needs them any more. */
const ended: string[] = []

/** The URL of a new database, dropped once the test has ended, and with the server at the latest. */
export async function makeDatabase(t: TestContext): Promise<string> {
  for (const name of ended.splice(0))
    await queryPostgres(serverUrl(), `drop database ${name} with (force)`)
  const url = await createDatabase()
  t.after(() => void ended.push(new URL(url).pathname.slice(1)))
  return url
}

/** The URL of a new database, dropped with the server. */
export async function createDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await queryPostgres(serverUrl(), `create database ${name}`)
  return urlWith({ pathname: name })
}

export async function queryPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await (clients.get(url) ?? connect(url))
  // A test that runs alone has nothing else that keeps its process going.
  const waiting = setInterval(() => {}, 60_000)
  try {
    return (await client.query(sql)).rows
  } finally {
    clearInterval(waiting)
  }
}

/** One for each database: tests ask many times a second, and a connection is a process of the server. */
const clients = new Map<string, Promise<pg.Client>>()

function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, types: NUMBERS })
  // The database was dropped.
  client.on('error', () => clients.delete(url))
  const connected = client.connect().then(() => {
    // It need not be closed: it does not keep the process from ending. The types do not know of it.
    ;(client as pg.Client & { unref(): void }).unref()
    return client
  })
  clients.set(url, connected)
  return connected
}

/** Where the server keeps it, with all that was written until now. */
export async function folderOfDatabase(url: string): Promise<string> {
  await queryPostgres(url, 'checkpoint')
  const [{ place }] = (await queryPostgres(
    url,
    `select current_setting('data_directory') || '/base/' || oid as place from pg_database where datname = current_database()`,
  )) as [{ place: string }]
  return place
}
