/** The definition of `firsthand import`. */
import { Option } from 'commander'
import type { DefineCommand } from '../base/command.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineImport: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('import <file...>').description('import reviews from files')
  addSettings(command, ['databaseUrl', 'businessFile'])
    .option('--strict', 'import nothing if any row is invalid', false)
    .option('--dry-run', 'report what would happen without writing anything', false)
    .option('--complete', 'the files list every review of their sources; treat the rest as gone', false)
    .option('--confirm', 'with --complete: remove now, without waiting for a second complete import', false)
    .option('--format <name>', 'the format of the files; by default detected from their content')
    .option('--source <name>', 'where the reviews were written, if the files do not say')
    .option('--map <field=column>', 'read any table or JSON: which column is which (repeatable)', append, [])
    .option('--mapping <file>', 'the same as --map, from a small JSON file')
    .addOption(
      new Option('--date-order <order>', 'how to read dates such as 05/06/2026').choices(['dmy', 'mdy']),
    )
    .option('--retrieved <date>', 'the day the file was retrieved, to resolve "3 weeks ago" (YYYY-MM-DD)')
    .option('--location <name>', 'which location to import, if a file covers several')
    .option('--json', 'print JSON', false)
    .option('--watch', 'import again whenever a file changes', false)
    .action(async (files: string[], flags) => {
      const settings = readSettings(flags, process.env)
      const { readImportOptions } = await import('./import-options.ts')
      const options = await readImportOptions(flags, settings)
      const { importFiles } = await import('./import-files.ts')
      const { watchFiles } = await import('./watch-files.ts')
      exitWith(await (flags.watch ? watchFiles : importFiles)(files, options, process))
    })
}

const append = (value: string, values: string[]) => [...values, value]
