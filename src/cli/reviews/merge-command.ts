/** The definition of `firsthand merge`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineMerge: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('merge <keep> <other>')
    .description('treat two reviews as one: hide the other as a duplicate')
  addSettings(addJson(command), ['databaseUrl'])
    .option('--yes', 'do not ask first; required without a terminal', false)
    .action(async (keep: string, other: string, flags) => {
      const { mergeReviews } = await import('./merge-reviews.ts')
      const options = { ...flags, ...readSettings(flags, process.env) }
      exitWith(await mergeReviews(keep, other, options, process))
    })
}
