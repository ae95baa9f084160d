/** The list of the operator's commands, and how any of them ends. */
import type { Worker } from 'node:worker_threads'
import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { FileProblem } from '../ingest/values/file-problem.ts'
import { type CommandCode, ERROR_CODES } from '../model/error-codes.ts'
import { StoreProblem, WrongDatabaseUrl } from '../store/base/store-problem.ts'
import type { DefineCommand } from './base/command.ts'
import { EXIT, UsageError } from './base/exit.ts'
import { writeJson } from './base/json-output.ts'
import { defineBusiness } from './business-command.ts'
import { defineCompletion } from './completion/completion-command.ts'
import { defineDesk } from './desk-command.ts'
import { defineExport } from './export/export-command.ts'
import { defineImport } from './import/import-command.ts'
import { defineInit } from './init/init-command.ts'
import { defineInsights } from './insights/insights-command.ts'
import { definePull } from './pull/pull-command.ts'
import { defineErase } from './reviews/erase-command.ts'
import { defineList } from './reviews/list-command.ts'
import { defineMerge } from './reviews/merge-command.ts'
import { defineReply } from './reviews/reply-command.ts'
import { defineRestore } from './reviews/restore-command.ts'
import { defineShow } from './reviews/show-command.ts'
import { defineWithhold } from './reviews/withhold-command.ts'
import { defineServe } from './serve-command.ts'
import { defineSubscribers } from './subscribers-command.ts'
import { defineSync } from './sync/sync-command.ts'
import { defineBackup } from './upkeep/backup-command.ts'
import { defineCheck } from './upkeep/check-command.ts'
import { defineMigrate } from './upkeep/migrate-command.ts'
import { defineRestoreBackup } from './upkeep/restore-backup-command.ts'
import { defineVerify } from './verify/verify-command.ts'

/** In the order of the help. */
const COMMANDS: DefineCommand[] = [
  defineInit,
  defineServe,
  defineDesk,
  defineImport,
  definePull,
  defineBusiness,
  defineSync,
  defineList,
  defineShow,
  defineReply,
  defineWithhold,
  defineRestore,
  defineErase,
  defineMerge,
  defineVerify,
  defineExport,
  defineCheck,
  defineBackup,
  defineRestoreBackup,
  defineMigrate,
  defineInsights,
  defineSubscribers,
  defineCompletion,
]

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
    .showHelpAfterError('Try firsthand --help.')
    .addHelpText('after', HELP_END)
  const exitWith = (code: number) => {
    exitCode = code
  }
  for (const define of COMMANDS) define(program, { process, exitWith, warmThread })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return fail(error as Error, argv.includes('--json'), process)
  }
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
