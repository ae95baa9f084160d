/** What PostgreSQL gains and costs: fan-out by two instances, and reads, which must be as fast as on SQLite. */
import { startPostgres } from '../test/kit/postgres-server.ts'
import { makeFolder } from './cleanup.ts'
import { compare, READS, REVIEWS, ROUNDS } from './http.ts'
import { comparePushOnCores } from './push-cores.ts'
import { makeDatabase, startServe } from './serve.ts'
import { printTable } from './table.ts'

export async function benchInstances(): Promise<void> {
  const server = await startPostgres()
  try {
    await comparePushOnCores(server)
    await compareReads(server.url)
  } finally {
    await server.stop()
  }
}

async function compareReads(postgresUrl: string): Promise<void> {
  const folder = makeFolder()
  const postgres = await startServe(folder, await makeDatabase(folder, REVIEWS, postgresUrl))
  const sqlite = await startServe(folder, await makeDatabase(folder, REVIEWS))
  const rivals = [
    { name: 'PostgreSQL', ...postgres },
    { name: 'SQLite', ...sqlite },
  ]
  const rows = []
  for (const [name, load] of Object.entries(READS)) rows.push(await compare(name, load, rivals))
  await Promise.all([postgres.stop(), sqlite.stop()])
  printTable(
    `HTTP with ${REVIEWS} reviews: thousand requests per CPU-second of the server, medians of ${ROUNDS} rounds`,
    ['case', 'PostgreSQL', 'SQLite', 'of SQLite'],
    rows,
  )
}
