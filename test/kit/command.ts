/** Runs the program as the operator does, in its own process or in that of the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { run } from '../../src/cli/commands.ts'

const source = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
/** The bundle that a whole test run starts with, or else the source. */
export const main = process.env.TEST_PROGRAM ?? source
/** It needs that much memory soon: to collect garbage again and again while it grows takes an eighth of the time of a command. */
export const ENOUGH_MEMORY = '--min-semi-space-size=16'
/** The bundle is in a folder of its test run: what Node compiles from it is of no use after that. */
const OF_BUNDLE = main === source ? {} : { NODE_COMPILE_CACHE: join(dirname(main), 'compiled') }

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

export interface CommandOptions {
  cwd?: string
  env?: Record<string, string>
  /** What to start instead of Node with `main`: a program and its first arguments. */
  program?: [string, ...string[]]
  /** In a process group of its own, so that a signal can be sent to the whole group. */
  detached?: boolean
}

/** Starts a command in its own process, in the environment of the test run without any settings of the program. */
export function startCommand(args: string[], options: CommandOptions = {}): ChildProcess {
  const {
    cwd,
    env = {},
    program = [process.execPath, ENOUGH_MEMORY, main],
    detached = false,
  } = options
  const [command, ...first] = program
  const ofBundle = options.program ? {} : OF_BUNDLE
  return spawn(command, [...first, ...args], {
    cwd,
    env: { ...bareEnvironment(), ...ofBundle, ...env },
    detached,
  })
}

function bareEnvironment(): NodeJS.ProcessEnv {
  const {
    PORT,
    HOST,
    BASE_URL,
    DATABASE_URL,
    BUSINESS_FILE,
    RATE_LIMIT_PER_MINUTE,
    TRUST_PROXY,
    NODE_TEST_CONTEXT,
    ...rest
  } = process.env
  return rest
}

/** Runs a command in its own process until it ends. */
export async function spawnCommand(
  args: string[],
  options: CommandOptions = {},
): Promise<Finished> {
  const child = startCommand(args, options)
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', text => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', text => (output.stderr += text))
  const [code] = await once(child, 'close')
  return { code, ...output }
}

/** Of commands in the process of a test, which end by themselves. */
const LONGEST_COMMAND_MS = 60_000

/** A folder is current for one command at a time. */
let last: Promise<unknown> = Promise.resolve()

/** Runs a command in this process until it ends: most of the time of a process of its own is spent loading the program. */
export function runCommand(
  args: string[],
  { cwd = process.cwd(), env = {} }: Pick<CommandOptions, 'cwd' | 'env'> = {},
): Promise<Finished> {
  const turn = last.then(async () => {
    const before = process.cwd()
    process.chdir(cwd)
    try {
      return await runHere(args, { ...bareEnvironment(), ...env })
    } finally {
      process.chdir(before)
    }
  })
  last = turn.catch(() => {})
  return turn
}

async function runHere(args: string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  const [stdout, stderr] = [collect(), collect()]
  const own = Object.assign(new EventEmitter(), {
    stdin: Readable.from([]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
  })
  // A service that should have refused to start runs until it is told to stop.
  const stop = setTimeout(() => own.emit('SIGTERM', 'SIGTERM'), LONGEST_COMMAND_MS)
  const began = performance.now()
  const code = await run(args, own as unknown as NodeJS.Process).finally(() => clearTimeout(stop))
  const finished = { code, stdout: stdout.text(), stderr: stderr.text() }
  if (performance.now() - began > LONGEST_COMMAND_MS)
    throw new Error(
      `firsthand ${args.join(' ')} did not end:\n${finished.stdout}${finished.stderr}`,
    )
  return finished
}

function collect() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}
