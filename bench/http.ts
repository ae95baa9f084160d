/** The read endpoints against a bare node:http server and, where it is installed, nginx: ratios within one run. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateLoad, type Load } from './load.ts'
import { makeDatabase, startServe } from './serve.ts'
import { percentile, printTable } from './table.ts'

export const REVIEWS = 2_000
export const ROUNDS = 5
const SECONDS = 2
const SEARCH = '/api/reviews/search?query=furnace&limit=20'

/** What readers ask for most. */
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
  const folder = mkdtempSync(join(tmpdir(), 'firsthand-bench-'))
  const serve = await startServe(folder, await makeDatabase(folder, REVIEWS))
  const bare = fork(new URL('./bare.ts', import.meta.url), [
    serve.url,
    '/reviews.json',
    '/api/feed.json',
    SEARCH,
  ])
  const [barePort] = (await once(bare, 'message')) as [number]
  const nginx = await startNginx(folder, serve.url)
  const rivals: Rival[] = [
    { name: 'firsthand', port: serve.port, pid: serve.pid },
    { name: 'node:http', port: barePort, pid: bare.pid! },
    ...(nginx ? [nginx] : []),
  ]
  // Where nginx has no brotli it sends the plain file, and to a search a 404; node:http has the found bytes ready.
  const cases = { ...READS, 'the dataset, plain': { path: '/reviews.json', headers: {} } }
  const rows = []
  for (const [name, load] of Object.entries(cases)) rows.push(await compare(name, load, rivals))
  printTable(
    `HTTP with ${REVIEWS} reviews: thousand requests per CPU-second of the server, medians of ${ROUNDS} rounds`,
    ['case', ...rivals.map(rival => rival.name), 'of node:http', ...(nginx ? ['of nginx'] : [])],
    rows,
  )
  if (!nginx) process.stdout.write('\nnginx is not installed: not compared.\n')
  serve.stop()
  bare.kill()
  nginx?.stop()
}

/** The rivals take turns, and each round has its own ratios, so that noise meets them alike. */
export async function compare(name: string, load: Omit<Load, 'port'>, rivals: Rival[]): Promise<string[]> {
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const rates: number[] = []
    for (const rival of rivals) rates.push(await rateOf(rival, load))
    rounds.push(rates)
  }
  const median = (value: (rates: number[]) => number) => percentile(rounds.map(value), 0.5)
  const rates = rivals.map((_, place) => median(round => round[place]! / 1000).toFixed(1))
  const ratios = rivals.slice(1).map((_, place) => median(round => round[0]! / round[place + 1]!).toFixed(2))
  return [name, ...rates, ...ratios]
}

/** Requests per CPU-second. Each answers 304 to the ETag of its own. */
async function rateOf({ port, pid }: Rival, { path, headers }: Omit<Load, 'port'>): Promise<number> {
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

async function startNginx(folder: string, origin: string): Promise<(Rival & { stop(): void }) | null> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const root = join(folder, 'nginx')
  mkdirSync(join(root, 'api'), { recursive: true })
  // Its worker is another user.
  chmodSync(folder, 0o755)
  for (const path of ['/reviews.json', '/api/feed.json'])
    writeFileSync(join(root, path), Buffer.from(await (await fetch(origin + path)).arrayBuffer()))
  const port = 18_080
  const config = `daemon off; worker_processes 1; pid ${root}/nginx.pid; error_log ${root}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type application/json;
server { listen 127.0.0.1:${port}; root ${root}; } }`
  writeFileSync(join(root, 'nginx.conf'), config)
  const child: ChildProcess = spawn('nginx', ['-c', join(root, 'nginx.conf')], { stdio: 'inherit' })
  await answers(port)
  return { name: 'nginx', port, pid: child.pid!, stop: () => void child.kill() }
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const ok = await new Promise(resolve => {
      request({ port, host: '127.0.0.1', path: '/reviews.json' }, response =>
        resolve(response.resume().statusCode === 200),
      )
        .on('error', () => resolve(false))
        .end()
    })
    if (ok) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('nginx does not answer')
}
