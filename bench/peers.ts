/**
 * Compares the service with what else could publish the same reviews: one run, the same data and responses, the servers pinned to one core.
 * Writes tables into RESULTS.md and draws bench/peers.svg.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeFolder } from './cleanup.ts'
import { makeRecords } from './data.ts'
import { childrenOf, cpuSeconds, generateLoad, untilQuiet } from './load.ts'
import { hasNginx } from './nginx.ts'
import { drawPlots, type Line } from './peers/chart.ts'
import {
  installPeers,
  OURS,
  type Paths,
  type Peer,
  type Place,
  peersOf,
  startPeer,
} from './peers/running.ts'
import { writeResults } from './questions.ts'
import { makeDatabase, program, startServe, toRow } from './serve.ts'
import { describeMachine, formatTable, percentile } from './table.ts'

const execute = promisify(execFile)
const HEADING = '## Beside its peers (`npm run bench peers`)'
const ROUNDS = 3
const SECONDS = 1.5
const STARTS = 3
/** Texts repeat after so many: to analyze a million different ones would take two hours. */
const DIFFERENT_TEXTS = 1000
/** A dataset of more reviews than these is a load for the network, not for the server. */
const LARGEST_DATASET = 10_000
/** A search of json-server reads everything: beyond this a request takes seconds. */
const MOST_OF_ANY_SCAN = 10_000
/** Frequent and rare ones, as they stand in the texts. */
const WORDS = [
  'furnace',
  'technician',
  'leak',
  'price',
  'friendly',
  'sunday',
  'invoice',
  'thermostat',
]
const SINCE_REVIEWS = 20

/** What one peer did with one number of reviews; a value for each round or start. */
interface Measured {
  peer: string
  count: number
  startMs: number[]
  memoryMb: number
  rates: Partial<Record<keyof Paths, number[]>>
}

export async function benchPeers(counts: number[]): Promise<void> {
  const modules = await installPeers(makeFolder())
  const peers = await peersOf(modules, hasNginx())
  const measured: Measured[] = []
  const changes: [count: number, ms: number[]][] = []
  for (const count of counts) {
    const place = await prepare(count, modules)
    for (const peer of peers)
      if (!isTooSlow(peer, count)) {
        await peer.fill(place)
        measured.push(await measure(peer, place, count))
        const { startMs, memoryMb, rates } = measured.at(-1)!
        process.stdout.write(
          `${JSON.stringify({ peer: peer.name, count, startMs, memoryMb, rates })}\n`,
        )
      }
    changes.push([count, await changeOurs(place, count)])
  }
  report(measured, changes)
}

const isTooSlow = ({ name }: Peer, count: number) =>
  name.startsWith('json-server') && count > MOST_OF_ANY_SCAN

/** The reviews in a database of ours, analyzed and saved, and as the lines that the service publishes, for the peers. */
async function prepare(count: number, modules: string): Promise<Place> {
  const folder = makeFolder()
  const databaseUrl = await makeDatabase(folder, count, undefined, recordsOf(count))
  process.env.BASE_URL = 'http://localhost'
  const serve = await startServe(folder, databaseUrl)
  while (!(await fetch(`${serve.url}/insights.json`)).ok) await sleep(200)
  const lines = join(folder, 'reviews.jsonl')
  const text = await (await fetch(`${serve.url}/reviews.jsonl`)).text()
  writeFileSync(lines, text)
  const dates = Array.from(text.matchAll(/"date":"(\d{4}-\d\d-\d\d)"/g), ([, date]) => date!).sort()
  const place = {
    ...{ folder, lines, databaseUrl, modules, words: WORDS },
    since: dates.at(-Math.min(count, SINCE_REVIEWS))!,
  }
  await copyResponses(serve.url, place)
  await serve.stop()
  return place
}

function recordsOf(count: number) {
  const records = makeRecords(count)
  return records.map((record, index) => {
    const { text } = records[index % DIFFERENT_TEXTS]!.content
    return { ...record, content: { ...record.content, text } }
  })
}

/** What the peers send that have no search of their own. */
async function copyResponses(url: string, { folder, since }: Place): Promise<void> {
  const to = join(folder, 'prebuilt')
  mkdirSync(to)
  for (const [name, path] of Object.entries({
    'search.json': `/api/reviews/search?words=${WORDS[0]}&limit=20`,
    'since.json': `/api/reviews/since/${since}`,
    'reviews.json': '/reviews.json',
  }))
    writeFileSync(join(to, name), Buffer.from(await (await fetch(url + path)).arrayBuffer()))
}

async function measure(peer: Peer, place: Place, count: number): Promise<Measured> {
  const startMs: number[] = []
  for (let start = 1; start < STARTS; start++) {
    const running = await startPeer(peer, place)
    startMs.push(running.startMs)
    await running.stop()
  }
  const running = await startPeer(peer, place)
  startMs.push(running.startMs)
  await untilQuiet(running.pids)
  const memoryMb = running.pids.reduce((sum, pid) => sum + memoryOfAll(pid), 0) / 1e6
  const { search, since, dataset } = peer.paths(place)
  const rates: Measured['rates'] = {}
  const kinds: [keyof Paths, string[] | undefined][] = [
    ['search', search],
    ['since', since === undefined ? undefined : [since]],
    ['dataset', dataset === undefined || count > LARGEST_DATASET ? undefined : [dataset]],
  ]
  for (const [kind, paths] of kinds)
    if (paths) rates[kind] = await ratesOf(running.port, running.pids, paths)
  await running.stop()
  return { peer: peer.name, count, startMs, memoryMb, rates }
}

/** Requests per CPU second of everything that works for the response. */
async function ratesOf(port: number, pids: number[], paths: string[]): Promise<number[]> {
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = pids.map(cpuSeconds)
    let requests = 0
    for (const path of paths) {
      const { requestsPerSecond, seconds } = await load(
        port,
        path,
        pids[0]!,
        SECONDS / paths.length,
      )
      requests += requestsPerSecond * seconds
    }
    rates.push(
      requests / pids.reduce((sum, pid, index) => sum + cpuSeconds(pid) - before[index]!, 0),
    )
  }
  return rates
}

async function load(port: number, path: string, pid: number, seconds: number) {
  const { requestsPerSecond } = await generateLoad({ port, path, headers: {} }, pid, seconds)
  return { requestsPerSecond, seconds }
}

/** Its own part of the memory that it shares, with that of its children. */
function memoryOfAll(pid: number): number {
  const bytes = [pid, ...childrenOf(pid)].map(id => {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
    return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)![1])
  })
  return bytes.reduce((sum, one) => sum + one, 0)
}

/** From the end of the import of one changed review until the search finds it. */
async function changeOurs({ folder, databaseUrl }: Place, count: number): Promise<number[]> {
  const serve = await startServe(folder, databaseUrl)
  const record = recordsOf(count)[count >> 1]!
  const times: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const row = { ...toRow(record), text: `Changed: marker${round}x.` }
    writeFileSync(join(folder, 'change.json'), JSON.stringify([row]))
    await execute(
      process.execPath,
      [program, 'import', 'change.json', '--database-url', databaseUrl],
      {
        cwd: folder,
      },
    )
    const imported = performance.now()
    while (!(await isFound(serve.url, `marker${round}x`))) await sleep(5)
    times.push(performance.now() - imported)
  }
  await serve.stop()
  return times
}

async function isFound(url: string, query: string): Promise<boolean> {
  const response = await fetch(`${url}/api/reviews/search?query=${query}`)
  return ((await response.json()) as { matched: number }).matched === 1
}

function report(measured: Measured[], changes: [number, number[]][]): void {
  const kinds = {
    search: 'search of 20 reviews',
    since: `since a day, ${SINCE_REVIEWS} reviews or a few more`,
    dataset: 'the dataset',
  }
  const tables = [...new Set(measured.map(({ count }) => count))].map(count => {
    const rows = measured
      .filter(one => one.count === count)
      .map(({ peer, startMs, memoryMb, rates }) => [
        peer,
        median(startMs, 0),
        memoryMb.toFixed(0),
        ...(Object.keys(kinds) as (keyof Paths)[]).map(kind =>
          rates[kind] ? median(rates[kind], 0) : '–',
        ),
      ])
    return `### ${count.toLocaleString('en')} reviews\n\n${formatTable(['server', 'start, ms', 'memory, MB', ...Object.values(kinds)], rows)}`
  })
  const changeRows = changes.map(([count, ms]) => [count.toLocaleString('en'), median(ms, 0)])
  writeFileSync(
    new URL('./peers.svg', import.meta.url),
    drawPlots('Firsthand and its peers', plotsOf(measured, changes)),
  )
  const section = [
    HEADING,
    HOW,
    '![Start, memory, searches and changes by number of reviews](peers.svg)',
    ...tables,
    `### A changed review, from the end of the import until the search finds it\n\n${formatTable(['reviews', 'ms'], changeRows)}`,
    describeMachine(),
  ].join('\n\n')
  process.stdout.write(`\n${section}\n`)
  writeResults(HEADING, section)
}

const HOW = `Searches, \`since\` and datasets are requests per second of CPU time of everything that works for a response (PostgreSQL included), over 32 connections, so
that other work on the machine matters little; the server has one core, the load generator the other. Start is from the process to the first response with data,
memory at rest is each process's share. Medians with the least and the largest of ${ROUNDS}. The texts repeat after ${DIFFERENT_TEXTS.toLocaleString('en')}. What each server does not do: json-server reads
every review for a search and is left out beyond ${MOST_OF_ANY_SCAN.toLocaleString('en')}; the bare server and nginx search nothing, they send one prebuilt response. Peers take a change within
milliseconds; ours signs it into the log, counts again and renders again. Meilisearch and Typesense are neither in Debian nor on npm. Fan-out is measured by \`npm run bench push\`, MCP by \`npm run bench mcp\`.`

function median(values: number[], digits: number): string {
  const show = (value: number) => Number(value.toFixed(digits)).toLocaleString('en')
  return `${show(percentile(values, 0.5))} (${show(Math.min(...values))}–${show(Math.max(...values))})`
}

function plotsOf(measured: Measured[], changes: [number, number[]][]) {
  const names = [...new Set(measured.map(({ peer }) => peer))]
  const linesOf = (value: (one: Measured) => number | undefined): Line[] =>
    names
      .map(name => ({
        name,
        points: measured
          .filter(one => one.peer === name)
          .flatMap((one): [number, number][] => {
            const figure = value(one)
            return figure === undefined ? [] : [[one.count, figure]]
          }),
      }))
      .filter(({ points }) => points.length > 0)
  return [
    {
      title: 'Start to the first response',
      unit: 'ms',
      lines: linesOf(({ startMs }) => percentile(startMs, 0.5)),
    },
    { title: 'Memory at rest', unit: 'MB', lines: linesOf(({ memoryMb }) => memoryMb) },
    {
      title: 'CPU time of a search',
      unit: 'µs',
      lines: linesOf(({ rates }) => rates.search && 1e6 / percentile(rates.search, 0.5)),
    },
    {
      title: 'A changed review is visible',
      unit: 'ms',
      lines: [
        {
          name: OURS,
          points: changes.map(([count, ms]): [number, number] => [count, percentile(ms, 0.5)]),
        },
      ],
    },
  ]
}
