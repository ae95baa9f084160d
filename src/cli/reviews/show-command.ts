/** The definition of `firsthand show`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, baseUrlOf, readSettings } from '../base/settings.ts'

export const defineShow: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('show <review>')
    .description('show one review, its reply, and what became of it')
  addSettings(addJson(command), ['baseUrl', 'databaseUrl']).action(async (review: string, flags) => {
    const settings = readSettings(flags, process.env)
    const { printReview } = await import('./show.ts')
    exitWith(await printReview(review, { ...flags, ...settings, baseUrl: baseUrlOf(settings) }, process))
  })
}
