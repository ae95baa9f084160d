/** The definition of `firsthand export`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineExport: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('export <directory>')
    .description('write everything that is served as static files')
  addSettings(addJson(command), ['baseUrl', 'databaseUrl', 'businessFile', 'verifyPackage']).action(
    async (directory: string, { json, ...flags }) => {
      const { exportFiles } = await import('./export-files.ts')
      exitWith(await exportFiles(directory, { ...readSettings(flags, process.env), json }, process))
    },
  )
}
