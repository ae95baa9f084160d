/** What the table of commands (`commands.json`) says about a command and its options. */
import { type Command, Option } from 'commander'

export interface CommandDefinition {
  /** The name and the arguments: `merge <keep> <other>` */
  usage: string
  /** An earlier name, which works the same. */
  alias?: string
  help: string
  /** In the order of the help. A string names a setting, or options that `commands.ts` defines. */
  options?: (string | OptionDefinition)[]
  /** What its only argument may be, if that is a closed list. */
  choices?: string[]
  /** Lines below the options. */
  helpEnd?: string[]
}

interface OptionDefinition {
  flag: string
  help: string
  /** false for what is there or is not. */
  default?: string | boolean | string[]
  mandatory?: boolean
  repeatable?: boolean
  choices?: string[]
  conflicts?: string[]
  /** Of its value, if a setting has the usual one. */
  name?: string
}

/** Gets the arguments, the options and settings, the process, and the program of all commands. Returns the exit code. */
export type RunCommand = (...inputs: Parsed[]) => Promise<number>

/** As commander parsed it, by what the table says about it. */
type Parsed = Parameters<Parameters<Command['action']>[0]>[number]

export function createOption({ flag, help, name, ...rest }: OptionDefinition): Option {
  const option = new Option(flag, help).default(rest.default).conflicts(rest.conflicts ?? [])
  if (rest.mandatory) option.makeOptionMandatory()
  if (rest.choices) option.choices(rest.choices)
  if (rest.repeatable)
    option.argParser((value: string, before: string[] = []) => [...before, value])
  if (name !== undefined) option.attributeName = () => name
  return option
}
