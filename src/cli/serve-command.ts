/** The definition of `firsthand serve`. */
import type { DefineCommand } from './base/command.ts'
import { SETTINGS } from './base/setting-list.ts'
import { addSettings, readSettings } from './base/settings.ts'

export const defineServe: DefineCommand = (program, { process, exitWith, warmThread }) => {
  const command = program.command('serve').description('serve the reviews over HTTP')
  addSettings(
    command,
    SETTINGS.map(({ name }) => name),
  ).action(async flags => {
    const { serve } = await import('./serve.ts')
    exitWith(await serve(readSettings(flags, process.env), process, warmThread))
  })
}
