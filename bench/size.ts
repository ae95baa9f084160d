/** What a number of reviews costs: on the disk, in memory, on the wire, and until they are shown. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sqlitePath } from '../src/store/open-store.ts'
import { makeRecords } from './data.ts'
import { cpuSeconds } from './load.ts'
import { makeDatabase, program, type Serving, startServe, toRow } from './serve.ts'
import { printTable } from './table.ts'

const MB = 1e6
/** A little after the first answer: what was needed to make it is given back by then. */
const SETTLE_MS = 2000

export async function benchSize(counts: number[]): Promise<void> {
  const columns: string[][] = []
  for (const count of counts) columns.push(await measure(count))
  printTable(
    'What reviews cost (seconds of processor time of all threads; MB of a million bytes)',
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
  'memory at most, MB',
  'later start, CPU s',
  'later start, s',
  'memory, MB',
  'memory at most, MB',
  'a change of one review, CPU s',
  'a change of one review, s',
  'memory at most, MB',
]

async function measure(count: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'firsthand-bench-'))
  const databaseUrl = await makeDatabase(folder, count)
  const first = await start(folder, databaseUrl)
  await stop(first.serve)
  const later = await start(folder, databaseUrl)
  const { url } = later.serve
  const plain = await lengthOf(`${url}/reviews.json`, 'identity')
  const brotli = await lengthOf(`${url}/reviews.json`, 'br')
  const change = await changeOne(folder, databaseUrl, count, later.serve)
  await stop(later.serve)
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
  /** Bytes of memory once it is done, and before that. */
  rest: number
  most: number
}

async function start(folder: string, databaseUrl: string): Promise<Started> {
  const serve = await startServe(folder, databaseUrl)
  const [wall, cpu] = [serve.startMs / 1000, cpuSeconds(serve.pid)]
  await sleep(SETTLE_MS)
  return { serve, wall, cpu, rest: memoryOf(serve.pid, 'VmRSS'), most: memoryOf(serve.pid, 'VmHWM') }
}

async function stop({ pid, stop }: Serving): Promise<void> {
  stop()
  while (isAlive(pid)) await sleep(50)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return 1024 * Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(status)![1])
}

/** As it goes over the wire: `fetch` would unpack it. */
async function lengthOf(url: string, coding: string): Promise<number> {
  const [answer] = (await once(
    request(url, { headers: { 'accept-encoding': coding } }).end(),
    'response',
  )) as [IncomingMessage]
  answer.destroy()
  return Number(answer.headers['content-length'])
}

/** From the end of the import until it is found. */
async function changeOne(folder: string, databaseUrl: string, count: number, { url, pid }: Serving) {
  const row = { ...toRow(makeRecords(count)[count >> 1]!), text: 'Changed: marker1x.' }
  writeFileSync(join(folder, 'change.json'), JSON.stringify([row]))
  const before = cpuSeconds(pid)
  const child = spawn(process.execPath, [program, 'import', 'change.json', '--database-url', databaseUrl], {
    cwd: folder,
  })
  await once(child, 'exit')
  const imported = performance.now()
  while (!(await isFound(url))) await sleep(20)
  const wall = (performance.now() - imported) / 1000
  return { wall, cpu: cpuSeconds(pid) - before, most: memoryOf(pid, 'VmHWM') }
}

async function isFound(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/reviews/search?query=marker1x`)
  return ((await answer.json()) as { matched: number }).matched === 1
}
