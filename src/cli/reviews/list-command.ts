/** The definition of `firsthand list`: its filters are those of the public search, from the same definition. */
import { Option } from 'commander'
import { STATES } from '../../actions/review-states.ts'
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, baseUrlOf, readSettings } from '../base/settings.ts'
import { addFilters } from './list-filters.ts'

export const defineList: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('list').description('list reviews, shown or not')
  command.addOption(
    new Option('--state <state>', 'which reviews').choices([...STATES, 'all']).default('published'),
  )
  addFilters(command)
  addSettings(addJson(command), ['baseUrl', 'databaseUrl']).action(async flags => {
    const settings = readSettings(flags, process.env)
    const { printList } = await import('./list.ts')
    exitWith(await printList(flags, { ...settings, baseUrl: baseUrlOf(settings) }, process))
  })
}
