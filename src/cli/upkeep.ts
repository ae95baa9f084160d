/** Commands about the installation: `firsthand check`, `backup`, `restore-backup`, `migrate` and `rotate-key`. */
import { type BackupReport, backUp, backUpOutside } from '../actions/back-up.ts'
import type { BackupSettings } from '../actions/backup/backup-place.ts'
import { checkInstallation, type InstallationReport } from '../actions/check-installation.ts'
import { describeBytes } from '../actions/health-checks.ts'
import { isSameDatabase, migrateDatabase } from '../actions/migrate-database.ts'
import { drill, type RestoreReport, restoreBackup } from '../actions/restore-backup.ts'
import { sourceInWords } from '../actions/visibility.ts'
import { system } from '../model/system.ts'
import type { ServiceSettings } from '../serve/service.ts'
import { confirm, requireConsent, type Terminal } from './base/confirm.ts'
import { EXIT, openDatabase, printResult, type Streams, UsageError } from './base/result.ts'
import { countOf, createProgress, type Screen, type Style, screenOf, wrap } from './base/screen.ts'

type Flags = { json?: boolean }
type DatabaseFlags = Flags & { databaseUrl: string }
type BackupFlags = DatabaseFlags & BackupSettings & { overwrite: boolean }
type RestoreFlags = DatabaseFlags & BackupSettings & { force: boolean; drill: boolean }
type RotationFlags = DatabaseFlags & { baseUrl?: string; yes: boolean }

/** Whether everything that the installation depends on is in order. Ends with 1 if there is a problem; warnings are only shown. */
export async function printChecks(
  settings: ServiceSettings & Flags & { public: boolean },
  streams: Streams,
) {
  const report = await checkInstallation(settings, system, settings.public ? settings : undefined)
  printResult(streams, settings.json, report, () => describeChecks(report, screenOf(streams)))
  return report.checks.some(({ state }) => state === 'problem') ? EXIT.failed : EXIT.done
}

const STYLES: Record<'ok' | 'warning' | 'problem', Style> = {
  ok: 'green',
  warning: 'yellow',
  problem: 'red',
}

const INDENT = 'problem'.length + 2

function describeChecks({ checks, status }: InstallationReport, screen: Screen): string {
  const lines = checks.flatMap(({ name, state, message }) => {
    const whole = `${name}: ${message}`.split('\n')
    const [first, ...rest] = whole.flatMap(line => wrap(line, screen.width - INDENT))
    const label = screen.paint(STYLES[state], state.padEnd(INDENT))
    return [label + first, ...rest.map(line => ' '.repeat(INDENT) + line)]
  })
  return `${[...lines, ...describeSources(status)].join('\n')}\n`
}

function describeSources(status: InstallationReport['status']): string[] {
  if (!status) return []
  const { active, pending, failing } = status.subscribers
  return [
    '',
    ...status.sources.map(
      ({ source, states, newest, imported_at }) =>
        `${sourceInWords(source)}: ${states.published} shown, newest ${newest ?? 'none'}, last import ${imported_at?.slice(0, 10) ?? 'not known'}`,
    ),
    `subscribers: ${active} active, ${pending} pending, ${failing} failing`,
  ]
}

/** A complete, checked copy of the database in one file, or encrypted in the configured place. */
export async function makeBackup(file: string | undefined, flags: BackupFlags, streams: Streams) {
  const report =
    file === undefined
      ? await backUpOutside(flags.databaseUrl, flags, system.now())
      : await backUp(flags.databaseUrl, file, flags, system.now())
  const copy = `${describeContents(report)}, ${describeBytes(report.bytes)} in ${report.file}.\n`
  return printResult(streams, flags.json, report, () =>
    file === undefined
      ? `Encrypted, read back and checked: ${copy}`
      : `Copied and checked: ${copy}It contains the keys of the log and of subscribers: keep it private, and on another machine.\n`,
  )
}

const describeContents = ({ reviews, log_size }: Pick<BackupReport, 'reviews' | 'log_size'>) =>
  `${countOf(reviews, 'review')} and ${countEntries(log_size)}`

const countEntries = (count: number) => `${count} log ${count === 1 ? 'entry' : 'entries'}`

/** Replaces the database with a backup, or proves that this would work. */
export async function restoreFrom(
  file: string,
  flags: RestoreFlags,
  streams: Streams,
): Promise<number> {
  if (flags.drill) {
    const report = await drill(flags.databaseUrl, file, flags)
    const done = `${report.file} can be restored: ${describeContents(report)}, the log as it was written. Nothing was changed.\n`
    return printResult(streams, flags.json, report, () => done)
  }
  const report = await restoreBackup(flags.databaseUrl, file, flags)
  return printResult(streams, flags.json, report, () => `${describeRestored(report).join('\n')}\n`)
}

function describeRestored(report: RestoreReport): string[] {
  const { file, log_size, lost_entries, replaced, erased_again, compared } = report
  const erased = erased_again.length
  return [
    `Restored ${file}: ${countEntries(log_size)}. Start the service again.`,
    replaced && `The database it replaced is ${replaced}. Delete it when all is well.`,
    lost_entries !== 0 &&
      `${describeLost(lost_entries)} lost. Say so in public: docs/operations.md, "Never rewind the public log".`,
    erased > 0 &&
      `${countOf(erased, 'review')} erased after this backup ${erased === 1 ? 'was' : 'were'} erased again.`,
    !compared && NOT_COMPARED,
  ].filter(line => typeof line === 'string')
}

const describeLost = (entries: number | null) =>
  entries === 1
    ? '1 entry of the public log is'
    : `${entries ?? 'Some'} entries of the public log are`

const NOT_COMPARED =
  'There was no database to compare with. Erase again whoever was erased after this backup, and look at Access at the desk: passkeys removed since work again.'

/** Copies a database to another engine, and verifies the copy. */
export async function migrate(options: Flags & { from: string; to: string }, streams: Streams) {
  const { from, to, json } = options
  const { stdout, stderr } = streams
  if (isSameDatabase(from, to)) throw new UsageError('--from and --to name the same database.')
  const { update, clear } = createProgress(stderr, 'rows')
  const report = await migrateDatabase(from, to, update, tables => {
    clear()
    if (!json)
      for (const { table, rows } of tables) if (rows > 0) stdout.write(`${table}: ${rows}\n`)
  })
  const done = `Copied and verified: every row arrived, and the ${report.log_size} entries of the public log are the same.\n`
  return printResult({ stdout }, json, report, () => done)
}

/** A new key for the log, which the old one signs: whoever checked before can follow the change. */
export async function rotateKey(flags: RotationFlags, terminal: Terminal): Promise<number> {
  const { databaseUrl, baseUrl, yes, json } = flags
  requireConsent('rotate-key', yes, terminal)
  if (!baseUrl)
    throw new UsageError('rotate-key needs BASE_URL (or --base-url): the key is named after it.')
  await using store = await openDatabase(databaseUrl)
  const meaning =
    'This replaces the key that signs the public log. A running service must be stopped first.\n'
  if (!yes && !(await confirm(meaning, 'Replace the key?', terminal))) return EXIT.failed
  const origin = await store.logOrigin(baseUrl)
  const key = await store.write(writer => writer.rotateLogKey(origin))
  const done = `The log is now signed with ${key}
The old key signed the change, which is an entry of the log. Give the new key to the witnesses of your log.
`
  return printResult(terminal, json, { key }, () => done)
}
