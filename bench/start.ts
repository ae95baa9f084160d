/**
 * How soon the service responds when it starts again, what both threads spend that time on, and what holds the memory afterwards.
 * `BENCH_OTHER=/another/clone` starts that one alternately, so that both are measured under the same load.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeFolder } from './cleanup.ts'
import { cpuSeconds, untilQuiet } from './load.ts'
import { makeDatabase, program, type Serving, startServe } from './serve.ts'
import { memoryOf } from './size.ts'
import { profileThreads, type ThreadProfile } from './start-phases.ts'
import { percentile, printTable } from './table.ts'

const REVIEWS = 2_000
const TRIES = 5
/** After this time, the publishing thread has begun its work. */
const SETTLE_MS = 3000
const MB = 1e6

const OTHER = process.env.BENCH_OTHER
const PROGRAMS = [program, ...(OTHER ? [join(OTHER, 'bin/firsthand.js')] : [])]
const nameOf = (path: string) => basename(join(path, '../..'))

export async function benchStart(): Promise<void> {
  // One each: what a program saves beside a database, another ignores and replaces.
  const folders = new Map(PROGRAMS.map(path => [path, makeFolder()]))
  const databases = new Map<string, string>()
  for (const [path, folder] of folders) databases.set(path, await makeDatabase(folder, REVIEWS))
  const start = (path: string, flags: string[] = []) =>
    startServe(folders.get(path)!, databases.get(path)!, { program: path, flags })
  // What was saved is served only for the same address, and the port is another at each start.
  process.env.BASE_URL = 'http://localhost'
  // The first start analyzes the texts, and that of each program fills its compile cache.
  for (const path of PROGRAMS) {
    const serve = await start(path)
    while (!(await fetch(`${serve.url}/insights.json`)).ok) await sleep(SETTLE_MS)
    await serve.stop()
  }
  await printTimes(start)
  for (const path of PROGRAMS) {
    printPhases(nameOf(path), await profileStart(path, start))
    await printMemory(path, start)
  }
}

type Start = (path: string, flags?: string[]) => Promise<Serving>

async function printTimes(start: Start): Promise<void> {
  const before = loadavg()[0]!.toFixed(1)
  const tries = PROGRAMS.map((): number[][] => [])
  for (let attempt = 0; attempt < TRIES; attempt++)
    for (const [index, path] of PROGRAMS.entries())
      tries[index]!.push(await measure(await start(path)))
  const rows = tries.map((all, index) => [
    nameOf(PROGRAMS[index]!),
    ...all[0]!.map((_, column) =>
      percentile(
        all.map(one => one[column]!),
        0.5,
      ).toFixed(0),
    ),
    Math.min(...all.map(([ms]) => ms!)).toFixed(0),
  ])
  printTable(
    `Start to first response, 2,000 reviews: medians of ${TRIES} starts (goal: 800 ms, 120 MB; load ${before} to ${loadavg()[0]!.toFixed(1)})`,
    ['program', 'ms', 'CPU ms', 'CPU ms until it rests', 'memory MB', 'peak MB', 'best ms'],
    rows,
  )
}

async function measure(serve: Serving): Promise<number[]> {
  const cpuMs = 1000 * cpuSeconds(serve.pid)
  const { pid, startMs } = serve
  await sleep(SETTLE_MS)
  await untilQuiet([pid])
  const [rest, most] = [memoryOf(pid, 'VmRSS') / MB, memoryOf(pid, 'VmHWM') / MB]
  const row = [startMs, cpuMs, 1000 * cpuSeconds(pid), rest, most]
  await serve.stop()
  return row
}

async function profileStart(path: string, start: Start): Promise<ThreadProfile[]> {
  const folder = makeFolder()
  const serve = await start(path, ['--cpu-prof', `--cpu-prof-dir=${folder}`])
  // Profiles have the clock that `hrtime` reads.
  const firstResponseMs = Number(process.hrtime.bigint()) / 1e6
  await serve.stop()
  return profileThreads(folder, firstResponseMs - serve.startMs, firstResponseMs)
}

function printPhases(name: string, threads: ThreadProfile[]): void {
  printTable(
    `What ${name} does until the first response (profiled, which is slower; waiting for a core counts)`,
    ['thread', 'phase', 'from ms', 'to ms', 'ms in it'],
    threads.flatMap(({ thread, phases }) =>
      phases.map(({ phase, fromMs, toMs, ownMs }) => [
        thread,
        phase,
        ...[fromMs, toMs, ownMs].map(ms => ms.toFixed(0)),
      ]),
    ),
  )
}

/** What `start-memory.ts` writes in each thread. */
export type ThreadMemory = Record<'heap' | 'used' | 'buffers', number>

async function printMemory(path: string, start: Start): Promise<void> {
  const folder = join(makeFolder(), 'memory')
  mkdirSync(folder)
  process.env.BENCH_MEMORY = folder
  const serve = await start(path, [
    '--import',
    fileURLToPath(new URL('start-memory.ts', import.meta.url)),
  ])
  await sleep(SETTLE_MS)
  await untilQuiet([serve.pid])
  const [all, files] = mappedMemory(serve.pid)
  const threads = readdirSync(folder)
    .sort()
    .map(
      file => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as ThreadMemory] as const,
    )
  await serve.stop()
  const rows: [string, number][] = [
    ['all', all],
    ['Node and its libraries, mapped from files', files],
  ]
  let rest = all - files
  for (const [file, { heap, used, buffers }] of threads) {
    const thread = file === '0' ? 'main thread' : 'publishing thread'
    rows.push(
      [`${thread}: heap`, heap],
      ['  of that in use', used],
      [`${thread}: bytes outside the heap`, buffers],
    )
    rest -= heap + buffers
  }
  rows.push(['the rest: stacks, compiled code, what malloc holds', rest])
  printTable(
    `What holds the memory of ${nameOf(path)} at rest`,
    ['what', 'MB'],
    rows.map(([what, bytes]) => [what, (bytes / MB).toFixed(1)]),
  )
}

/** Bytes in memory: all, and those that are mapped from files. */
function mappedMemory(pid: number): [number, number] {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const bytesOf = (what: string) =>
    1024 * Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(rollup)![1])
  return [bytesOf('Rss'), bytesOf('Rss') - bytesOf('Anonymous')]
}
