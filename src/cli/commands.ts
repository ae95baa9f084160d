/** The operator's commands. Each loads what it needs when it is called, so that help comes at once. */
import type { Worker } from 'node:worker_threads'
import { Command, CommanderError, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { FileProblem } from '../ingest/values/file-problem.ts'
import { StoreProblem, WrongDatabaseUrl } from '../store/base/store-problem.ts'
import { EXIT, UsageError } from './base/exit.ts'
import { addSettings, readSettings, SETTINGS } from './base/settings.ts'

/** Answers with the exit code. `warmThread` is a publishing thread that is loading already. */
export async function run(argv: string[], warmThread?: Worker): Promise<number> {
  let exitCode: number = EXIT.done
  const program = new Command('firsthand')
    .description(
      'Publishes the verified customer reviews of one business for people, programs and AI agents.',
    )
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('Try firsthand --help.')
    .addHelpText('after', HELP_END)

  addSettings(
    program.command('serve').description('serve the reviews over HTTP'),
    SETTINGS.map(({ name }) => name),
  ).action(async options => {
    const { serve } = await import('./serve.ts')
    exitCode = await serve(readSettings(options, process.env), process, warmThread)
  })
  addSettings(program.command('import <file...>').description('bring reviews in from files'), [
    'databaseUrl',
    'businessFile',
  ])
    .option('--strict', 'import nothing when a row is wrong', false)
    .option('--dry-run', 'say what would happen, and write nothing', false)
    .option('--complete', 'the files list all reviews of their sources: what they lack is gone', false)
    .option('--confirm', 'with --complete: gone now, without waiting for a second complete import', false)
    .option('--format <name>', 'how the files are to be read; else their content tells')
    .option('--source <name>', 'where the reviews were written, if the files do not say so')
    .option('--map <field=column>', 'read any table or JSON: which column is which (repeat it)', gather, [])
    .option('--mapping <file>', 'the same from a small JSON file')
    .addOption(
      new Option('--date-order <order>', 'how dates such as 05/06/2026 are meant').choices(['dmy', 'mdy']),
    )
    .option('--retrieved <date>', 'the day on which "3 weeks ago" was read, YYYY-MM-DD')
    .option('--location <name>', 'which place, where a file has reviews of several')
    .option('--watch', 'import again whenever a file changes', false)
    .action(async (files: string[], options) => {
      const settings = readSettings(options, process.env)
      const { readImportOptions } = await import('./import/import-options.ts')
      const importOptions = await readImportOptions(options, settings)
      const { importFiles } = await import('./import/import-files.ts')
      const { watchFiles } = await import('./import/watch-files.ts')
      exitCode = await (options.watch ? watchFiles : importFiles)(files, importOptions, process)
    })
  addSettings(
    program.command('sync <url>').description('pull reviews from another Firsthand, or from a JSON Feed'),
    ['databaseUrl', 'businessFile'],
  )
    .option('--source <name>', 'where the reviews were written, if a feed does not say so')
    .action(async (url: string, options) => {
      const { sync } = await import('./sync/sync-reviews.ts')
      exitCode = await sync(url, { ...options, ...readSettings(options, process.env) }, process)
    })
  addSettings(program.command('withhold <id>').description('take a review from view, and say why'), [
    'databaseUrl',
  ])
    .requiredOption('--reason <reason>', 'one of a closed list; a low rating is none')
    .action(async (id: string, options) => {
      const { withhold } = await import('./takedown.ts')
      exitCode = await withhold(id, { ...options, ...readSettings(options, process.env) }, process)
    })
  addSettings(program.command('restore <id>').description('show a withheld review again'), [
    'databaseUrl',
  ]).action(async (id: string, options) => {
    const { restore } = await import('./takedown.ts')
    exitCode = await restore(id, readSettings(options, process.env), process)
  })
  addSettings(program.command('erase <id>').description('remove text, name and salt of a review for good'), [
    'databaseUrl',
  ]).action(async (id: string, options) => {
    const { erase } = await import('./takedown.ts')
    exitCode = await erase(id, readSettings(options, process.env), process)
  })
  program
    .command('verify <url>')
    .description('check from outside that a service shows what its log recorded')
    .option('--pin <file>', 'keeps what was seen, for the next check', '.firsthand-pins.json')
    .option('--json', 'as JSON', false)
    .action(async (url: string, options) => {
      const { verify } = await import('./verify/verify-service.ts')
      exitCode = await verify(url, options, process)
    })
  addSettings(
    program.command('export <directory>').description('write everything that is served as static files'),
    ['baseUrl', 'databaseUrl', 'businessFile'],
  ).action(async (directory: string, options) => {
    const { exportFiles } = await import('./export.ts')
    exitCode = await exportFiles(directory, readSettings(options, process.env), process)
  })
  program
    .command('migrate')
    .description('move everything to another database, and check that it arrived')
    .requiredOption('--from <url>', 'the database that is used now, such as sqlite:data/firsthand.db')
    .requiredOption('--to <url>', 'an empty one, such as postgres://user@host/name')
    .action(async options => {
      const { migrateDatabase } = await import('./migrate.ts')
      exitCode = await migrateDatabase(options, process)
    })
  addSettings(program.command('insights').description('show what the reviews say, and why'), [
    'databaseUrl',
    'businessFile',
  ])
    .option('--json', 'as JSON', false)
    .addOption(
      new Option('--explain <id>', 'what was found in one review, and why').conflicts(['eval', 'suggest']),
    )
    .addOption(
      new Option('--eval <file>', 'how far the engine agrees with labelled data').conflicts('suggest'),
    )
    .option('--suggest', 'people whom reviews name and the business file lacks')
    .action(async options => {
      const { databaseUrl, businessFile } = readSettings(options, process.env)
      const { insights } = await import('./insights/report-insights.ts')
      exitCode = await insights({ ...options, databaseUrl, businessFile }, process)
    })
  addSettings(program.command('subscribers').description('list who is told of changes (WebSub)'), [
    'databaseUrl',
  ])
    .option('--json', 'as JSON', false)
    .option('--remove <id>', 'end the subscription with this id')
    .action(async options => {
      const { databaseUrl } = readSettings(options, process.env)
      const { subscribers } = await import('./subscribers.ts')
      exitCode = await subscribers({ ...options, databaseUrl }, process)
    })

  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return explain(error as Error)
  }
}

const gather = (value: string, values: string[]) => [...values, value]

/** Expected failures are one sentence; anything else is a fault of ours and shows where it happened. */
function explain(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof UsageError || error instanceof WrongDatabaseUrl) return say(error.message, EXIT.usage)
  if (error instanceof FileProblem || error instanceof StoreProblem) return say(error.message, EXIT.failed)
  return say(error.stack ?? error.message, EXIT.failed)
}

function say(message: string, exitCode: number): number {
  process.stderr.write(`${message}\n`)
  return exitCode
}

const HELP_END = `
To begin:
  firsthand serve                       a demo business at http://localhost:8080
  firsthand import reviews.json         your own reviews; business.json says whose they are
  firsthand serve --base-url https://reviews.example.com

Every setting can be a flag, an environment variable or a line in firsthand.json.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 imported, but some rows were rejected,
4 not verified.
`
