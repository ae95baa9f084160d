/** What reviews cost: on disk, in memory, on the wire, and in time until they are published. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sqlitePath } from '../src/store/open-store.ts'
import { makeFolder, track } from './cleanup.ts'
import { makeRecords } from './data.ts'
import { cpuSeconds } from './load.ts'
import { makeDatabase, program, type Serving, startServe, toRow } from './serve.ts'
import { printTable } from './table.ts'

const MB = 1e6
/** After this time, memory that was needed only for the start has been released. */
const SETTLE_MS = 2000

export async function benchSize(counts: number[]): Promise<void> {
  const columns: string[][] = []
  for (const count of counts) columns.push(await measure(count))
  printTable(
    'What reviews cost (CPU seconds of all threads; MB of a million bytes)',
    ['what', ...counts.map(count => count.toLocaleString('en'))],
    NAMES.map((name, row) => [name, ...columns.map(column => column[row]!)]),
  )
}

const NAMES = [
  'database, MB',
  '/reviews.json, MB',
  'the same in brotli, MB',
  'first start, CPU s',
  'first start, s',
  'peak memory, MB',
  'later start, CPU s',
  'later start, s',
  'memory, MB',
  'peak memory, MB',
  'a change of one review, CPU s',
  'a change of one review, s',
  'peak memory, MB',
]

async function measure(count: number): Promise<string[]> {
  const folder = makeFolder()
  const databaseUrl = await makeDatabase(folder, count)
  const first = await start(folder, databaseUrl)
  await first.serve.stop()
  const later = await start(folder, databaseUrl)
  const { url } = later.serve
  const plain = await lengthOf(`${url}/reviews.json`, 'identity')
  const brotli = await lengthOf(`${url}/reviews.json`, 'br')
  const change = await changeOne(folder, databaseUrl, count, later.serve)
  await later.serve.stop()
  const file = statSync(sqlitePath(databaseUrl)).size
  rmSync(folder, { recursive: true })
  const { cpu, wall, rest, most } = later
  return [
    ...[file, plain, brotli].map(bytes => (bytes / MB).toFixed(1)),
    ...[first.cpu, first.wall].map(seconds => seconds.toFixed(1)),
    (first.most / MB).toFixed(0),
    ...[cpu, wall].map(seconds => seconds.toFixed(1)),
    ...[rest, most].map(bytes => (bytes / MB).toFixed(0)),
    ...[change.cpu, change.wall].map(seconds => seconds.toFixed(2)),
    (change.most / MB).toFixed(0),
  ]
}

interface Started {
  serve: Serving
  cpu: number
  wall: number
  /** Bytes of memory after the start, and at most during it. */
  rest: number
  most: number
}

async function start(folder: string, databaseUrl: string): Promise<Started> {
  const serve = await startServe(folder, databaseUrl)
  const [wall, cpu] = [serve.startMs / 1000, cpuSeconds(serve.pid)]
  await sleep(SETTLE_MS)
  return {
    serve,
    wall,
    cpu,
    rest: memoryOf(serve.pid, 'VmRSS'),
    most: memoryOf(serve.pid, 'VmHWM'),
  }
}

export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return 1024 * Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(status)![1])
}

/** As on the wire: `fetch` would decode it. */
async function lengthOf(url: string, coding: string): Promise<number> {
  const [response] = (await once(
    request(url, { headers: { 'accept-encoding': coding } }).end(),
    'response',
  )) as [IncomingMessage]
  response.destroy()
  return Number(response.headers['content-length'])
}

/** From the end of the import until it is found. */
async function changeOne(
  folder: string,
  databaseUrl: string,
  count: number,
  { url, pid }: Serving,
) {
  const row = { ...toRow(makeRecords(count)[count >> 1]!), text: 'Changed: marker1x.' }
  writeFileSync(join(folder, 'change.json'), JSON.stringify([row]))
  const before = cpuSeconds(pid)
  const args = [program, 'import', 'change.json', '--database-url', databaseUrl]
  const child = track(spawn(process.execPath, args, { cwd: folder }))
  await once(child, 'exit')
  const imported = performance.now()
  while (!(await isFound(url))) await sleep(20)
  const wall = (performance.now() - imported) / 1000
  return { wall, cpu: cpuSeconds(pid) - before, most: memoryOf(pid, 'VmHWM') }
}

async function isFound(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/reviews/search?query=marker1x`)
  return ((await response.json()) as { matched: number }).matched === 1
}

/** The bytes of all arrays in a value, each counted once. */
export const bytesIn = (value: object) =>
  new Set(arraysIn(value)).values().reduce((sum, { byteLength }) => sum + byteLength, 0)

function* arraysIn(value: object): Generator<Uint8Array | Uint32Array> {
  if (value instanceof Uint8Array || value instanceof Uint32Array) yield value
  else
    for (const one of value instanceof Map ? value.values() : Object.values(value))
      yield* arraysIn(one)
}
