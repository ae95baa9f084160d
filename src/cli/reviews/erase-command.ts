/** The definition of `firsthand erase`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineErase: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('erase <review>')
    .description("delete a review's text, name and salt permanently")
  addSettings(addJson(command), ['databaseUrl'])
    .option('--yes', 'do not ask first; required without a terminal', false)
    .action(async (review: string, flags) => {
      const { erase } = await import('./takedown.ts')
      exitWith(await erase(review, { ...flags, ...readSettings(flags, process.env) }, process))
    })
}
