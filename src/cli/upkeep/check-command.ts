/** The definition of `firsthand check`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineCheck: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('check')
    .description('check the database, the ledger, the business file, the public address, disk and clock')
  addSettings(addJson(command), ['port', 'baseUrl', 'databaseUrl', 'businessFile']).action(async flags => {
    const { printChecks } = await import('./check.ts')
    exitWith(await printChecks({ ...flags, ...readSettings(flags, process.env) }, process))
  })
}
