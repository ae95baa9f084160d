/** The definition of `firsthand sync`. */
import type { DefineCommand } from '../base/command.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineSync: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('sync <url>')
    .description('pull reviews from another Firsthand service or a JSON Feed')
  addSettings(command, ['databaseUrl', 'businessFile'])
    .option('--source <name>', 'where the reviews were written, if a feed does not say')
    .option('--json', 'print JSON', false)
    .action(async (url: string, flags) => {
      const { sync } = await import('./sync-reviews.ts')
      exitWith(await sync(url, { ...flags, ...readSettings(flags, process.env) }, process))
    })
}
