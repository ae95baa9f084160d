/** The operator's commands. Each loads what it needs when it is called, so that help comes at once. */
import type { Worker } from 'node:worker_threads'
import { Command, CommanderError, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { FileProblem } from '../ingest/problem.ts'
import { StoreProblem } from '../store/store.ts'
import { EXIT, UsageProblem } from './problem.ts'
import { addSettings, readSettings, SETTINGS } from './settings.ts'

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
    .action(async (files: string[], options) => {
      const { databaseUrl, businessFile } = readSettings(options, process.env)
      const { importFiles } = await import('./import.ts')
      exitCode = await importFiles(files, { ...options, databaseUrl, businessFile }, process)
    })
  addSettings(
    program.command('export <directory>').description('write everything that is served as static files'),
    ['baseUrl', 'databaseUrl', 'businessFile'],
  ).action(async (directory: string, options) => {
    const { exportFiles } = await import('./export.ts')
    exitCode = await exportFiles(directory, readSettings(options, process.env), process)
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
      const { insights } = await import('./insights.ts')
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

/** Expected failures are one sentence; anything else is a fault of ours and shows where it happened. */
function explain(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof UsageProblem) return say(error.message, EXIT.usage)
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
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 imported, but some rows were rejected.
`
