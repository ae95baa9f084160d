/** The definition of `firsthand migrate`. */
import type { DefineCommand } from '../base/command.ts'

export const defineMigrate: DefineCommand = (program, { process, exitWith }) => {
  program
    .command('migrate')
    .description('copy everything to another database and verify the copy')
    .requiredOption('--from <url>', 'the current database, such as sqlite:data/firsthand.db')
    .requiredOption('--to <url>', 'an empty database, such as postgres://user@host/name')
    .option('--json', 'print JSON', false)
    .action(async flags => {
      const { migrateDatabase } = await import('./migrate.ts')
      exitWith(await migrateDatabase(flags, process))
    })
}
