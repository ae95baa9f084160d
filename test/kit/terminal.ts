/** A terminal that a test types on and reads from. */
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

export interface TestTerminal {
  /** In place of `process`, for a command that is called in this process. */
  streams: NodeJS.Process
  /** Standard output and standard error as the terminal shows them, without colors. */
  shown(): string
}

/** `typed` is what the operator types; the input ends after it. */
export function openTerminal(typed: string, columns = 80): TestTerminal {
  let shown = ''
  const output = new PassThrough().setEncoding('utf8').on('data', text => {
    shown += text
  })
  const stdout = Object.assign(output, { isTTY: true, columns, hasColors: () => true })
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  stdin.end(typed)
  const streams = { stdin, stdout, stderr: stdout, env: {} } as unknown as NodeJS.Process
  return { streams, shown: () => stripVTControlCharacters(shown) }
}
