/** Compares the read endpoints with a bare node:http server and with nginx, if it is installed: ratios within one run. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { makeFolder, track } from './cleanup.ts'
import { generateLoad, type Load, untilQuiet } from './load.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { makeDatabase, startServe } from './serve.ts'
import { percentile, printTable } from './table.ts'

export const REVIEWS = 2_000
export const ROUNDS = 5
const SECONDS = 2
const SEARCH = '/api/reviews/search?query=furnace&limit=20'

/** The most frequent requests. */
export const READS: Record<string, Omit<Load, 'port'>> = {
  '304 of /reviews.json': { path: '/reviews.json', headers: { 'if-none-match': 'its own' } },
  'the feed': { path: '/api/feed.json', headers: {} },
  'the dataset, brotli': { path: '/reviews.json', headers: { 'accept-encoding': 'br' } },
  search: { path: SEARCH, headers: {} },
}

interface Rival {
  name: string
  port: number
  pid: number
}

export async function benchHttp(): Promise<void> {
  const isNginxInstalled = hasNginx()
  if (!isNginxInstalled) process.stdout.write('\nnginx is not installed, so it is not compared.\n')
  const folder = makeFolder()
  const serve = await startServe(folder, await makeDatabase(folder, REVIEWS))
  await untilQuiet([serve.pid])
  const paths = ['/reviews.json', '/api/feed.json', SEARCH]
  const bare = track(fork(new URL('./bare.ts', import.meta.url), [serve.url, ...paths]))
  const [barePort] = (await once(bare, 'message')) as [number]
  const rivals: Rival[] = [
    { name: 'firsthand', port: serve.port, pid: serve.pid },
    { name: 'node:http', port: barePort, pid: bare.pid! },
    ...(isNginxInstalled ? [{ name: 'nginx', ...(await startNginx(folder, serve.url)) }] : []),
  ]
  // nginx sends the plain file instead of brotli, and 404 to a search; node:http has the search response prebuilt.
  const cases = { ...READS, 'the dataset, plain': { path: '/reviews.json', headers: {} } }
  const rows = []
  for (const [name, load] of Object.entries(cases)) rows.push(await compare(name, load, rivals))
  printTable(
    `HTTP with ${REVIEWS} reviews: thousand requests per CPU-second of the server, medians of ${ROUNDS} rounds`,
    [
      'case',
      ...rivals.map(rival => rival.name),
      'of node:http',
      ...(isNginxInstalled ? ['of nginx'] : []),
    ],
    rows,
  )
}

/** The rivals take turns, and each round has its own ratios, so that noise affects them equally. */
export async function compare(
  name: string,
  load: Omit<Load, 'port'>,
  rivals: Rival[],
): Promise<string[]> {
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const rates: number[] = []
    for (const rival of rivals) rates.push(await rateOf(rival, load))
    rounds.push(rates)
  }
  const median = (value: (rates: number[]) => number) => percentile(rounds.map(value), 0.5)
  const rates = rivals.map((_, index) => median(round => round[index]! / 1000).toFixed(1))
  const ratios = rivals
    .slice(1)
    .map((_, index) => median(round => round[0]! / round[index + 1]!).toFixed(2))
  return [name, ...rates, ...ratios]
}

/** Requests per CPU-second. Each rival gets its own ETag, to respond with 304. */
async function rateOf(
  { port, pid }: Rival,
  { path, headers }: Omit<Load, 'port'>,
): Promise<number> {
  const mine = { ...headers }
  if (mine['if-none-match']) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'accept-encoding': 'identity' },
    })
    mine['if-none-match'] = response.headers.get('etag')!
    await response.arrayBuffer()
  }
  return (await generateLoad({ port, path, headers: mine }, pid, SECONDS)).requestsPerCpuSecond
}
