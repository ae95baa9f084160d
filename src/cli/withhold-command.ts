/** The definition of `firsthand withhold`. */
import type { DefineCommand } from './base/command.ts'
import { addSettings, readSettings } from './base/settings.ts'

export const defineWithhold: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('withhold <id>').description('hide a review, with a public reason')
  addSettings(command, ['databaseUrl'])
    .requiredOption('--reason <reason>', 'one of a closed list; a low rating is not a reason')
    .option('--yes', 'do not ask first; required without a terminal', false)
    .action(async (id: string, flags) => {
      const { withhold } = await import('./takedown.ts')
      exitWith(await withhold(id, { ...flags, ...readSettings(flags, process.env) }, process))
    })
}
