/** What the file of a command exports: a function that adds the command to the program. */
import type { Worker } from 'node:worker_threads'
import type { Command } from 'commander'

/** The action imports what it needs when it runs, so that help stays instant. */
export type DefineCommand = (program: Command, host: CommandHost) => void

export interface CommandHost {
  process: NodeJS.Process
  /** Sets the exit code; the process ends when nothing is left to do. */
  exitWith(code: number): void
  /** A publishing thread that is already loading, for `serve`. */
  warmThread?: Worker | undefined
}
