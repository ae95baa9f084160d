/** Runs the tests that belong on a database engine: `run-tests.ts sqlite|postgres [options of node --test]`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createTestEngines, type TestEngine } from './test-engines.ts'
import { createTestGroups, groupFile } from './test-groups.ts'
import { findTestFiles, ROOT } from './test-imports.ts'

const CONCURRENCY = 3
/** A whole path, because threads are started with it too, and a test may be in another folder then. */
const COMPILE_CACHE = join(ROOT, 'test/kit/compile-cache.ts')

const [engine, ...options] = process.argv.slice(2) as [TestEngine, ...string[]]
if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('Name the engine: sqlite or postgres.')

const { enginesOf } = createTestEngines()
const groupOf = createTestGroups()
const files = findTestFiles().filter(file => enginesOf(file).includes(engine))
/** A file of its own for each process. */
const processes = new Set(
  files.map(file => {
    const group = groupOf(file)
    return group ? groupFile(group) : file
  }),
)
const setup = engine === 'postgres' ? ['--test-global-setup=./test/kit/on-postgres.ts'] : []
const child = spawn(
  process.execPath,
  [
    ...['--import', COMPILE_CACHE, '--test', ...setup],
    ...[`--test-concurrency=${CONCURRENCY}`, '--test-reporter=spec', ...options, ...processes],
  ],
  { cwd: ROOT, stdio: 'inherit' },
)
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
