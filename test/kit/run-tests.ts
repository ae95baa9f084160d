/**
 * Runs the tests: `run-tests.ts [sqlite|postgres|quick] [--test-name-pattern=…]`. Without an engine, both run side by side, because
 * tests on PostgreSQL wait more than they compute. `quick` runs the groups that find most mistakes in the least time, on SQLite.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { bundleProgram } from './bundled-program.ts'
import { startPostgres } from './postgres-server.ts'
import { createTestEngines, type TestEngine } from './test-engines.ts'
import { createTestGroups, groupFile, LONGEST, type TestGroup } from './test-groups.ts'
import { findTestFiles, ROOT } from './test-imports.ts'

/** Whole paths, because threads are started with them too, and a test may be in another folder then. */
const FIRST_IMPORTS = ['compile-cache', 'untracked-promises'].map(name => join(ROOT, `test/kit/${name}.ts`))
const CORES = availableParallelism()
/**
 * A group keeps what its tests made until it ends, and to look through all of that again and again took a quarter of its time: garbage
 * is first collected when there is much of it. That includes the bytes of Snapshots, which are outside of the heap.
 */
const MEMORY_MB = Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 16))
const RARE_GARBAGE_COLLECTION = [
  `--initial-old-space-size=${MEMORY_MB}`,
  '--max-semi-space-size=64',
  '--external-memory-accounted-in-global-limit',
]
const QUICK: TestGroup[] = ['plain', 'http']
/** Those that take longest: what starts after them is short, so that all cores have something to do until the end. */
const FIRST = [
  ...LONGEST,
  ...(
    [
      'browser',
      'services',
      'stores',
      'programs',
      'commands',
      'cli',
      'publish',
      'http',
      'plain',
      'mcp',
    ] as const
  ).map(groupFile),
]

/** Tests sync many small databases to the disk, and wait for it: where the system has a folder in memory, they are kept there. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30
const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'firsthand-tests-'))
// PostgreSQL does not run as root: its user must get through to its own folder.
chmodSync(folder, 0o711)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.env.TMPDIR = folder
process.env.TEST_RUN_FOLDER = folder

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string' } },
})
const [what] = positionals
if (what !== 'quick') process.env.TEST_PROGRAM = await bundleProgram(folder)
if (what === 'sqlite') await runOnSqlite(CORES + 1, process.stdout)
else if (what === 'postgres') await runOnPostgres(CORES + 1, process.stdout)
else if (what === 'quick') await runFiles(QUICK.map(groupFile), CORES, process.env, process.stdout)
else await runBoth()

/** SQLite shows its results as they come; PostgreSQL, which takes less time, after it. */
async function runBoth(): Promise<void> {
  const later = new PassThrough()
  const output = text(later)
  // More than there are cores, because most of them wait now and then.
  await Promise.all([runOnSqlite(CORES + 1, process.stdout), runOnPostgres(Math.ceil(CORES / 2) + 1, later)])
  process.stdout.write(`On PostgreSQL:\n${await output}`)
}

async function runOnSqlite(concurrency: number, output: NodeJS.WritableStream): Promise<void> {
  await runFiles(processesOn('sqlite'), concurrency, process.env, output)
}

async function runOnPostgres(concurrency: number, output: NodeJS.WritableStream): Promise<void> {
  const server = await startPostgres()
  output.write(`${server.version}\n`)
  try {
    const env = { ...process.env, TEST_ENGINE: 'postgres', TEST_POSTGRES_URL: server.url }
    await runFiles(processesOn('postgres'), concurrency, env, output)
  } finally {
    await server.stop()
  }
}

async function runFiles(
  files: string[],
  concurrency: number,
  env: NodeJS.ProcessEnv,
  output: NodeJS.WritableStream,
): Promise<void> {
  const pattern = values['test-name-pattern']
  const tests = run({
    files,
    concurrency,
    cwd: ROOT,
    env,
    execArgv: [...RARE_GARBAGE_COLLECTION, ...FIRST_IMPORTS.flatMap(file => ['--import', file])],
    ...(pattern && { testNamePatterns: [pattern] }),
  }).on('test:fail', () => {
    process.exitCode = 1
  })
  await pipeline(tests, new spec(), output, { end: output !== process.stdout })
}

/** A file for each process: a test file, or a group of them. */
function processesOn(engine: TestEngine): string[] {
  const { enginesOf } = createTestEngines()
  const groupOf = createTestGroups()
  const files = findTestFiles().filter(file => enginesOf(file).includes(engine))
  const processes = new Set(
    files.map(file => {
      const group = groupOf(file)
      return group ? groupFile(group) : file
    }),
  )
  return [...new Set([...FIRST.filter(file => processes.has(file)), ...processes])]
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH_BYTES
}
