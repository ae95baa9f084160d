/**
 * Runs the tests: `run-tests.ts [sqlite|postgres|quick] [options of node --test]`. Without an engine, both run side by side, because
 * tests on PostgreSQL wait more than they compute. `quick` runs the groups that find most mistakes in the least time, on SQLite.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTestEngines, type TestEngine } from './test-engines.ts'
import { createTestGroups, groupFile, type TestGroup } from './test-groups.ts'
import { findTestFiles, ROOT } from './test-imports.ts'

/** A whole path, because threads are started with it too, and a test may be in another folder then. */
const COMPILE_CACHE = join(ROOT, 'test/kit/compile-cache.ts')
const CORES = availableParallelism()
const QUICK: TestGroup[] = ['plain', 'http']

/** Tests sync many small databases to the disk, and wait for it: where the system has a folder in memory, they are kept there. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30
const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'firsthand-tests-'))
// PostgreSQL does not run as root: its user must get through to its own folder.
chmodSync(folder, 0o711)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const [first = '', ...rest] = process.argv.slice(2)
if (first === 'sqlite' || first === 'postgres') process.exitCode = await run(first, CORES + 1, rest)
else if (first === 'quick') process.exitCode = await run('sqlite', CORES, rest, QUICK.map(groupFile))
else process.exitCode = await runBoth(process.argv.slice(2))

/** SQLite shows its results as they come; PostgreSQL, which takes less time, after it. */
async function runBoth(options: string[]): Promise<number> {
  const other = start('postgres', Math.ceil(CORES / 2), options, 'pipe')
  const output = text(other.stdout!)
  const exit = once(other, 'exit')
  const code = await run('sqlite', CORES, options)
  process.stdout.write(`On PostgreSQL:\n${await output}`)
  const [otherCode] = await exit
  return code || (otherCode ?? 1)
}

async function run(
  engine: TestEngine,
  concurrency: number,
  options: string[],
  files?: Iterable<string>,
): Promise<number> {
  const [code] = await once(start(engine, concurrency, options, 'inherit', files), 'exit')
  return code ?? 1
}

function start(
  engine: TestEngine,
  concurrency: number,
  options: string[],
  output: 'inherit' | 'pipe',
  files: Iterable<string> = processesOn(engine),
) {
  const setup = engine === 'postgres' ? ['--test-global-setup=./test/kit/on-postgres.ts'] : []
  return spawn(
    process.execPath,
    [
      ...['--import', COMPILE_CACHE, '--test', ...setup],
      ...[`--test-concurrency=${concurrency}`, '--test-reporter=spec', ...options, ...files],
    ],
    { cwd: ROOT, stdio: ['inherit', output, 'inherit'], env: { ...process.env, TMPDIR: folder } },
  )
}

/** A file for each process: a test file, or a group of them. */
function processesOn(engine: TestEngine): Set<string> {
  const { enginesOf } = createTestEngines()
  const groupOf = createTestGroups()
  const files = findTestFiles().filter(file => enginesOf(file).includes(engine))
  return new Set(
    files.map(file => {
      const group = groupOf(file)
      return group ? groupFile(group) : file
    }),
  )
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH_BYTES
}
