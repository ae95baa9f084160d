/**
 * Runs the tests on the database engines they belong on, both engines at once: `run-tests.ts [sqlite|postgres [options of node --test]]`.
 * Many tests wait for something, so that more of them than there are cores are worth it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createTestEngines, type TestEngine } from './test-engines.ts'
import { createTestGroups, groupFile } from './test-groups.ts'
import { findTestFiles, ROOT } from './test-imports.ts'

const CONCURRENCY: Record<TestEngine, number> = { sqlite: 3, postgres: 2 }
/** A whole path, because threads are started with it too, and a test may be in another folder then. */
const COMPILE_CACHE = join(ROOT, 'test/kit/compile-cache.ts')

const [engine, ...options] = process.argv.slice(2)
if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres')
  throw new Error('Name the engine, sqlite or postgres, or none for both.')

const { enginesOf } = createTestEngines()
const groupOf = createTestGroups()
const runs = engine ? [runOn(engine, 'inherit')] : [runOn('sqlite', 'inherit'), runOn('postgres', 'pipe')]
const results = await Promise.all(runs)
for (const { output } of results) process.stdout.write(output)
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1

/** The output of the second engine comes in one piece, after that of the first. */
async function runOn(
  engine: TestEngine,
  stdout: 'inherit' | 'pipe',
): Promise<{ code: number | null; output: string }> {
  const setup = engine === 'postgres' ? ['--test-global-setup=./test/kit/on-postgres.ts'] : []
  const child = spawn(
    process.execPath,
    [
      ...['--import', COMPILE_CACHE, '--test', ...setup],
      ...[`--test-concurrency=${CONCURRENCY[engine]}`, '--test-reporter=spec'],
      ...[...options, ...processesFor(engine)],
    ],
    { cwd: ROOT, stdio: ['inherit', stdout, 'inherit'] },
  )
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', text => {
    output += text
  })
  const [code] = await once(child, 'close')
  return { code, output }
}

/** A file of its own for each process. */
function processesFor(engine: TestEngine): Set<string> {
  const files = findTestFiles().filter(file => enginesOf(file).includes(engine))
  return new Set(
    files.map(file => {
      const group = groupOf(file)
      return group ? groupFile(group) : file
    }),
  )
}
