/**
 * Runs the tests: all of them (`npm test`), or those below some paths (`npm run test:some -- unit
 * service/http`).
 *
 * A folder shares a process, because loading the program costs more than most tests; in
 * test/process/, every file has its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bundleProgram, ROOT } from './kit/bundled-program.ts'
import type { Reported } from './kit/report.ts'

interface Job {
  name: string
  files: string[]
  engine: 'sqlite' | 'postgres'
}

/** In test/process/, these share a process after all: one browser, and one PostgreSQL. */
const SHARED = ['process/browser', 'process/instances']
/** What takes longest comes first, so that all cores have something to do until the end. */
const LONGEST = [
  'unit',
  'process/instances',
  'process/package',
  'process/browser',
  'store',
  'process/docs',
  'service',
]
/** More than there are cores, because most tests wait now and then. */
const AT_ONCE = availableParallelism() + 1
/** Of a process, and of a test: each night, some try twenty times as much. */
const [LIMIT_MS, TEST_LIMIT_MS] = process.env.NIGHTLY
  ? [40 * 60_000, 20 * 60_000]
  : [8 * 60_000, 3 * 60_000]
/** The lines with which node's own reporters end, and what it calls their counts. */
const SUMMARY = [
  ['tests', 'tests'],
  ['suites', 'suites'],
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['cancelled', 'cancelled'],
  ['skipped', 'skipped'],
  ['todo', 'todo'],
] as const
/**
 * A process keeps what its tests made until it ends: collecting garbage again and again would take
 * a quarter of its time.
 */
const RARE_GARBAGE_COLLECTION = ['--initial-old-space-size=1024', '--max-semi-space-size=64']

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string' } },
})

/** The process that a file is tested in. */
function processOf(file: string): string {
  const [kind, area] = file.split('/').slice(1)
  if (kind === 'unit' || kind === 'store') return kind
  const folder = `${kind}/${area}`
  return kind === 'service' || SHARED.includes(folder)
    ? folder
    : file.slice('test/'.length, -'.test.ts'.length)
}

function listJobs(): Job[] {
  const files = globSync('test/{unit,store,service,process}/**/*.test.ts', { cwd: ROOT }).filter(
    file =>
      wanted.length === 0 ||
      wanted.some(path => file.startsWith(`test/${path.replace(/^test\//, '')}`)),
  )
  const jobs = [...Map.groupBy(files.toSorted(), processOf)].flatMap(([name, files]): Job[] => {
    if (name === 'process/instances') return [{ name, files, engine: 'postgres' }]
    if (name !== 'store') return [{ name, files, engine: 'sqlite' }]
    return [
      {
        name,
        files: files.filter(file => !file.startsWith('test/store/postgres/')),
        engine: 'sqlite',
      },
      {
        name,
        files: files.filter(file => !file.startsWith('test/store/sqlite/')),
        engine: 'postgres',
      },
    ]
  })
  const rank = ({ name }: Job) => [...LONGEST, name].findIndex(start => name.startsWith(start))
  return jobs
    .filter(({ files }) => files.length > 0)
    .toSorted((one, other) => rank(one) - rank(other))
}

/**
 * Tests sync many small databases to the disk, and wait for it: where the system has a folder in
 * memory, they are kept there.
 */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30
const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'firsthand-tests-'))
// PostgreSQL does not run as root: its user must get through to its own folder.
chmodSync(folder, 0o711)
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
const total: Record<string, number> = {}
let failures = 0
const jobs = listJobs()
if (jobs.length === 0) throw new Error(`There are no tests in ${wanted.join(', ')}.`)
process.env.TMPDIR = folder
const environment = {
  ...process.env,
  TEST_SEED: seed,
  TEST_RUN_FOLDER: folder,
  TEST_PROGRAM: await bundleProgram(folder),
  NODE_COMPILE_CACHE: join(ROOT, 'test/node_modules/.cache/compile'),
}
process.stdout.write(`TEST_SEED=${seed} tries the same cases again.\n`)
const began = performance.now()
await Promise.all(Array.from({ length: AT_ONCE }, workThroughJobs))
if (total.skipped && !values['test-name-pattern']) {
  failures++
  process.stdout.write('✖ A test was skipped: install what it needs instead, or delete it.\n')
}
// A process that died is a failure too, although no test says so.
total.failed = failures
if (failures > 0) process.stdout.write(`\n${failures} failures: search for ✖ above.\n\n`)
for (const [label, key] of SUMMARY) process.stdout.write(`ℹ ${label} ${total[key] ?? 0}\n`)
process.stdout.write(`ℹ duration_ms ${Math.round(performance.now() - began)}\n`)
process.exitCode = failures > 0 ? 1 : 0

async function workThroughJobs(): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) await runJob(job)
}

async function runJob(job: Job): Promise<void> {
  const { name, files, engine } = job
  const place = join(folder, `${name.replaceAll('/', '-')}-${engine}`)
  const output = openSync(`${place}.txt`, 'w')
  const pattern = values['test-name-pattern']
  const args = [
    ...RARE_GARBAGE_COLLECTION,
    ...['--test', '--test-isolation=none', `--test-reporter=${join(ROOT, 'test/kit/report.ts')}`],
    ...(engine === 'postgres'
      ? [`--test-global-setup=${join(ROOT, 'test/kit/on-postgres.ts')}`]
      : []),
    `--test-timeout=${TEST_LIMIT_MS}`,
    ...(pattern ? [`--test-name-pattern=${pattern}`] : []),
    ...files.map(file => join(ROOT, file)),
  ]
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    // What a program writes into its working directory is gone with the run.
    cwd: folder,
    env: { ...environment, TEST_REPORT: `${place}.jsonl` },
    stdio: ['ignore', output, output],
  })
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  child.once('exit', (code, signal) => resolve(signal ?? String(code)))
  const stopped = new AbortController()
  sleep(LIMIT_MS, undefined, stopped).then(
    () => child.kill('SIGKILL'),
    () => {},
  )
  running.add(child)
  const outcome = await ended
  running.delete(child)
  stopped.abort()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const problems = judge(job, outcome, `${place}.jsonl`)
  failures += problems.length
  const title = `${name}${engine === 'postgres' ? ' on PostgreSQL' : ''} (${files.length} files, ${seconds} s)`
  process.stdout.write(
    `${problems.length > 0 ? '✖' : '✔'} ${title}\n${problems.map(text => `✖ ${text}\n`).join('')}`,
  )
  if (problems.length > 0) process.stdout.write(lastLines(`${place}.txt`))
}

/** What failed, why, and which files never said that they had ended. */
function judge({ name, files }: Job, outcome: string, report: string): string[] {
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : []
  const problems: string[] = []
  /** How many suites and tests of a file have not ended; null where none has begun. */
  const open = new Map<string, number | null>(files.map(file => [file, null]))
  const count = (file: string, change: number) => {
    const name = relative(ROOT, file)
    open.set(name, (open.get(name) ?? 0) + change)
  }
  let hasSummary = false
  for (const line of lines.filter(line => line !== '').map(line => JSON.parse(line) as Reported))
    if ('failed' in line)
      problems.push(`${line.failed}\n  at ${relative(ROOT, line.place)}\n${line.why}`)
    else if ('begun' in line) count(line.begun, 1)
    else if ('ended' in line) count(line.ended, -1)
    else if ('alive' in line)
      problems.push(`${name} does not end. What keeps it alive: ${line.alive.join(', ')}`)
    else {
      hasSummary = true
      for (const [key, number] of Object.entries(line.counts))
        total[key] = (total[key] ?? 0) + number
    }
  if (!hasSummary)
    problems.push(`${name}: the process ended with ${outcome} and without a summary.`)
  else if (outcome !== '0' && problems.length === 0)
    problems.push(`${name}: the process ended with ${outcome}.`)
  for (const [file, left] of open)
    if (left !== 0)
      problems.push(left === null ? `${file} never reported.` : `${file} did not end.`)
  return problems
}

function lastLines(file: string): string {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
  return lines
    .slice(-40)
    .map(line => `  | ${line}\n`)
    .join('')
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH_BYTES
}
