/** The definition of `firsthand verify`. */
import type { DefineCommand } from '../base/command.ts'

export const defineVerify: DefineCommand = (program, { process, exitWith }) => {
  program
    .command('verify <url>')
    .description('check from outside that a service shows what its log recorded')
    .option('--pin <file>', 'where to keep what was seen, for the next check', '.firsthand-pins.json')
    .option('--json', 'print JSON', false)
    .action(async (url: string, flags) => {
      const { verify } = await import('./verify-service.ts')
      exitWith(await verify(url, flags, process))
    })
}
