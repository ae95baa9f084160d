/** Puts a backup in the place of the database, unless that would take back what the public log has published. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cleanLine } from '../model/scalars.ts'
import { system } from '../model/system.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { readLedgerState } from '../store/ledger-table.ts'
import { isPostgres, openEngine, openStore, sqlitePath } from '../store/open-store.ts'
import {
  copyFile,
  findDamage,
  rejectIfInUse,
  replaceFile,
  replaceRows,
  type TableRows,
} from '../store/sqlite/database-file.ts'
import { checkCopy } from './back-up.ts'
import { decryptFile, isEncrypted } from './backup/age-file.ts'
import { type BackupSettings, isBackupName, listBackups, withPlace } from './backup/backup-place.ts'
import { findNewest, NONE } from './backup/own-backups.ts'
import { eraseReview } from './remove-review.ts'
import { openTemporaryFolder } from './temporary-folder.ts'

export type RestoreReport = Awaited<ReturnType<typeof restoreBackup>>

/** Stands for the newest backup in the configured place. */
export const NEWEST = 'newest'

/** `name` is what messages call the file. */
type NamedBackup = BackupSettings & { name?: string }
/** With `force` it goes ahead although entries of the public log are lost. */
type RestoreSettings = NamedBackup & { force: boolean }

/** `wanted` is a file, encrypted or not, or a backup in the configured place: by its name, or the newest. */
export async function restoreBackup(
  databaseUrl: string,
  wanted: string,
  settings: RestoreSettings,
) {
  return await (await stageBackup(databaseUrl, wanted, settings))()
}

/** Checks a backup and puts it beside the database, which may be in use. Returns what replaces the database, once nobody uses it. */
export async function stageBackup(databaseUrl: string, wanted: string, settings: RestoreSettings) {
  using opening = new DisposableStack()
  const backup = opening.use(await openBackup(databaseUrl, wanted, settings))
  await compareBackup(databaseUrl, backup, settings.force)
  const opened = opening.move()
  return async () => {
    using _ = opened
    const path = sqlitePath(databaseUrl)
    if (existsSync(path)) rejectIfInUse(path)
    const { log_size, loss, isCompared, erase_again } = await prepare(
      databaseUrl,
      backup,
      settings.force,
    )
    if (existsSync(path)) rejectIfInUse(path)
    return {
      file: backup.name,
      log_size,
      /** How many entries of the public log the restored one lacks; null if that is not known. */
      lost_entries: loss ? loss.entries : 0,
      /** Where the replaced database is; null if there was none. */
      replaced: replaceFile(path, backup.file),
      /** Reviews that were erased after the backup, and are erased again. */
      erased_again: erase_again,
      /** Whether there was a database that tells who was erased, and who lost access to the desk, since the backup. */
      compared: isCompared,
    }
  }
}

/** Does all that restoring does, but in a temporary folder. */
export async function drill(databaseUrl: string, wanted: string, settings: NamedBackup) {
  using backup = await openBackup(databaseUrl, wanted, settings)
  await prepare(databaseUrl, backup, true)
  return { file: backup.name, ...(await checkCopy(backup.file)) }
}

/** What a backup holds, and what it lacks. The database may be in use. */
export async function lookIntoBackup(databaseUrl: string, file: string, settings: NamedBackup) {
  using backup = await openBackup(databaseUrl, file, settings)
  return await compareBackup(databaseUrl, backup, true)
}

/** Makes of a backup what is to replace the database: an old one must not bring back who was erased or shut out since. */
async function prepare(databaseUrl: string, backup: OpenBackup, force: boolean) {
  const compared = await compareBackup(databaseUrl, backup, force)
  // Opening it brings its tables up to date, or fails while nothing is replaced yet.
  await using store = await openStore(`sqlite:${backup.file}`, system)
  // Nor lock out who came since.
  for (const [table, rows] of compared.access) replaceRows(backup.file, table, rows)
  for (const id of compared.erase_again) await eraseReview(store, id)
  return compared
}

type OpenBackup = Awaited<ReturnType<typeof openBackup>>

/** A copy of ours, decrypted, in a private folder that goes with it. */
async function openBackup(databaseUrl: string, wanted: string, settings: NamedBackup) {
  if (isPostgres(databaseUrl)) throw new StoreProblem(USE_PG_RESTORE)
  using opening = new DisposableStack()
  const folder = opening.use(await openTemporaryFolder(databaseUrl))
  const isThere =
    wanted === NEWEST || (isBackupName(wanted) && !existsSync(wanted) && settings.backupTo)
  const [from, name] = isThere
    ? await fetchBackup(databaseUrl, folder.path, settings, wanted)
    : [wanted, settings.name ?? wanted]
  if (!existsSync(from) || !statSync(from).isFile())
    throw new StoreProblem(`There is no file ${from}.`)
  const file = join(folder.path, 'plain.db')
  if (!(await isEncrypted(from))) copyFile(from, file)
  else if (settings.backupPassphrase) await decryptFile(from, file, settings.backupPassphrase, name)
  else
    throw new StoreProblem(
      `${name} is encrypted. Set BACKUP_PASSPHRASE to the one it was made with.`,
    )
  const { remove } = folder
  opening.move()
  return { file, name, [Symbol.dispose]: remove }
}

/** Copies one of those in the configured place into a folder. */
export const fetchBackup = (
  databaseUrl: string,
  folder: string,
  settings: BackupSettings,
  wanted: string,
) =>
  withPlace(settings, async (place): Promise<[file: string, name: string]> => {
    const name =
      wanted === NEWEST
        ? await findNewest(place, databaseUrl)
        : (await listBackups(place)).find(one => one === wanted)
    if (!name) throw new StoreProblem(NONE)
    const file = join(folder, name)
    await place.get(name, file)
    return [file, name]
  })

async function compareBackup(databaseUrl: string, { file, name }: OpenBackup, force: boolean) {
  // One that cannot be read may be replaced for that reason.
  const current = existsSync(sqlitePath(databaseUrl))
    ? await readCurrent(databaseUrl).catch(() => null)
    : undefined
  const backup = await readBackup(file, name, current?.ledger.size ?? 0)
  const loss = findLoss(current, backup)
  if (loss && !force) throw new StoreProblem(`${loss.message} ${ADVICE}`)
  return {
    reviews: backup.kept.size,
    log_size: backup.ledger.size,
    last_entry_at: backup.ledger.at,
    /** What of the published log it lacks; null if it has all of it. */
    loss,
    /** Entries that only the backup has, if it lacks none. */
    newer_entries: backup.ledger.size - (current?.ledger.size ?? 0),
    isCompared: Boolean(current),
    /** Reviews that were erased after the backup. */
    erase_again: current ? current.erased.filter(id => backup.kept.has(id)) : [],
    /** Who may use the desk now, as rows by table; nothing if that is not known. */
    access: current?.access ?? new Map<string, TableRows>(),
  }
}

const DESK_TABLES = ['desk_invitation', 'desk_passkey', 'desk_session', 'desk_action'] as const

const USE_PG_RESTORE =
  'This database is in PostgreSQL, which has its own tools. Restore it with pg_restore into an empty database (docs/operations.md).'

async function readBackup(file: string, name: string, earlierSize: number): Promise<Contents> {
  const contents = await readContents(`sqlite:${file}`, earlierSize).catch(error => {
    throw new StoreProblem(
      `${name} is not a usable backup: ${cleanLine((error as Error).message)} Nothing was changed.`,
    )
  })
  if (!contents.ledger.isIntact)
    throw new StoreProblem(
      `${name} is damaged: its public log is not the one that was written. Nothing was changed.`,
    )
  return contents
}

type Contents = Awaited<ReturnType<typeof readContents>>

async function readCurrent(databaseUrl: string) {
  const contents = await readContents(databaseUrl)
  await using engine = await openEngine(databaseUrl, { readOnly: true })
  const access = new Map<string, TableRows>()
  for (const table of DESK_TABLES)
    access.set(
      table,
      (await engine.db.selectFrom(table).selectAll().execute()) as object[] as TableRows,
    )
  return { ...contents, access }
}

async function readContents(databaseUrl: string, earlierSize = 0) {
  await using engine = await openEngine(databaseUrl, { readOnly: true })
  const { db } = engine
  const damage = await findDamage(db)
  if (damage !== null) throw new StoreProblem(`It is damaged (${damage}).`)
  const logKey = db.selectFrom('setting').select('value').where('key', '=', 'log_key')
  const reviews = await db.selectFrom('review').select(['id', 'state']).orderBy('id').execute()
  const { erased, kept } = Object.groupBy(reviews, ({ state }) =>
    state === 'erased' ? state : 'kept',
  )
  return {
    ledger: await readLedgerState(db, earlierSize),
    /** Identifies the log: the key that signs it. */
    logKey: (await logKey.executeTakeFirst())?.value ?? null,
    erased: erased?.map(({ id }) => id) ?? [],
    kept: new Set(kept?.map(({ id }) => id)),
  }
}

/** With how many entries are lost, if that is known. */
function findLoss(current: Contents | null | undefined, backup: Contents) {
  if (current === undefined) return null
  if (!current)
    return {
      entries: null,
      message:
        'The current database cannot be read, so it is unknown whether the backup has everything that its public log has published.',
    }
  const { size, root, at } = current.ledger
  if (size === 0) return null
  if (current.logKey !== backup.logKey)
    return {
      entries: size,
      message: `The backup is of another installation: its public log has another key than the current one, which has ${countEntries(size)}.`,
    }
  if (backup.ledger.earlierRoot === root) return null
  const lost = size - backup.ledger.size
  return {
    entries: lost > 0 ? lost : null,
    message:
      lost > 0
        ? `The backup lacks the last ${countEntries(lost)} of the public log (it has ${backup.ledger.size}, the current database ${size}; the last is of ${at}).`
        : 'The public log of the backup is not a continuation of the current one: they have different entries.',
  }
}

const countEntries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`

const ADVICE =
  'Restoring it would rewind a log that must only grow: everyone who checks it sees reviews cut off, and cannot tell a failed disk from an owner who hides something. Nothing was changed. If nothing newer is left, add --force, and say in public what was lost (docs/operations.md, "Never rewind the public log").'
