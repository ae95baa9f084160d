/** The table of commands about single reviews. */
import { STATES } from '../actions/find-review.ts'
import { REASONS_EXPLAINED } from '../actions/remove-review.ts'
import { WithholdReason } from '../model/change.ts'
import { type CommandRow, JSON_OPTION, onOff, option, YES } from './base/command.ts'
import { withBaseUrl } from './base/settings.ts'
import { FILTER_OPTIONS } from './reviews/list-filters.ts'

/** The choices are for the completion; the command itself explains what is wrong with any other. */
const REASON = option('--reason <reason>', 'why; a low rating is not a reason').makeOptionMandatory()
REASON.argChoices = [...WithholdReason.options]

const WIDTH = Math.max(...WithholdReason.options.map(reason => reason.length))

export const REVIEW_COMMANDS: CommandRow[] = [
  {
    usage: 'list',
    help: 'list reviews, shown or not',
    options: [
      option('--state <state>', 'which reviews')
        .choices([...STATES, 'all'])
        .default('published'),
      ...FILTER_OPTIONS,
      JSON_OPTION,
      'baseUrl',
      'databaseUrl',
    ],
    async run({ flags, settings, process }) {
      const { printList } = await import('./reviews/list.ts')
      return await printList(flags, withBaseUrl(settings()), process)
    },
  },
  {
    usage: 'show <review>',
    help: 'show one review, its reply, and what became of it',
    options: [JSON_OPTION, 'baseUrl', 'databaseUrl'],
    async run({ options, process }, review: string) {
      const { printReview } = await import('./reviews/show.ts')
      return await printReview(review, withBaseUrl(options()), process)
    },
  },
  {
    usage: 'reply <review> [text]',
    help: "write the owner's reply to a review, or record one that was written elsewhere",
    options: [
      JSON_OPTION,
      'databaseUrl',
      option('--file <file>', 'read the reply from a file; - for standard input'),
      option('--date <date>', 'the day of the reply (YYYY-MM-DD, default today)'),
      onOff('--remove', 'remove a reply that was written here'),
    ],
    helpEnd: `
  firsthand reply ID "Thank you, Marta!"
  firsthand reply https://reviews.example.com/reviews/ID --file reply.txt
The reply is public at once, and the public log records it. Imports without it leave it as it is;
a new reply at the source replaces it. Nothing is posted on other sites.
`,
    async run({ options, process }, review: string, text?: string) {
      const { writeReply } = await import('./reviews/reply.ts')
      return await writeReply(review, text, options(), process)
    },
  },
  {
    usage: 'withhold <review>',
    help: 'hide a review, with a public reason',
    options: [JSON_OPTION, 'databaseUrl', REASON, YES],
    helpEnd: `
The review is given by its id or its address.

Reasons:
${WithholdReason.options.map(reason => `  ${reason.padEnd(WIDTH)}  ${REASONS_EXPLAINED[reason]}`).join('\n')}

The public log shows that there was a review, when it was hidden, and the reason.
`,
    async run({ options, process }, review: string) {
      const { withhold } = await import('./reviews/takedown.ts')
      return await withhold(review, options(), process)
    },
  },
  {
    usage: 'republish <review>',
    alias: 'restore',
    help: 'show a withheld review again',
    options: [JSON_OPTION, 'databaseUrl'],
    async run({ options, process }, review: string) {
      const { republish } = await import('./reviews/takedown.ts')
      return await republish(review, options(), process)
    },
  },
  {
    usage: 'erase <review>',
    help: "delete a review's text, name and salt permanently",
    options: [JSON_OPTION, 'databaseUrl', YES],
    async run({ options, process }, review: string) {
      const { erase } = await import('./reviews/takedown.ts')
      return await erase(review, options(), process)
    },
  },
  {
    usage: 'merge <keep> <other>',
    help: 'treat two reviews as one: hide the other as a duplicate',
    options: [JSON_OPTION, 'databaseUrl', YES],
    async run({ options, process }, keep: string, other: string) {
      const { merge } = await import('./reviews/takedown.ts')
      return await merge(keep, other, options(), process)
    },
  },
]
