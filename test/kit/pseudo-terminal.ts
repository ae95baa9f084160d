/** Runs the program in a pseudo-terminal of the system, as an owner does: `script` of util-linux opens one. */
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { type CommandOptions, ENOUGH_MEMORY, main, startCommand } from './command.ts'

export interface Typing extends Pick<CommandOptions, 'cwd' | 'env'> {
  /** What the owner types, line by line. */
  typed?: string[]
}

/** Returns what the terminal showed, both streams and the echo of what was typed, without colors. */
export async function runInTerminal(
  args: string[],
  { typed = [], cwd, env = {} }: Typing,
): Promise<{ code: number | null; shown: string }> {
  const command = [process.execPath, ENOUGH_MEMORY, main, ...args].map(quote).join(' ')
  const child = startCommand([], {
    ...(cwd !== undefined && { cwd }),
    env: { TERM: 'xterm', ...env },
    program: ['script', '--quiet', '--return', '--command', command, '/dev/null'],
  })
  let shown = ''
  child.stdout!.setEncoding('utf8').on('data', text => (shown += text))
  child.stderr!.setEncoding('utf8').on('data', text => (shown += text))
  child.stdin!.write(typed.map(line => `${line}\n`).join(''))
  const [code] = await once(child, 'close')
  return { code, shown: stripVTControlCharacters(shown).replaceAll('\r\n', '\n') }
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
