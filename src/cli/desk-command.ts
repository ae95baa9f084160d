/** The definition of `firsthand desk`. */
import type { DefineCommand } from './base/command.ts'
import { addSettings, readSettings } from './base/settings.ts'

export const defineDesk: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('desk')
    .description("open the owner's desk: a page on this machine for everyday work")
  addSettings(command, ['baseUrl', 'databaseUrl', 'businessFile'])
    .option('--port <number>', 'port of the desk, on this machine only', '8090')
    .option('--tunnel-port <number>', 'the local port of an SSH tunnel to the desk, if it differs')
    .option('--link', 'print a new link to a desk that is running', false)
    .addHelpText('after', HELP_END)
    .action(async ({ port, tunnelPort, link, ...flags }) => {
      const { runDesk } = await import('./desk.ts')
      exitWith(await runDesk({ port, tunnelPort, link }, readSettings(flags, process.env), process))
    })
}

const HELP_END = `
On a server, open a tunnel from your own computer first, then start the desk there:
  ssh -L 8090:127.0.0.1:8090 you@server
  firsthand desk
`
