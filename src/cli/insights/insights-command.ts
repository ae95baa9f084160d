/** The definition of `firsthand insights`. */
import { Option } from 'commander'
import type { DefineCommand } from '../base/command.ts'
import { UsageError } from '../base/exit.ts'
import { addSettings, baseUrlOf, readSettings } from '../base/settings.ts'

export const defineInsights: DefineCommand = (program, { process, exitWith }) => {
  const command = program.command('insights').description('show what the reviews say, and why')
  addSettings(command, ['baseUrl', 'databaseUrl', 'businessFile'])
    .option('--json', 'print JSON', false)
    .addOption(
      new Option('--explain <id>', 'what was found in one review, and why').conflicts([
        'eval',
        'suggest',
        'correct',
        'corrections',
      ]),
    )
    .addOption(
      new Option('--eval <file>', 'how well the engine agrees with labeled data').conflicts([
        'suggest',
        'correct',
        'corrections',
      ]),
    )
    .addOption(
      new Option('--suggest', 'people whom reviews name but the business file does not list').conflicts([
        'correct',
        'corrections',
      ]),
    )
    .addOption(
      new Option(
        '--correct <id>',
        'what was read in one review; with the options below, correct it',
      ).conflicts('corrections'),
    )
    .option('--not-person <name>', 'the review means somebody else by that name', collect)
    .option('--not-aspect <aspect>', 'the review does not talk about this', collect)
    .option(
      '--not-criticism <aspect or name>',
      'the review does not criticize this; it counts as neutral',
      collect,
    )
    .option('--undo', 'undo these corrections of the review, or all of them')
    .option('--corrections', 'list all corrections')
    .addHelpText('after', HELP_END)
    .action(async flags => {
      if (flags.correct === undefined) rejectWithoutReview(flags)
      const settings = readSettings(flags, process.env)
      const { databaseUrl, businessFile } = settings
      const baseUrl = baseUrlOf(settings)
      const { insights } = await import('./report-insights.ts')
      exitWith(await insights({ ...flags, baseUrl, databaseUrl, businessFile }, process))
    })
}

/** Can be repeated. */
const collect = (name: string, before: string[] = []) => [...before, name]

const NEED_A_REVIEW = {
  notPerson: '--not-person',
  notAspect: '--not-aspect',
  notCriticism: '--not-criticism',
  undo: '--undo',
}

function rejectWithoutReview(flags: object): void {
  for (const [name, flag] of Object.entries(NEED_A_REVIEW))
    if (name in flags) throw new UsageError(`${flag} needs a review. Name it with --correct ID.`)
}

const HELP_END = `
To correct what was misread in a review:
  firsthand insights --correct ID                              show what it mentions
  firsthand insights --correct ID --not-person "Mark Ellis"    another Mark is meant
  firsthand insights --correct ID --not-aspect pricing         it is not about prices
  firsthand insights --correct ID --not-criticism pricing      it does not complain about them
  firsthand insights --correct ID --not-aspect pricing --undo
Corrections change the counts, never the review. They are public, and lapse when the
text is edited.
`
