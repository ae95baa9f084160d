/** Mixed load for a long time: whether memory, open files, response times or errors grow. Draws them as bench/soak.svg. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder, track } from './cleanup.ts'
import { createRandom, makeRecords } from './data.ts'
import { makeCase } from './fuzz-cases.ts'
import { modern } from './mcp.ts'
import { writeResults } from './questions.ts'
import { makeDatabase, program, type Serving, startServe, toRow } from './serve.ts'
import { memoryOf } from './size.ts'
import { drawChart } from './soak-chart.ts'
import { describeMachine, formatTable, percentile } from './table.ts'

const REVIEWS = 2_000
const CONNECTIONS = 8
/** Between two requests on a connection: this is a busy site, not a test of its limits. */
const PAUSE_MS = 15
const SAMPLE_MS = 2_000
const IMPORT_EVERY_MS = 20_000
const PATIENCE_MS = 60_000
const BUSY = 429
const HEADING = '## Mixed load for a long time (`npm run bench soak`)'

interface Asked {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

const rpc = (name: string, args: object): Asked => ({
  method: 'POST',
  ...modern(0)('tools/call', { name, arguments: args }),
})

/** What visitors, programs and agents ask for; `number` makes each request different. */
const KINDS: Record<string, (number: number) => Asked> = {
  pages: number => ({
    path: [
      '/',
      '/reviews',
      `/reviews?page=${1 + (number % 60)}`,
      '/technicians',
      '/policy',
      '/services',
    ][number % 6]!,
    headers: { accept: 'text/html', 'accept-encoding': 'br' },
  }),
  'word searches': number => ({
    path: `/api/reviews/search?sort=relevance&words=${['heat', 'furnase', 'friendly+quick', 'the+price'][number % 4]}&limit=${1 + (number % 50)}`,
  }),
  counts: number => ({
    path: `/api/reviews/stats?group_by=${['year', 'technician,year', 'aspect', 'stars'][number % 4]}&min_rating=${1 + (number % 5)}`,
  }),
  datasets: number => ({
    path: ['/reviews.json', '/feed.xml', '/api/feed.json', '/insights.json', '/reviews.csv'][
      number % 5
    ]!,
    headers: { 'accept-encoding': 'gzip' },
  }),
  'the change feed': number => ({ path: `/api/reviews/changes?limit=${1 + (number % 100)}` }),
  'agents (MCP)': number =>
    rpc(
      ...([
        ['search_reviews', { words: 'heat', limit: 1 + (number % 10) }],
        ['count_reviews', { group_by: 'stars' }],
        ['get_business', {}],
      ][number % 3] as [string, object]),
    ),
  'share images': number => ({ path: `/og/reviews.png?${number % 3}` }),
  'hostile requests': number => makeCase(7, number),
}
/** How often each kind is chosen, in the order above. */
const WEIGHTS = [30, 20, 10, 10, 8, 15, 1, 6]

interface Seen {
  kind: string
  ms: number
  status: number
}

interface Sample {
  minute: number
  memoryMb: number
  descriptors: number
  p50: number
  p99: number
  errors: number
}

export async function benchSoak(minutes: number): Promise<void> {
  const folder = makeFolder()
  const databaseUrl = await makeDatabase(folder, REVIEWS)
  const serve = await startServe(folder, databaseUrl)
  while ((await fetch(`${serve.url}/insights.json`)).status !== 200) await sleep(200)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const started = performance.now()
  const isOver = () => performance.now() - started >= minutes * 60_000
  const seen: Seen[] = []
  const random = createRandom(3)
  async function ask(): Promise<void> {
    while (!isOver()) {
      const kind = pickKind(random())
      const begun = performance.now()
      const status = await statusOf(serve, agent, KINDS[kind]!(seen.length))
      seen.push({ kind, ms: performance.now() - begun, status })
      await sleep(PAUSE_MS)
    }
  }
  let imports = 0
  async function change(): Promise<void> {
    for (; !isOver(); imports++) {
      await importChange(folder, databaseUrl, imports)
      await sleep(IMPORT_EVERY_MS)
    }
  }
  const asking = Promise.all([...Array.from({ length: CONNECTIONS }, ask), change()])
  const samples: Sample[] = []
  for (let from = 0; !isOver(); ) {
    await sleep(SAMPLE_MS)
    samples.push(takeSample(serve.pid, (performance.now() - started) / 60_000, seen, from))
    from = seen.length
  }
  await asking
  agent.destroy()
  const isReady = (await fetch(`${serve.url}/readyz`)).ok
  await serve.stop()
  report(samples, seen, imports, isReady)
}

const CHOICES = Object.keys(KINDS).flatMap((name, index) =>
  Array<string>(WEIGHTS[index]!).fill(name),
)
const pickKind = (chance: number) => CHOICES[Math.floor(chance * CHOICES.length)]!

/** 0 if there was no response, 429 also for a 503 that says when to come back. */
async function statusOf(
  { port }: Serving,
  agent: Agent,
  { method, path, headers, body }: Asked,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options = {
    host: '127.0.0.1',
    port,
    agent,
    path,
    timeout: PATIENCE_MS,
    method: method ?? 'GET',
  }
  request({ ...options, headers: { ...headers, ...length } }, response => {
    const isBusy = response.statusCode === 503 && response.headers['retry-after'] !== undefined
    response.resume().on('end', () => resolve(isBusy ? BUSY : response.statusCode!))
  })
    .on('timeout', () => resolve(0))
    .on('error', () => resolve(0))
    .end(body)
  return await promise
}

/** Edits some reviews and adds one, as an owner does while the service runs. */
async function importChange(folder: string, databaseUrl: string, number: number): Promise<void> {
  const records = makeRecords(REVIEWS).slice(number % 100, (number % 100) + 5)
  const rows = records.map(record => ({
    ...toRow(record),
    text: `Changed for the ${number}th time, still warm.`,
  }))
  const file = join(folder, 'change.json')
  writeFileSync(file, JSON.stringify([...rows, { ...rows[0]!, source_id: `soak-${number}` }]))
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const child = track(
    spawn(process.execPath, [program, 'import', file], { cwd: folder, env, stdio: 'ignore' }),
  )
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`An import failed with code ${code}.`)
}

const isError = ({ kind, status }: Seen) =>
  status !== BUSY &&
  (status === 0 ||
    (status >= 500 && status !== 501) ||
    (kind !== 'hostile requests' && status >= 400))

function takeSample(pid: number, minute: number, seen: Seen[], from: number): Sample {
  const times = seen.slice(from).map(({ ms }) => ms)
  return {
    minute,
    memoryMb: memoryOf(pid, 'VmRSS') / 1e6,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    p50: times.length > 0 ? percentile(times, 0.5) : 0,
    p99: times.length > 0 ? percentile(times, 0.99) : 0,
    errors: seen.filter(isError).length,
  }
}

function report(samples: Sample[], seen: Seen[], imports: number, isReady: boolean): void {
  const minutes = samples.map(({ minute }) => minute)
  const valuesOf = (name: keyof Sample) => samples.map(sample => sample[name])
  const title = `${minutes.at(-1)!.toFixed(1)} minutes of mixed load, ${REVIEWS.toLocaleString('en')} reviews`
  const chart = drawChart(title, minutes, [
    { title: 'Memory', unit: 'MB', lines: [{ name: 'resident', values: valuesOf('memoryMb') }] },
    {
      title: 'Open files and sockets',
      unit: 'number',
      lines: [{ name: 'open', values: valuesOf('descriptors') }],
    },
    {
      title: 'Response time',
      unit: 'ms',
      lines: [
        { name: 'p50', values: valuesOf('p50') },
        { name: 'p99', values: valuesOf('p99') },
      ],
    },
    {
      title: 'Errors',
      unit: 'since the start',
      lines: [{ name: 'errors', values: valuesOf('errors') }],
    },
  ])
  writeFileSync(new URL('./soak.svg', import.meta.url), chart)
  const at = (part: number) => Math.floor((part * samples.length) / 4)
  const growth = (['memoryMb', 'descriptors', 'p50', 'p99'] as const).map(name => {
    const quarters = [0, 1, 2, 3].map(part =>
      percentile(valuesOf(name).slice(at(part), at(part + 1)), 0.5),
    )
    return [name, ...quarters.map(value => (value ?? 0).toFixed(name === 'descriptors' ? 0 : 1))]
  })
  const kinds = Object.keys(KINDS).map(kind => {
    const some = seen.filter(one => one.kind === kind)
    const times = some.map(({ ms }) => ms)
    const errors = some.filter(isError)
    const statuses = [...new Set(errors.map(({ status }) => status))].join(', ')
    return [
      kind,
      some.length,
      percentile(times, 0.5).toFixed(1),
      percentile(times, 0.99).toFixed(1),
      errors.length > 0 ? `${errors.length} (${statuses})` : 0,
    ]
  })
  const text = `${HEADING}

![Memory, open files, response times and errors over time](soak.svg)

${title}: ${seen.length.toLocaleString('en')} requests on ${CONNECTIONS} connections and ${imports} imports of 6 changed reviews. Afterwards the service was ${isReady ? 'ready' : 'NOT READY'}. An error is no response, a status of 500 or more (501 aside), or any status from 400 on to a request that is not hostile; not a 429 or a 503 that says when to come back (${seen.filter(({ status }) => status === BUSY).length} of them). ${describeMachine()}

${formatTable(['median of each quarter', 'first', 'second', 'third', 'last'], growth)}

${formatTable(['kind', 'requests', 'p50 ms', 'p99 ms', 'errors'], kinds)}
`
  process.stdout.write(`\n${text}`)
  writeResults(HEADING, text)
}
