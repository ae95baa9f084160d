/** The table of commands that check, copy and explain what is published, and of those about the installation. */
import { type CommandDefinition, JSON_OPTION, onOff, option, repeatable } from './base/command.ts'

const REPORTS = ['explain', 'eval', 'suggest', 'correct', 'corrections']

/** One of the reports of `insights`, which cannot be combined. */
function report(flag: string, help: string) {
  const made = option(flag, help)
  return made.conflicts(REPORTS.filter(name => name !== made.attributeName()))
}

export const UPKEEP_COMMANDS: CommandDefinition[] = [
  {
    usage: 'verify <url>',
    help: 'check from outside that a service shows what its log recorded',
    options: [
      option('--pin <file>', 'where to keep what was seen, for the next check').default(
        '.firsthand-pins.json',
      ),
      repeatable(
        '--witness <key>',
        'a witness that must have signed the log, as it states its key (repeatable)',
      ).default([]),
      option('--pages', 'also read every page of the list, and compare it with the data'),
      option('--require <number>', 'how many of these witnesses are needed; by default all'),
      JSON_OPTION,
    ],
    load: async () => (await import('./verify/verify-service.ts')).verify,
  },
  {
    usage: 'watch <url...>',
    help: 'archive the reviews of other sites, and report what was removed or changed since the last run',
    options: [
      option('--folder <folder>', 'where the archives are, one folder for each host').default('watch'),
      option('--webhook <url>', 'where to post what is new: Slack, Discord, ntfy or a program of yours'),
      option('--feed <file>', 'a JSON Feed to add what is new to'),
      JSON_OPTION,
    ],
    load: async () => (await import('./watch/watch-sites.ts')).watch,
  },
  {
    usage: 'export <directory>',
    help: 'write everything that is served as static files',
    options: [JSON_OPTION, 'baseUrl', 'databaseUrl', 'businessFile', 'verifyPackage'],
    load: async () => (await import('./export/export-files.ts')).exportFiles,
  },
  {
    usage: 'check',
    help: 'check the database, the public log, the business file, the public address, disk and clock',
    options: [JSON_OPTION, 'port', 'baseUrl', 'databaseUrl', 'businessFile'],
    load: async () => (await import('./upkeep.ts')).printChecks,
  },
  {
    usage: 'backup <file>',
    help: 'copy the database into a file while the service runs (SQLite)',
    options: [JSON_OPTION, 'databaseUrl', onOff('--overwrite', 'replace the file if it exists')],
    load: async () => (await import('./upkeep.ts')).makeBackup,
  },
  {
    usage: 'restore-backup <file>',
    help: 'replace the database with a backup; stop the service first (SQLite)',
    options: [JSON_OPTION, 'databaseUrl', onOff('--force', 'even if entries of the public log are lost')],
    helpEnd: `
A backup that lacks entries of the public log is rejected: the log must only grow, and others
check that. The database that is replaced is kept beside the new one.
`,
    load: async () => (await import('./upkeep.ts')).restoreFrom,
  },
  {
    usage: 'migrate',
    help: 'copy everything to another database and verify the copy',
    options: [
      option('--from <url>', 'the current database, such as sqlite:data/firsthand.db').makeOptionMandatory(),
      option('--to <url>', 'an empty database, such as postgres://user@host/name').makeOptionMandatory(),
      JSON_OPTION,
    ],
    load: async () => (await import('./upkeep.ts')).migrate,
  },
  {
    usage: 'insights',
    help: 'show what the reviews say, and why',
    options: [
      'baseUrl',
      'databaseUrl',
      'businessFile',
      JSON_OPTION,
      report('--explain <id>', 'what was found in one review, and why'),
      report('--eval <file>', 'how well the engine agrees with labeled data'),
      report('--suggest', 'people whom reviews name but the business file does not list'),
      report('--correct <id>', 'what was read in one review; with the options below, correct it'),
      repeatable('--not-person <name>', 'the review means somebody else by that name'),
      repeatable('--not-aspect <aspect>', 'the review does not talk about this'),
      repeatable(
        '--not-criticism <aspect or name>',
        'the review does not criticize this; it counts as neutral',
      ),
      option('--undo', 'undo these corrections of the review, or all of them'),
      report('--corrections', 'list all corrections'),
    ],
    helpEnd: `
To correct what was misread in a review:
  firsthand insights --correct ID                              show what it mentions
  firsthand insights --correct ID --not-person "Mark Ellis"    another Mark is meant
  firsthand insights --correct ID --not-aspect pricing         it is not about prices
  firsthand insights --correct ID --not-criticism pricing      it does not complain about them
  firsthand insights --correct ID --not-aspect pricing --undo
Corrections change the counts, never the review. They are public, and lapse when the
text is edited.
`,
    load: async () => (await import('./insights/report-insights.ts')).insights,
  },
  {
    usage: 'subscribers',
    help: 'list who gets notified of changes (WebSub)',
    options: [
      'databaseUrl',
      JSON_OPTION,
      option('--remove <id>', 'end the subscription with this id, and tell the subscriber'),
      onOff('--retry', 'send what waits for another attempt now'),
    ],
    load: async () => (await import('./subscribers.ts')).subscribers,
  },
  {
    usage: 'completion <shell>',
    help: 'print the script that lets a shell complete commands and options',
    choices: ['bash', 'zsh', 'fish'],
    helpEnd: `
  bash:  firsthand completion bash > ~/.local/share/bash-completion/completions/firsthand
  zsh:   firsthand completion zsh > ~/.zfunc/_firsthand     (a folder of your fpath)
  fish:  firsthand completion fish > ~/.config/fish/completions/firsthand.fish
`,
    load: async () => (await import('./completion-scripts.ts')).printCompletion,
  },
]
