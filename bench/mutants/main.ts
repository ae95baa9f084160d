/**
 * Mutation testing: changes the program in one place at a time and runs the tests that reach this place, the quickest first. A mutant
 * that no test notices must be explained in `explained.json`. Arguments choose targets by name, or files by a part of their path;
 * `--share=4` tries every fourth mutant, always the same ones, and `--share=4/2` the second quarter of them.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, mutantsOf } from './operators.ts'
import { type Reached, reaches, readReached } from './reached-lines.ts'
import { TARGETS, type Target } from './targets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Tests read files from anywhere in the project; what git ignores and its own folder are large and nothing that they read. */
/** Folders with packages, which the copies share. */
const PACKAGES = ['', 'build', 'test', 'bench', 'train'].map(name => join(name, 'node_modules'))
const NOT_COPIED = ['.git', 'dist', 'train/prepared', ...PACKAGES].map(name => join(root, name))
/** A mutant may loop for ever. */
const TIMEOUT_MS = 180_000

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

/** A test file that passes, how long it takes, and what it runs. */
interface KnownTest {
  file: string
  ms: number
  reached: Reached
}

const [options, wanted] = [
  process.argv.slice(2).filter(isOption),
  process.argv.slice(2).filter(one => !isOption(one)),
]
const [, every = '1', place = '1'] = /^--share=(\d+)(?:\/(\d+))?$/.exec(options[0] ?? '') ?? []

const explained: Explanation[] = JSON.parse(
  await readFile(new URL('explained.json', import.meta.url), 'utf8'),
)
const isExplained = ({ file, original, mutated }: Trial) =>
  explained.some(
    one => one.file === file && one.original === original.trim() && one.mutated === mutated.trim(),
  )

const trials = await listTrials()
const survivors: Trial[] = []
const tests = new Map<Target, KnownTest[]>()
let [killed, done] = [0, 0]
print(`${trials.length} mutants.`)
await findReached()
await runOnAllCores(async folder => {
  for (let trial = trials[done++]; trial; trial = trials[done++]) {
    await attempt(folder, trial)
    if (done % 25 === 0) print(`${done} of ${trials.length} started, ${killed} killed`)
  }
})
summarize()

function isOption(argument: string): boolean {
  return argument.startsWith('--')
}

function filesOf(patterns: string[]): string[] {
  return globSync(patterns, { cwd: root }).toSorted()
}

async function listTrials(): Promise<Trial[]> {
  const isWanted = (target: Target, file: string) =>
    wanted.length === 0 || wanted.some(word => target.name === word || file.includes(word))
  const lists = TARGETS.flatMap(target =>
    filesOf(target.files)
      .filter(file => isWanted(target, file))
      .map(async file =>
        mutantsOf(await readFile(join(root, file), 'utf8')).map(mutant => ({
          ...mutant,
          target,
          file,
        })),
      ),
  )
  return (await Promise.all(lists)).flat().filter(isInShare)
}

/** By a hash, so that the choice stays the same while other lines change. */
function isInShare({ file, original, mutated }: Trial): boolean {
  const digest = createHash('sha256').update(`${file}\n${original}\n${mutated}`).digest()
  return digest.readUInt32BE() % Number(every) === Number(place) - 1
}

/** Runs every test of the chosen targets once. One that fails by itself would kill every mutant, and is left out. */
async function findReached(): Promise<void> {
  const byFile = new Map<string, Target[]>()
  for (const target of new Set(trials.map(trial => trial.target))) {
    tests.set(target, [])
    for (const file of filesOf(target.tests).filter(name => name.endsWith('.test.ts')))
      byFile.set(file, [...(byFile.get(file) ?? []), target])
  }
  const waiting = [...byFile]
  await runOnAllCores(async folder => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [file, targets] = next
      const known = await measure(folder, file)
      if (known === null) print(`${file} fails without a mutant and is left out.`)
      else for (const target of targets) tests.get(target)!.push(known)
    }
  })
  for (const list of tests.values()) list.sort((one, other) => one.ms - other.ms)
  print(`${byFile.size} test files were run once to see what they reach.`)
}

async function measure(folder: string, file: string): Promise<KnownTest | null> {
  const coverage = await mkdtemp(join(tmpdir(), 'firsthand-coverage-'))
  try {
    const start = performance.now()
    if (!(await passes(folder, file, { NODE_V8_COVERAGE: coverage }))) return null
    return { file, ms: performance.now() - start, reached: await readReached(coverage, folder) }
  } finally {
    await rm(coverage, { recursive: true, force: true })
  }
}

async function attempt(folder: string, trial: Trial): Promise<void> {
  if (await isKilled(folder, trial)) {
    killed++
    return
  }
  survivors.push(trial)
  const state = isExplained(trial) ? 'explained' : 'SURVIVED'
  print(
    `${state} ${trial.file}:${trial.line}\n  - ${trial.original.trim()}\n  + ${trial.mutated.trim()}`,
  )
}

async function isKilled(
  folder: string,
  { file, line, original, mutated, target }: Trial,
): Promise<boolean> {
  const path = join(folder, file)
  const code = await readFile(path, 'utf8')
  const lines = code.split('\n')
  const offset = lines.slice(0, line - 1).join('\n').length + 1 + firstDifference(original, mutated)
  const reaching = tests.get(target)!.filter(test => reaches(test.reached, file, offset))
  lines[line - 1] = mutated
  await writeFile(path, lines.join('\n'))
  try {
    for (const test of reaching) if (!(await passes(folder, test.file))) return true
    return false
  } finally {
    await writeFile(path, code)
  }
}

function firstDifference(original: string, mutated: string): number {
  const indent = original.length - original.trimStart().length
  let at = indent
  while (mutated !== '' && original[at] === mutated[at]) at++
  return at
}

/** Each in a copy of the project of its own. */
async function runOnAllCores(work: (folder: string) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const folder = await copyProject()
      try {
        await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }),
  )
}

async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firsthand-mutants-'))
  await cp(root, folder, { recursive: true, filter: path => !NOT_COPIED.includes(path) })
  for (const name of PACKAGES) await symlink(join(root, name), join(folder, name))
  return folder
}

/** Stops at the first failure, which is all there is to know. */
async function passes(
  folder: string,
  test: string,
  environment: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(process.execPath, ['--test-force-exit', '--test-reporter=tap', test], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, TIMEOUT_MS)
  child.stdout.setEncoding('utf8').on('data', (text: string) => /^ *not ok /m.test(text) && kill())
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === 0
}

function summarize(): void {
  for (const [target, all] of Map.groupBy(trials, trial => trial.target)) {
    const alive = survivors.filter(trial => trial.target === target)
    const why = alive.filter(isExplained).length
    print(
      `${target.name}: ${all.length} made, ${all.length - alive.length} killed, ${why} explained, ${alive.length - why} open`,
    )
  }
  const open = survivors.filter(one => !isExplained(one)).length
  print(
    `${trials.length} mutants: ${killed} killed, ${survivors.length} survived, ${survivors.length - open} of them explained.`,
  )
  process.exitCode = open === 0 ? 0 : 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
