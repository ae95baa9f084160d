/** The definition of `firsthand backup`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineBackup: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('backup <file>')
    .description('copy the database into a file while the service runs (SQLite)')
  addSettings(addJson(command), ['databaseUrl'])
    .option('--overwrite', 'replace the file if it exists', false)
    .action(async (file: string, flags) => {
      const { makeBackup } = await import('./backup.ts')
      exitWith(await makeBackup(file, { ...flags, ...readSettings(flags, process.env) }, process))
    })
}
