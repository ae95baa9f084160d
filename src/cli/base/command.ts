/** What the tables say about a command, and how they describe its options. */
import type { Worker } from 'node:worker_threads'
import { type Command, Option } from 'commander'
import type { ServiceSettings } from '../../serve/service.ts'

export interface CommandDefinition {
  /** The name and the arguments: `merge <keep> <other>` */
  usage: string
  /** An earlier name, which works the same. */
  alias?: string
  help: string
  /** In the order of the help. A string names a setting. */
  options?: (keyof ServiceSettings | Option)[]
  /** What its only argument may be, if that is a closed list. */
  choices?: string[]
  /** Text below the options. */
  helpEnd?: string
  /** Imports what runs it, which is not loaded before, so that help stays instant. */
  load(): Promise<RunCommand>
}

/** Gets the arguments, the options and settings, the process, and `CommandHost`. Returns the exit code. */
export type RunCommand = (...inputs: Parsed[]) => Promise<number>

/** As commander parsed it, by what the table says about it. */
type Parsed = Parameters<Parameters<Command['action']>[0]>[number]

export interface CommandHost {
  program: Command
  /** A publishing thread that is already loading, for `serve`. */
  warmThread?: Worker | undefined
}

export const option = (flag: string, help: string) => new Option(flag, help)

/** Is there or is not. */
export const onOff = (flag: string, help: string) => option(flag, help).default(false)

/** Can be given several times. */
export const repeatable = (flag: string, help: string) =>
  option(flag, help).argParser((value: string, before: string[] = []) => [...before, value])

export const JSON_OPTION = onOff('--json', 'print JSON')
export const YES = onOff('--yes', 'do not ask first; required without a terminal')
