/** The program as an operator runs it: started, listening, and stopped at the end of the test. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { type CommandOptions, startCommand } from './command.ts'
import { until } from './service.ts'

export interface Program {
  child: ChildProcess
  url: string
  /** What it has written so far. */
  output(): string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<[code: number | null, signal: string | null]>
}

/** `args` follow `serve`. */
export async function startProgram(
  t: TestContext,
  options: CommandOptions,
  args: string[] = [],
): Promise<Program> {
  const child = startCommand(['serve', ...args], options)
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  const ended = once(child, 'close') as Program['ended']
  const url = () => /Listening on (https?:[^\s"]+)/.exec(output)?.[1]
  const listens = until(() => {
    if (child.exitCode !== null) throw new Error(output)
    return url() !== undefined
  })
  await listens.catch(cause =>
    Promise.reject(new Error(`The program does not listen:\n${output}`, { cause })),
  )
  return { child, url: url()!, output: () => output, ended }
}
