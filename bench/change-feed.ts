/** How long a client waits for the first byte of the change feed, from its first page to its last. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { makeFolder } from './cleanup.ts'
import { makeDatabase, startServe } from './serve.ts'
import { percentile, printTable } from './table.ts'

const FIRST_PAGE = '/api/changes.json'
/** Of the first and the last page. */
const ROUNDS = 20

export async function benchChangeFeed(count: number): Promise<void> {
  const folder = makeFolder()
  const serve = await startServe(folder, await makeDatabase(folder, count))
  const times: number[] = []
  let path: string | undefined = FIRST_PAGE
  let last = FIRST_PAGE
  while (path) {
    const { firstByteMs, next } = await readPage(serve.url, path)
    times.push(firstByteMs)
    last = path
    path = next
  }
  const rows = [
    ['first page', ...cells(await readOften(serve.url, FIRST_PAGE))],
    [`all ${times.length} pages`, ...cells(times)],
    ['last page', ...cells(await readOften(serve.url, last))],
  ]
  await serve.stop()
  printTable(
    `The change feed of ${count.toLocaleString('en')} reviews: milliseconds to the first byte`,
    ['page', 'median', '99 %', 'most'],
    rows,
  )
}

const cells = (times: number[]) =>
  [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)].map(ms => ms.toFixed(1))

async function readOften(url: string, path: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push((await readPage(url, path)).firstByteMs)
  return times
}

async function readPage(
  url: string,
  path: string,
): Promise<{ firstByteMs: number; next?: string }> {
  const startedMs = performance.now()
  const [response] = (await once(get(url + path), 'response')) as [IncomingMessage]
  const firstByteMs = performance.now() - startedMs
  const { next_url } = (await json(response)) as { next_url?: string }
  if (!next_url) return { firstByteMs }
  const { pathname, search } = new URL(next_url)
  return { firstByteMs, next: pathname + search }
}
