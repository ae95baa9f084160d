/** Starts a process that opens a database. */
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startCommand } from '../kit/command.ts'

const program = fileURLToPath(new URL('./opener.ts', import.meta.url))

/** At once, or at a given time, to the millisecond. */
export function startOpener(databaseUrl: string, timeMs = 0): ChildProcess {
  return startCommand([databaseUrl, String(timeMs)], { program: [process.execPath, program] })
}
