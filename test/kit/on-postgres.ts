/** For `node --test-global-setup`: the tests of this run keep their data in PostgreSQL. */
import { type PostgresServer, startPostgres } from './postgres-server.ts'

let server: PostgresServer | undefined

export async function globalSetup(): Promise<void> {
  server = await startPostgres()
  // Every test file is a process of its own, and inherits this.
  process.env.TEST_ENGINE = 'postgres'
  process.env.TEST_POSTGRES_URL = server.url
  process.stdout.write(`${server.version}\n`)
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
}
