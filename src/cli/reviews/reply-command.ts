/** The definition of `firsthand reply`. */
import type { DefineCommand } from '../base/command.ts'
import { addJson } from '../base/json-output.ts'
import { addSettings, readSettings } from '../base/settings.ts'

export const defineReply: DefineCommand = (program, { process, exitWith }) => {
  const command = program
    .command('reply <review> [text]')
    .description("write the owner's reply to a review, or record one that was written elsewhere")
  addSettings(addJson(command), ['databaseUrl'])
    .option('--file <file>', 'read the reply from a file; - for standard input')
    .option('--date <date>', 'the day of the reply (YYYY-MM-DD, default today)')
    .option('--remove', 'remove a reply that was written here', false)
    .addHelpText('after', HELP_END)
    .action(async (review: string, text: string | undefined, flags) => {
      const { writeReply } = await import('./reply.ts')
      exitWith(await writeReply(review, text, { ...flags, ...readSettings(flags, process.env) }, process))
    })
}

const HELP_END = `
  firsthand reply ID "Thank you, Marta!"
  firsthand reply https://reviews.example.com/reviews/ID --file reply.txt
The reply is public at once, and the public log records it. Imports without it leave it as it is;
a new reply at the source replaces it. Nothing is posted on other sites.
`
