/** Asks the operator before a command does something that others notice or that cannot be undone. */
import { createInterface } from 'node:readline'
import { type Streams, UsageError } from './result.ts'

export type Terminal = Streams & Pick<NodeJS.Process, 'stdin'>

/** Without a terminal there is nobody to ask, so a script has to say that it means it. */
export function requireConsent(command: string, yes: boolean, { stdin, stdout }: Terminal): void {
  if (!yes && !(stdin.isTTY && stdout.isTTY))
    throw new UsageError(
      `${command} asks first, but this is not a terminal. Add --yes to go ahead.`,
    )
}

/** `about` is what the answer depends on. Anything but a yes is a no, the end of the input included. */
export async function confirm(
  about: string,
  question: string,
  terminal: Terminal,
): Promise<boolean> {
  const { stdin, stdout, stderr } = terminal
  stdout.write(`${about}${question} [y/N] `)
  const answer = await readLine(stdin)
  if (answer === null) stdout.write('\n')
  const agreed = /^y(?:es)?$/i.test(answer?.trim() ?? '')
  if (!agreed) stderr.write('Nothing was changed.\n')
  return agreed
}

/** What the operator types next; null at the end of the input. */
export async function readLine(stdin: NodeJS.ReadStream): Promise<string | null> {
  // Not readline's terminal mode: the terminal itself echoes, edits, and ends the program on Ctrl-C.
  using lines = createInterface({ input: stdin, terminal: false })
  for await (const line of lines) return line
  return null
}
