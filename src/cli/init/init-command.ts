/** The definition of `firsthand init`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineInit: DefineCommand = (program, { process, exitWith, warmThread }) => {
  const command = program
    .command('init')
    .description('ask five questions, import your reviews and show them')
    .option('--name <name>', 'the name of the business')
    .option('--trade <trade>', 'such as plumbing, law or restaurant; any other words are shown as they are')
    .option('--address <address>', 'such as "12 Oak Street, Springfield, IL 62704"; "" for none')
    .option('--reviews <files...>', 'the files with your reviews; "found" for those in this folder, "none"')
    .option('--color <color>', 'the color of the pages, such as #0b6e69')
    .option('--yes', 'do not ask: take the usual answer where no flag gives one', false)
    .option('--no-serve', 'do not start the service')
  addSettings(addJson(command), ['port', 'host', 'baseUrl', 'databaseUrl', 'businessFile', 'logLevel'])
    .addHelpText('after', HELP_END)
    .action(async flags => {
      const { init } = await import('./init.ts')
      exitWith(await init(flags, readSettings(flags, process.env), process, warmThread))
    })
}

const HELP_END = `
Writes business.json and business.schema.json, which helps editors, unless they exist; then imports
the files and starts the service. Run it again at any time: it changes nothing it did not create.
`
