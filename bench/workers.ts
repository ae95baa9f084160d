/** Compares two threads that serve with one, on the same database: what a CPU-second gives, and what all threads give together. */
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from './cleanup.ts'
import { READS, REVIEWS, ROUNDS } from './http.ts'
import { generateLoad, type LoadResult } from './load.ts'
import { makeDatabase, type Serving, startServe } from './serve.ts'
import { percentile, printTable } from './table.ts'

const SECONDS = 2
/** Enough for both threads. */
const CONNECTIONS = 64

export async function benchWorkers(): Promise<void> {
  const folder = makeFolder()
  const database = await makeDatabase(folder, REVIEWS)
  const one = await startServe(folder, database)
  const two = await startServe(folder, database, { workers: 2 })
  await untilBothServe(two)
  for (const { url } of [one, two]) while (!(await fetch(`${url}/insights.json`)).ok) await sleep(100)
  const rows = []
  for (const [name, { path, headers }] of Object.entries(READS)) {
    // Each thread compiles the code on its own before it is fast.
    for (const serving of [one, two, two]) await load(serving, path, headers)
    const rounds: [LoadResult, LoadResult][] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push([await load(one, path, headers), await load(two, path, headers)])
    const median = (value: (round: [LoadResult, LoadResult]) => number) => percentile(rounds.map(value), 0.5)
    const measures = (['requestsPerCpuSecond', 'requestsPerThreadSecond'] as const).flatMap(measure => [
      (median(([single]) => single[measure]) / 1000).toFixed(1),
      (median(([, double]) => double[measure]) / 1000).toFixed(1),
      median(([single, double]) => double[measure] / single[measure]).toFixed(2),
    ])
    rows.push([name, ...measures])
  }
  printTable(
    `Threads that serve, with ${REVIEWS} reviews: thousand requests per CPU-second of all threads, then of the busiest one, which is what the service sends if every thread has a core of its own and the load generator none of them; medians of ${ROUNDS} rounds`,
    ['case', 'one', 'two', 'of one', 'one', 'two', 'of one'],
    rows,
  )
}

/** Each instance gets its own ETag, to respond with 304. */
async function load({ port, pid, url }: Serving, path: string, headers: Record<string, string>) {
  const mine = { ...headers }
  if (mine['if-none-match']) {
    const response = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
    mine['if-none-match'] = response.headers.get('etag')!
    await response.arrayBuffer()
  }
  return await generateLoad({ port, path, headers: mine }, pid, SECONDS, CONNECTIONS)
}

/** The ids of requests begin differently in each thread. */
async function untilBothServe({ url }: Serving): Promise<void> {
  const threads = new Set<string>()
  while (threads.size < 2) {
    const { headers } = await fetch(`${url}/robots.txt`, { headers: { connection: 'close' } })
    threads.add(headers.get('x-request-id')!.slice(0, 8))
    await sleep(20)
  }
}
