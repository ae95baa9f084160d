/** An installation as an operator has it: a folder, a database with three reviews, settings, and any number of instances. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Finished, spawnCommand } from './command.ts'
import { type Folder, makeFolder } from './folder.ts'
import { LONG_PATIENCE_MS } from './patience.ts'
import { isReady } from './process.ts'
import { type Program, startProgram } from './program.ts'
import { queryDatabase } from './query-database.ts'
import { business, type Row, rows } from './rows.ts'
import { importInto, until } from './service.ts'
import { authority } from './tls.ts'

export const BASE_URL = 'https://reviews.example.net'

export interface Installation {
  folder: Folder
  /** Starts the program, with extra settings if given, and waits until it is ready. */
  start(more?: Record<string, string>): Promise<Program>
  /** Imports as the operator does, while the program runs: in a process of its own, because that of the test serves the callbacks. */
  importRows(rows: Row[]): Promise<void>
  /** Runs a command in its own process. */
  run(args: string[]): Promise<Finished>
  /** Queries the database directly. */
  query(sql: string): Promise<Record<string, unknown>[]>
  count(from: string): Promise<number>
}

export interface PlaceOptions {
  /** By default a new database on the engine of the test run. */
  databaseUrl?: string
  /** The URL by which instances reach the database, if not directly. */
  instancesReachIt?: (databaseUrl: string) => string
}

export async function makeInstallation(
  t: TestContext,
  options: PlaceOptions = {},
): Promise<Installation> {
  const folder = await makeFolder(t)
  const { databaseUrl = folder.databaseUrl, instancesReachIt = url => url } = options
  const env = {
    PORT: '0',
    BASE_URL,
    DATABASE_URL: databaseUrl,
    BUSINESS_FILE: await folder.write('business.json', business),
    RATE_LIMIT_PER_MINUTE: '0',
    WEBSUB_CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBSUB_RETRY_SECONDS: '1,1',
    NODE_EXTRA_CA_CERTS: await folder.write('authority.pem', (await authority()).caPem),
  }
  await importInto(databaseUrl, rows(3), business)
  const run = (args: string[]) => spawnCommand(args, { cwd: folder.path, env })
  const query = (sql: string) => queryDatabase(databaseUrl, sql)
  return {
    folder: { ...folder, databaseUrl },
    async start(more) {
      const reached = { ...env, DATABASE_URL: instancesReachIt(databaseUrl), ...more }
      const program = await startProgram(t, { cwd: folder.path, env: reached })
      await until(() => isReady(program.url), LONG_PATIENCE_MS)
      return program
    },
    async importRows(more) {
      const { code, stderr } = await run(['import', await folder.write('reviews.json', more)])
      assert.equal(code, 0, stderr)
    },
    run,
    query,
    count: async from => Number((await query(`select count(*) as number from ${from}`))[0]!.number),
  }
}

export async function kill({ child, ended }: Program): Promise<void> {
  child.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'])
}
