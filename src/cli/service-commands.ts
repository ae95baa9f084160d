/** The table of commands that start the service or the desk, and that bring in the business and its reviews. */
import { type CommandDefinition, JSON_OPTION, onOff, option, repeatable } from './base/command.ts'
import { SETTINGS } from './base/setting-list.ts'

const DESK_PORT = option('--port <number>', 'port of the desk, on this machine only').default('8090')
// The setting of that name is about the service.
DESK_PORT.attributeName = () => 'deskPort'
const DESK_HOST = option(
  '--host <address>',
  'address where the desk listens; 0.0.0.0 inside a container that publishes it on 127.0.0.1 only',
).default('127.0.0.1')
DESK_HOST.attributeName = () => 'deskHost'

export const SERVICE_COMMANDS: CommandDefinition[] = [
  {
    usage: 'init',
    help: 'ask five questions, import your reviews and show them',
    options: [
      option('--name <name>', 'the name of the business'),
      option('--trade <trade>', 'such as plumbing, law or restaurant; any other words are shown as they are'),
      option('--address <address>', 'such as "12 Oak Street, Springfield, IL 62704"; "" for none'),
      option('--reviews <files...>', 'the files with your reviews; "found" for those in this folder, "none"'),
      option('--color <color>', 'the color of the pages, such as #0b6e69'),
      onOff('--yes', 'do not ask: take the usual answer where no flag gives one'),
      option('--no-serve', 'do not start the service'),
      JSON_OPTION,
      'port',
      'host',
      'baseUrl',
      'databaseUrl',
      'businessFile',
      'logLevel',
    ],
    helpEnd: `
Writes business.json and business.schema.json, which helps editors, unless they exist; then imports
the files and starts the service. Run it again at any time: it changes nothing it did not create.
`,
    load: async () => (await import('./init/init.ts')).init,
  },
  {
    usage: 'serve',
    help: 'serve the reviews over HTTP',
    options: SETTINGS.map(({ name }) => name),
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    usage: 'desk',
    help: "open the owner's desk: a page on this machine for everyday work",
    options: [
      'baseUrl',
      'databaseUrl',
      'businessFile',
      DESK_PORT,
      DESK_HOST,
      option('--tunnel-port <number>', 'the local port of an SSH tunnel to the desk, if it differs'),
      onOff('--link', 'print a new link to a desk that is running'),
    ],
    helpEnd: `
On a server, open a tunnel from your own computer first, then start the desk there:
  ssh -L 8090:127.0.0.1:8090 you@server
  firsthand desk
`,
    load: async () => (await import('./desk.ts')).runDesk,
  },
  {
    usage: 'import <file...>',
    help: 'import reviews from files',
    options: [
      'databaseUrl',
      'businessFile',
      onOff('--strict', 'import nothing if any row is invalid'),
      onOff('--dry-run', 'report what would happen without writing anything'),
      onOff('--complete', 'the files list every review of their sources; treat the rest as gone'),
      onOff('--confirm', 'with --complete: remove now, without waiting for a second complete import'),
      option('--format <name>', 'the format of the files; by default detected from their content'),
      option('--source <name>', 'where the reviews were written, if the files do not say'),
      repeatable(
        '--map <field=column>',
        'read any table or JSON: which column is which (repeatable)',
      ).default([]),
      option('--mapping <file>', 'the same as --map, from a small JSON file'),
      option('--date-order <order>', 'how to read dates such as 05/06/2026').choices(['dmy', 'mdy']),
      option('--retrieved <date>', 'the day the file was retrieved, to resolve "3 weeks ago" (YYYY-MM-DD)'),
      option('--location <name>', 'which location to import, if a file covers several'),
      JSON_OPTION,
      onOff('--watch', 'import again whenever a file changes'),
    ],
    load: async () => (await import('./import/import-files.ts')).runImport,
  },
  {
    usage: 'pull [source...]',
    help: 'pull reviews from the sources in the business file, now',
    options: [JSON_OPTION, 'databaseUrl', 'businessFile', 'outgoingAllowCidrs'],
    load: async () => (await import('./pull/pull-reviews.ts')).pullReviews,
  },
  {
    usage: 'business',
    help: 'show the business file, or change single fields of it',
    options: [
      'databaseUrl',
      'businessFile',
      ...[
        repeatable('--set <field=value>', 'set a field, such as address.locality=Springfield (repeatable)'),
        repeatable('--unset <field>', 'remove a field (repeatable)'),
        repeatable('--add-person <name>', 'list someone whom reviews name (repeatable)'),
        repeatable('--alias <name=alias>', 'another name that reviews use for someone listed (repeatable)'),
        repeatable('--ignore-name <name>', 'no longer suggest this name as a person (repeatable)'),
      ].map(each => each.default([])),
    ],
    load: async () => (await import('./change-business.ts')).changeBusiness,
  },
  {
    usage: 'sync <url>',
    help: 'pull reviews from another Firsthand service or a JSON Feed',
    options: [
      'databaseUrl',
      'businessFile',
      option('--source <name>', 'where the reviews were written, if a feed does not say'),
      JSON_OPTION,
    ],
    load: async () => (await import('./sync/sync-reviews.ts')).sync,
  },
]
