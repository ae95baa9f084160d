/** The definition of `firsthand subscribers`. */
import type { DefineCommand } from './base/command.ts'
import { addSettings, readSettings } from './base/settings.ts'

export const defineSubscribers: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('subscribers').description('list who gets notified of changes (WebSub)')
  addSettings(command, ['databaseUrl'])
    .option('--json', 'print JSON', false)
    .option('--remove <id>', 'end the subscription with this id, and tell the subscriber')
    .option('--retry', 'send what waits for another attempt now', false)
    .action(async flags => {
      const { databaseUrl } = readSettings(flags, process.env)
      const { subscribers } = await import('./subscribers.ts')
      exitWith(await subscribers({ ...flags, databaseUrl }, process))
    })
}
