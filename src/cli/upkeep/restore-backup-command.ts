/** The definition of `firsthand restore-backup`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineRestoreBackup: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('restore-backup <file>')
    .description('replace the database with a backup; stop the service first (SQLite)')
  addSettings(addJson(command), ['databaseUrl'])
    .option('--force', 'even if entries of the public log are lost', false)
    .addHelpText('after', HELP_END)
    .action(async (file: string, flags) => {
      const { restoreFrom } = await import('./restore-backup-file.ts')
      exitWith(await restoreFrom(file, { ...flags, ...readSettings(flags, process.env) }, process))
    })
}

const HELP_END = `
A backup that lacks entries of the public log is rejected: the log must only grow, and others
check that. The database that is replaced is kept beside the new one.
`
