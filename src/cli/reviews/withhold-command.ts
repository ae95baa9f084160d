/** The definition of `firsthand withhold`. */
import { Option } from 'commander'
import { REASONS_EXPLAINED } from '../../actions/withhold-reasons.ts'
import { WithholdReason } from '../../model/change.ts'
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineWithhold: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('withhold <review>').description('hide a review, with a public reason')
  addSettings(addJson(command), ['databaseUrl'])
    .addOption(reasonOption())
    .option('--yes', 'do not ask first; required without a terminal', false)
    .addHelpText('after', HELP_END)
    .action(async (review: string, flags) => {
      const { withhold } = await import('./takedown.ts')
      exitWith(await withhold(review, { ...flags, ...readSettings(flags, process.env) }, process))
    })
}

/** The choices are for the completion; the command itself explains what is wrong with any other. */
function reasonOption(): Option {
  const option = new Option('--reason <reason>', 'why; a low rating is not a reason').makeOptionMandatory()
  option.argChoices = [...WithholdReason.options]
  return option
}

const WIDTH = Math.max(...WithholdReason.options.map(reason => reason.length))

const HELP_END = `
The review is given by its id or its address.

Reasons:
${WithholdReason.options.map(reason => `  ${reason.padEnd(WIDTH)}  ${REASONS_EXPLAINED[reason]}`).join('\n')}

The public log shows that there was a review, when it was hidden, and the reason.
`
