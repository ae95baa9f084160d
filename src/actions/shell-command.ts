/** Commands that the owner can paste into a shell. */

/** How the program is started: as its launcher says, or by npx, which must not fetch whatever has that name before it is published. */
export const PROGRAM = process.env.FIRSTHAND_COMMAND ?? 'npx --no-install firsthand'

/** Where an installation keeps its things. */
export type Places = { databaseUrl: string; businessFile: string }

export const DEFAULT_PLACES: Places = {
  databaseUrl: 'sqlite:data/firsthand.db',
  businessFile: 'business.json',
}

export type ShellCommand = (command: string, ...args: string[]) => string

/** The program and its arguments, quoted where a shell needs it. They act on this installation, wherever it is. */
export function createShellCommand(places: Places): ShellCommand {
  return (command, ...args) =>
    [
      PROGRAM,
      ...[command, ...args].map(quote),
      ...(places.databaseUrl === DEFAULT_PLACES.databaseUrl
        ? []
        : ['--database-url', shownUrl(places.databaseUrl)]),
      ...(places.businessFile === DEFAULT_PLACES.businessFile || !WITH_BUSINESS_FILE.has(command)
        ? []
        : ['--business-file', quote(places.businessFile)]),
    ].join(' ')
}

const WITH_BUSINESS_FILE: ReadonlySet<string> = new Set([
  'business',
  'check',
  'import',
  'insights',
  'pull',
])

/** A password is not for the screen, nor for the history of a shell. */
const shownUrl = (url: string) => (URL.parse(url)?.password ? '"$DATABASE_URL"' : quote(url))

const quote = (arg: string) =>
  /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`
