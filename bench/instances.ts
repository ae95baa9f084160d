/** What PostgreSQL brings and costs: a fan-out by two instances, and readers who must not notice which database there is. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../test/kit/postgres-server.ts'
import { compare, READS, REVIEWS, ROUNDS } from './http.ts'
import { comparePushOnCores } from './push-cores.ts'
import { makeDatabase, startServe } from './serve.ts'
import { printTable } from './table.ts'

export async function benchInstances(): Promise<void> {
  const server = await startPostgres()
  await comparePushOnCores(server)
  await compareReads(server.url)
  await server.stop()
}

async function compareReads(postgresUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'firsthand-bench-'))
  const postgres = await startServe(folder, await makeDatabase(folder, REVIEWS, postgresUrl))
  const sqlite = await startServe(folder, await makeDatabase(folder, REVIEWS))
  const rivals = [
    { name: 'PostgreSQL', ...postgres },
    { name: 'SQLite', ...sqlite },
  ]
  const rows = []
  for (const [name, load] of Object.entries(READS)) rows.push(await compare(name, load, rivals))
  await Promise.all([postgres.stop(), sqlite.stop()])
  rmSync(folder, { recursive: true })
  printTable(
    `HTTP with ${REVIEWS} reviews: thousand requests per CPU-second of the server, medians of ${ROUNDS} rounds`,
    ['case', 'PostgreSQL', 'SQLite', 'of SQLite'],
    rows,
  )
}
