/**
 * Mutation testing: changes the program in one place at a time and runs the tests that should notice. A mutant that no test notices
 * must be explained in `explained.json`. Arguments choose targets by name, or files by a part of their path.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, mutantsOf } from './operators.ts'
import { TARGETS, type Target } from './targets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = [
  'src',
  'test',
  'bench',
  'docs',
  'demo',
  'taxonomy',
  'weights',
  'bin',
  'assets',
  'package.json',
  'tsconfig.json',
]
/** A mutant may loop for ever. */
const TIMEOUT_MS = 300_000

interface Trial extends Mutant {
  target: Target
  file: string
}

interface Explanation {
  file: string
  original: string
  mutated: string
  why: string
}

const wanted = process.argv.slice(2)
const isWanted = (target: Target, file: string) =>
  wanted.length === 0 || wanted.some(word => target.name === word || file.includes(word))

const explained: Explanation[] = JSON.parse(
  await readFile(new URL('explained.json', import.meta.url), 'utf8'),
)
const isExplained = ({ file, original, mutated }: Trial) =>
  explained.some(
    one => one.file === file && one.original === original.trim() && one.mutated === mutated.trim(),
  )

const trials = await listTrials()
const survivors: Trial[] = []
let [killed, done] = [0, 0]
print(`${trials.length} mutants.`)
await Promise.all(Array.from({ length: availableParallelism() }, work))
const unexplained = survivors.filter(one => !isExplained(one))
print(
  `${trials.length} mutants: ${killed} killed, ${survivors.length} survived, ${survivors.length - unexplained.length} of them explained.`,
)
process.exitCode = unexplained.length === 0 ? 0 : 1

async function listTrials(): Promise<Trial[]> {
  const lists = TARGETS.flatMap(target =>
    target.files
      .filter(file => isWanted(target, file))
      .map(async file =>
        mutantsOf(await readFile(join(root, file), 'utf8')).map(mutant => ({ ...mutant, target, file })),
      ),
  )
  return (await Promise.all(lists)).flat()
}

/** Takes trials until none is left, in a copy of the project of its own. */
async function work(): Promise<void> {
  const folder = await copyProject()
  try {
    await checkUnchanged(folder)
    for (let trial = trials[done++]; trial; trial = trials[done++]) {
      const wasKilled = await isKilled(folder, trial)
      if (wasKilled) killed++
      else {
        survivors.push(trial)
        const state = isExplained(trial) ? 'explained' : 'SURVIVED'
        print(
          `${state} ${trial.file}:${trial.line}\n  - ${trial.original.trim()}\n  + ${trial.mutated.trim()}`,
        )
      }
      if (done % 25 === 0) print(`${done} of ${trials.length} started, ${killed} killed`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firsthand-mutants-'))
  for (const name of COPIED)
    await cp(join(root, name), join(folder, name), { recursive: true }).catch(ignoreMissing)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** A test that fails by itself would kill every mutant. */
async function checkUnchanged(folder: string): Promise<void> {
  for (const test of new Set(trials.flatMap(({ target }) => target.tests)))
    if (!(await passes(folder, test))) throw new Error(`${test} fails without a mutant.`)
}

async function isKilled(folder: string, { file, line, mutated, target }: Trial): Promise<boolean> {
  const path = join(folder, file)
  const code = await readFile(path, 'utf8')
  const lines = code.split('\n')
  lines[line - 1] = mutated
  await writeFile(path, lines.join('\n'))
  try {
    for (const test of target.tests) if (!(await passes(folder, test))) return true
    return false
  } finally {
    await writeFile(path, code)
  }
}

/** Stops at the first failure, which is all there is to know. */
async function passes(folder: string, test: string): Promise<boolean> {
  const child = spawn(process.execPath, ['--test-force-exit', '--test-reporter=tap', test], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, TIMEOUT_MS)
  child.stdout.setEncoding('utf8').on('data', (text: string) => /^ *not ok /m.test(text) && kill())
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
