/** The definition of `firsthand restore`. */
import type { DefineCommand } from './base/command.ts'
import { addSettings, readSettings } from './base/settings.ts'

export const defineRestore: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('restore <id>').description('show a withheld review again')
  addSettings(command, ['databaseUrl']).action(async (id: string, flags) => {
    const { restore } = await import('./takedown.ts')
    exitWith(await restore(id, readSettings(flags, process.env), process))
  })
}
