/** The operator's commands, built from the tables, and how any of them ends. */
import type { Worker } from 'node:worker_threads'
import { Command, CommanderError, Help } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { FileProblem } from '../ingest/values/file-problem.ts'
import { type CommandCode, ERROR_CODES } from '../model/error-codes.ts'
import type { ServiceSettings } from '../serve/service.ts'
import { StoreProblem, WrongDatabaseUrl } from '../store/base/store-problem.ts'
import { type CommandDefinition, type CommandHost, option } from './base/command.ts'
import { EXIT, UsageError } from './base/exit.ts'
import { writeJson } from './base/json-output.ts'
import { SETTINGS } from './base/setting-list.ts'
import { readSettings } from './base/settings.ts'
import { REVIEW_COMMANDS } from './review-commands.ts'
import { SERVICE_COMMANDS } from './service-commands.ts'
import { UPKEEP_COMMANDS } from './upkeep-commands.ts'

/** Returns the exit code. `warmThread` is a publishing thread that is already loading. */
export async function run(argv: string[], process: NodeJS.Process, warmThread?: Worker): Promise<number> {
  let exitCode: number = EXIT.done
  const program = new Command('firsthand')
    .description("Publishes one business's customer reviews for people, programs and AI agents.")
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({
      writeOut: text => void process.stdout.write(text),
      writeErr: text => void process.stderr.write(text),
    })
    .configureHelp({ subcommandTerm: withoutAlias })
    .showHelpAfterError('Try firsthand --help.')
    .addHelpText('after', HELP_END)
  for (const definition of [...SERVICE_COMMANDS, ...REVIEW_COMMANDS, ...UPKEEP_COMMANDS])
    addCommand(program, definition).action(async (...args) => {
      const [flags] = args.splice(-2)
      const hasSettings = definition.options?.some(one => typeof one === 'string')
      const options = hasSettings ? { ...flags, ...readSettings(flags, process.env) } : flags
      const runCommand = await definition.load()
      exitCode = await runCommand(...args, options, process, { program, warmThread } satisfies CommandHost)
    })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return fail(error as Error, argv.includes('--json'), process)
  }
}

function addCommand(
  program: Command,
  { usage, alias, help, options = [], choices, helpEnd }: CommandDefinition,
): Command {
  const command = program.command(usage).description(help)
  if (alias !== undefined) command.alias(alias)
  for (const one of options) command.addOption(typeof one === 'string' ? settingOption(one) : one)
  if (choices) command.registeredArguments[0]!.choices(choices)
  if (helpEnd !== undefined) command.addHelpText('after', helpEnd)
  return command
}

/** The list of commands leaves earlier names out; the help of the command itself shows them. */
const withoutAlias = (command: Command) => new Help().subcommandTerm(command).replace(/\|[\w-]+/, '')

function settingOption(wanted: keyof ServiceSettings) {
  const { flag, help, variable, fallback } = SETTINGS.find(({ name }) => name === wanted)!
  return option(flag, `${help} (${variable}, default ${fallback})`)
}

/** An expected failure prints one message; anything else is a bug and shows its stack. With --json, programs get the error code. */
function fail(error: Error, wantsJson: boolean, process: NodeJS.Process): number {
  const { message, stack } = error
  const code = codeOf(error)
  if (code === null) return EXIT.done
  // Commander has printed its own message.
  if (!(error instanceof CommanderError))
    process.stderr.write(`${code === 'internal_error' ? (stack ?? message) : message}\n`)
  if (wantsJson) writeJson(process, { error: code, message })
  return ERROR_CODES[code].exit
}

/** null if nothing is wrong, as after --help. */
function codeOf(error: Error): CommandCode | null {
  if (error instanceof CommanderError) return error.exitCode === 0 ? null : 'wrong_usage'
  if (error instanceof UsageError || error instanceof WrongDatabaseUrl) return 'wrong_usage'
  return error instanceof FileProblem || error instanceof StoreProblem ? 'failed' : 'internal_error'
}

const HELP_END = `
To begin:
  firsthand init                        your own reviews, after five questions
  firsthand serve                       a demo business at http://localhost:8080
  firsthand import reviews.json         more reviews; business.json describes the business
  firsthand serve --base-url https://reviews.example.com

Every setting can be a flag, an environment variable or a line in firsthand.json.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 imported, but some rows were rejected,
4 not verified.
`
