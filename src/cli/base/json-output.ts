/** The option --json, of every command that ends with a result: the same result for programs. */
import type { Command } from 'commander'

export const addJson = (command: Command) => command.option('--json', 'print JSON', false)

export const writeJson = ({ stdout }: Pick<NodeJS.Process, 'stdout'>, data: unknown) =>
  stdout.write(`${JSON.stringify(data, null, 2)}\n`)
