/** The definition of `firsthand restore`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineRestore: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('restore <review>').description('show a withheld review again')
  addSettings(addJson(command), ['databaseUrl']).action(async (review: string, flags) => {
    const { restore } = await import('./takedown.ts')
    exitWith(await restore(review, { ...flags, ...readSettings(flags, process.env) }, process))
  })
}
