/** The operator's commands, built from their table, and how any of them ends. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError, Help, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { REASONS_EXPLAINED } from '../actions/remove-review.ts'
import { FileProblem } from '../ingest/values/file-problem.ts'
import { WithholdReason } from '../model/change.ts'
import { type CommandCode, ERRORS } from '../model/errors.ts'
import { codeFile } from '../package/package-files.ts'
import type { ServiceSettings } from '../serve/service.ts'
import { StoreProblem, WrongDatabaseUrl } from '../store/base/store-problem.ts'
import { type CommandDefinition, createOption, type RunCommand } from './base/command.ts'
import { DISK_FULL, EXIT, isDiskFull, UsageError, writeJson } from './base/result.ts'
import { readSettings, SETTINGS } from './base/settings.ts'
import definitions from './commands.json' with { type: 'json' }
import { FILTER_OPTIONS } from './reviews/list.ts'

/** Returns the exit code. */
export async function run(argv: string[], process: NodeJS.Process): Promise<number> {
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
    .addHelpText('after', () => readFileSync(codeFile('cli/help-end.txt'), 'utf8'))
  for (const definition of definitions as CommandDefinition[]) {
    const command = addCommand(program, definition)
    const hasSettings = definition.options?.some(
      one => SETTING_OPTIONS.has(one) || one === 'settings',
    )
    command.action(async (...args) => {
      const [flags] = args.splice(-2)
      // An argument with the name of a setting is its value.
      const given = command.registeredArguments
        .map((argument, at) => [argument.name(), args[at]])
        .filter(([, value]) => value !== undefined)
      const all = { ...flags, ...Object.fromEntries(given) }
      const options = hasSettings ? { ...flags, ...readSettings(all, process.env) } : flags
      const runCommand = await LOADERS[command.name()]!(options)
      exitCode = await runCommand(...args, options, process, program)
    })
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return fail(error as Error, argv.includes('--json'), process)
  }
}

/** Import what runs a command, which is not loaded before, so that help stays instant. */
const LOADERS: Record<string, (options: ServiceSettings) => Promise<RunCommand>> = {
  init: async () => (await import('./init/init.ts')).init,
  async serve() {
    const { serve } = await import('./serve.ts')
    return (_domain, settings, process) => serve(settings, process)
  },
  desk: async () => (await import('./desk.ts')).runDesk,
  import: async () => (await import('./import/import-files.ts')).runImport,
  pull: async () => (await import('./pull/pull-reviews.ts')).pullReviews,
  business: async () => (await import('./change-business.ts')).changeBusiness,
  sync: async () => (await import('./sync/sync-reviews.ts')).sync,
  list: async () => (await import('./reviews/list.ts')).printList,
  show: async () => (await import('./reviews/show.ts')).printReview,
  reply: async () => (await import('./reviews/reply.ts')).writeReply,
  withhold: async () => (await import('./reviews/takedown.ts')).withhold,
  republish: async () => (await import('./reviews/takedown.ts')).republish,
  erase: async () => (await import('./reviews/takedown.ts')).erase,
  merge: async () => (await import('./reviews/takedown.ts')).merge,
  verify: async () => (await import('./verify/verify-service.ts')).verify,
  watch: async () => (await import('./watch/watch-sites.ts')).watch,
  export: async () => (await import('./export/export-files.ts')).exportFiles,
  check: async () => (await import('./upkeep.ts')).printChecks,
  backup: async () => (await import('./upkeep.ts')).makeBackup,
  'restore-backup': async () => (await import('./upkeep.ts')).restoreFrom,
  migrate: async () => (await import('./upkeep.ts')).migrate,
  'rotate-key': async () => (await import('./upkeep.ts')).rotateKey,
  insights: async () => (await import('./insights/report-insights.ts')).insights,
  subscribers: async () => (await import('./subscribers.ts')).subscribers,
  completion: async () => (await import('./completion-scripts.ts')).printCompletion,
}

function addCommand(program: Command, definition: CommandDefinition): Command {
  const { usage, alias, help, options = [], choices, helpEnd } = definition
  const command = program.command(usage).description(help)
  if (alias !== undefined) command.alias(alias)
  for (const one of options)
    for (const option of typeof one === 'string' ? namedOptions(one) : [createOption(one)])
      command.addOption(option)
  if (choices) command.registeredArguments[0]!.choices(choices)
  if (helpEnd)
    command.addHelpText('after', `\n${helpEnd.join('\n').replace('%reasons%', listReasons)}\n`)
  return command
}

/** The choices are for the completion; the command itself explains what is wrong with any other. */
const REASON = new Option(
  '--reason <reason>',
  'why; a low rating is not a reason',
).makeOptionMandatory()
REASON.argChoices = [...WithholdReason.options]

function listReasons(): string {
  const width = Math.max(...WithholdReason.options.map(reason => reason.length))
  return WithholdReason.options
    .map(reason => `  ${reason.padEnd(width)}  ${REASONS_EXPLAINED[reason]}`)
    .join('\n')
}

const SETTING_OPTIONS = new Map<unknown, Option>(
  SETTINGS.map(({ name, flag, help, variable, fallback }) => [
    name,
    new Option(flag, `${help} (${variable}, default ${fallback})`),
  ]),
)

const SHARED_OPTIONS = new Map([
  ['settings', [...SETTING_OPTIONS.values()]],
  ['filters', FILTER_OPTIONS],
  ['reason', [REASON]],
  ['json', [createOption({ flag: '--json', help: 'print JSON', default: false })]],
  [
    'yes',
    [
      createOption({
        flag: '--yes',
        help: 'do not ask first; required without a terminal',
        default: false,
      }),
    ],
  ],
])

const namedOptions = (name: string) => SHARED_OPTIONS.get(name) ?? [SETTING_OPTIONS.get(name)!]

/** The list of commands leaves earlier names out; the help of the command itself shows them. */
const withoutAlias = (command: Command) =>
  new Help().subcommandTerm(command).replace(/\|[\w-]+/, '')

/** An expected failure prints one message; anything else is a bug and shows its stack. With --json, programs get the error code. */
function fail(error: Error, wantsJson: boolean, process: NodeJS.Process): number {
  const { stack } = error
  const message = isDiskFull(error) ? DISK_FULL : error.message
  const code = codeOf(error)
  if (code === null) return EXIT.done
  // Commander has printed its own message.
  if (!(error instanceof CommanderError))
    process.stderr.write(`${code === 'internal_error' ? (stack ?? message) : message}\n`)
  if (wantsJson) writeJson(process, { error: code, message })
  return ERRORS[code].exit
}

/** null if nothing is wrong, as after --help. */
function codeOf(error: Error): CommandCode | null {
  if (error instanceof CommanderError) return error.exitCode === 0 ? null : 'wrong_usage'
  if (error instanceof UsageError || error instanceof WrongDatabaseUrl) return 'wrong_usage'
  if (isDiskFull(error)) return 'failed'
  return error instanceof FileProblem || error instanceof StoreProblem ? 'failed' : 'internal_error'
}
