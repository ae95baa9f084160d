/** Runs the program as the operator does, in its own process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

export interface CommandOptions {
  cwd?: string
  env?: Record<string, string>
  /** What to start instead of Node with the source: a program and its first arguments. */
  program?: [string, ...string[]]
  /** In a process group of its own, so that a signal can be sent to the whole group. */
  detached?: boolean
}

/** In the environment of the test run, without any settings of the program. */
export function startCommand(args: string[], options: CommandOptions = {}): ChildProcess {
  const { cwd, env = {}, program = [process.execPath, main], detached = false } = options
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
  const [command, ...first] = program
  return spawn(command, [...first, ...args], { cwd, env: { ...rest, ...env }, detached })
}

export async function runCommand(args: string[], options: CommandOptions = {}): Promise<Finished> {
  const child = startCommand(args, options)
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', text => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', text => (output.stderr += text))
  const [code] = await once(child, 'close')
  return { code, ...output }
}
