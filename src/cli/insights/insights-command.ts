/** The definition of `firsthand insights`. */
import { Option } from 'commander'
import type { DefineCommand } from '../base/command.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineInsights: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('insights').description('show what the reviews say, and why')
  addSettings(command, ['databaseUrl', 'businessFile'])
    .option('--json', 'print JSON', false)
    .addOption(
      new Option('--explain <id>', 'what was found in one review, and why').conflicts(['eval', 'suggest']),
    )
    .addOption(
      new Option('--eval <file>', 'how well the engine agrees with labeled data').conflicts('suggest'),
    )
    .option('--suggest', 'people whom reviews name but the business file does not list')
    .action(async flags => {
      const { databaseUrl, businessFile } = readSettings(flags, process.env)
      const { insights } = await import('./report-insights.ts')
      exitWith(await insights({ ...flags, databaseUrl, businessFile }, process))
    })
}
