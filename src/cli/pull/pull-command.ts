/** The definition of `firsthand pull`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const definePull: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('pull [source...]')
    .description('pull reviews from the sources in the business file, now')
  addSettings(addJson(command), ['databaseUrl', 'businessFile', 'outgoingAllowCidrs']).action(
    async (sources: string[], { json, ...flags }) => {
      const { pullReviews } = await import('./pull-reviews.ts')
      exitWith(await pullReviews(sources, { ...readSettings(flags, process.env), json }, process))
    },
  )
}
