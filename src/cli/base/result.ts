/** What commands work with and end with: the database, a signal to stop, a result, an exit code (docs/errors.md), or the error that stands for wrong usage. */
import { ERRORS } from '../../model/errors.ts'
import { parseAddress, unlessItThrows } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { openStore, rejectMissing } from '../../store/open-store.ts'

export const EXIT = {
  done: 0,
  failed: ERRORS.failed.exit,
  usage: ERRORS.wrong_usage.exit,
  someRejected: ERRORS.rows_rejected.exit,
  notVerified: ERRORS.not_verified.exit,
} as const

/** Wrong flags, arguments or settings: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What any command may meet when it writes a file. */
export const isDiskFull = ({ code }: NodeJS.ErrnoException) =>
  code === 'ENOSPC' || code === 'EDQUOT'
export const DISK_FULL =
  'The disk is full, so not everything was written. Free some disk space, and run the command again.'

export type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>
type Output = Pick<Streams, 'stdout'>

export const writeJson = ({ stdout }: Output, data: unknown) =>
  stdout.write(`${JSON.stringify(data, null, 2)}\n`)

/** JSON for programs, text for people: the command is done. */
export function printResult(
  output: Output,
  json: boolean | undefined,
  data: unknown,
  text: () => string,
) {
  if (json) writeJson(output, data)
  else output.stdout.write(text())
  return EXIT.done
}

/** Which must exist: a mistyped DATABASE_URL must not leave an empty one behind. `init`, `import`, `serve`, `desk`, `pull` and `sync` may begin one. */
export async function openDatabase(databaseUrl: string) {
  rejectMissing(databaseUrl)
  return await openStore(databaseUrl, system)
}

/** Ctrl-C may arrive twice: from the terminal, and passed on by npm or the launcher. */
const SAME_REQUEST_MS = 1000
/** Whoever has ended by then would be killed by the second: nothing listens while Node tears down. */
const PASSED_ON_MS = 300

/** Aborted when the operator asks the program to stop; asking again later ends it at once. */
export function listenForStop(process: NodeJS.Process): AbortSignal {
  const stopping = new AbortController()
  let askedMs: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (askedMs !== undefined && performance.now() - askedMs > SAME_REQUEST_MS)
        process.exit(EXIT.failed)
      if (askedMs === undefined) setTimeout(() => {}, PASSED_ON_MS)
      askedMs ??= performance.now()
      stopping.abort()
    })
  return stopping.signal
}

/** `need` says what the command needs, if the text is not an http or https address. */
export function readTypedUrl(text: string, need: string): URL {
  const url = parseAddress(text)
  if (!url) throw new UsageError(need)
  if (unlessItThrows(() => decodeURIComponent(url.username + url.password)) === undefined)
    throw new UsageError('Write a % in the user name or password of an address as %25.')
  return url
}
