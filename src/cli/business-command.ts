/** The definition of `firsthand business`. */
import type { DefineCommand } from './base/command.ts'
import { addSettings, readSettings } from './base/settings.ts'

export const defineBusiness: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('business')
    .description('show the business file, or change single fields of it')
  addSettings(command, ['databaseUrl', 'businessFile'])
    .option(
      '--set <field=value>',
      'set a field, such as address.locality=Springfield (repeatable)',
      collect,
      [],
    )
    .option('--unset <field>', 'remove a field (repeatable)', collect, [])
    .option('--add-person <name>', 'list someone whom reviews name (repeatable)', collect, [])
    .option(
      '--alias <name=alias>',
      'another name that reviews use for someone listed (repeatable)',
      collect,
      [],
    )
    .option('--ignore-name <name>', 'no longer suggest this name as a person (repeatable)', collect, [])
    .action(async flags => {
      const { changeBusiness } = await import('./change-business.ts')
      exitWith(await changeBusiness(flags, readSettings(flags, process.env), process))
    })
}

const collect = (value: string, before: string[]) => [...before, value]
