/** The definition of `firsthand erase`. */
import type { DefineCommand } from './base/command.ts'
import { addSettings, readSettings } from './base/settings.ts'

export const defineErase: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('erase <id>')
    .description("delete a review's text, name and salt permanently")
  addSettings(command, ['databaseUrl'])
    .option('--yes', 'do not ask first; required without a terminal', false)
    .action(async (id: string, flags) => {
      const { erase } = await import('./takedown.ts')
      exitWith(await erase(id, { ...flags, ...readSettings(flags, process.env) }, process))
    })
}
