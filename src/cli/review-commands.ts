/** The table of commands about single reviews. */
import { STATES } from '../actions/find-review.ts'
import { REASONS_EXPLAINED } from '../actions/remove-review.ts'
import { WithholdReason } from '../model/change.ts'
import { type CommandDefinition, JSON_OPTION, onOff, option, YES } from './base/command.ts'
import { FILTER_OPTIONS } from './reviews/list-filters.ts'

/** The choices are for the completion; the command itself explains what is wrong with any other. */
const REASON = option('--reason <reason>', 'why; a low rating is not a reason').makeOptionMandatory()
REASON.argChoices = [...WithholdReason.options]

const WIDTH = Math.max(...WithholdReason.options.map(reason => reason.length))

export const REVIEW_COMMANDS: CommandDefinition[] = [
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
    load: async () => (await import('./reviews/list.ts')).printList,
  },
  {
    usage: 'show <review>',
    help: 'show one review, its reply, and what became of it',
    options: [JSON_OPTION, 'baseUrl', 'databaseUrl'],
    load: async () => (await import('./reviews/show.ts')).printReview,
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
    load: async () => (await import('./reviews/reply.ts')).writeReply,
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
    load: async () => (await import('./reviews/takedown.ts')).withhold,
  },
  {
    usage: 'republish <review>',
    alias: 'restore',
    help: 'show a withheld review again',
    options: [JSON_OPTION, 'databaseUrl'],
    load: async () => (await import('./reviews/takedown.ts')).republish,
  },
  {
    usage: 'erase <review>',
    help: "delete a review's text and name permanently",
    options: [JSON_OPTION, 'databaseUrl', YES],
    load: async () => (await import('./reviews/takedown.ts')).erase,
  },
  {
    usage: 'merge <keep> <other>',
    help: 'treat two reviews as one: hide the other as a duplicate',
    options: [JSON_OPTION, 'databaseUrl', YES],
    load: async () => (await import('./reviews/takedown.ts')).merge,
  },
]
