/** Puts a backup in the place of the database, unless that would take back what the public log has published. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cleanLine } from '../model/scalars.ts'
import { system } from '../model/system.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { readLedgerState } from '../store/ledger-table.ts'
import { isPostgres, openEngine, openStore, sqlitePath } from '../store/open-store.ts'
import {
  copyFile,
  copyTables,
  findDamage,
  rejectIfInUse,
  replaceFile,
} from '../store/sqlite/database-file.ts'
import { checkCopy } from './back-up.ts'
import { decryptFile, isEncrypted } from './backup/age-file.ts'
import { type BackupSettings, listBackups, withPlace } from './backup/backup-place.ts'
import { eraseReview } from './remove-review.ts'

export type RestoreReport = Awaited<ReturnType<typeof restoreBackup>>

/** Stands for the newest backup in the configured place. */
export const NEWEST = 'newest'

/** `wanted` is a file, encrypted or not, or the newest backup. With `force` it goes ahead although entries of the public log are lost. */
export async function restoreAny(
  databaseUrl: string,
  wanted: string,
  settings: BackupSettings & { force: boolean },
) {
  return await withPlainFile(wanted, settings, aboveOf(databaseUrl), (file, name) =>
    restoreBackup(databaseUrl, file, { force: settings.force, name }),
  )
}

function aboveOf(databaseUrl: string): string {
  if (isPostgres(databaseUrl)) throw new StoreProblem(USE_PG_RESTORE)
  return nearestFolder(dirname(sqlitePath(databaseUrl)))
}

/** On a new machine, the folder of the database is made only when there is something to put into it. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder))

/** Restores a backup into a temporary folder, checks what came out, and deletes it again. */
export async function drill(wanted: string, settings: BackupSettings) {
  return await withPlainFile(wanted, settings, tmpdir(), async (file, name, folder) => {
    const restored = join(folder, 'drill.db')
    await restoreBackup(`sqlite:${restored}`, file, { force: false, name })
    return { file: name, ...(await checkCopy(restored)) }
  })
}

/** `name` is what messages call the file. */
type NamedBackup = BackupSettings & { name?: string }

/** What a backup holds, and what it lacks. The database may be in use. */
export const lookIntoBackup = (databaseUrl: string, file: string, settings: NamedBackup) =>
  withPlainFile(file, settings, aboveOf(databaseUrl), (plain, name) =>
    compareBackup(databaseUrl, plain, { force: true, name }),
  )

/** Checks a backup and puts it beside the database, which may be in use. Returns what replaces the database, once nobody uses it. */
export async function stageBackup(
  databaseUrl: string,
  file: string,
  settings: NamedBackup & { force: boolean },
) {
  const staged = `${sqlitePath(databaseUrl)}.restore`
  const name = await withPlainFile(file, settings, aboveOf(databaseUrl), async (plain, name) => {
    await compareBackup(databaseUrl, plain, { ...settings, name })
    copyFile(plain, staged)
    return name
  })
  return async () => {
    try {
      // Opening it brings its tables up to date, or fails while nothing is replaced yet.
      await (await openStore(`sqlite:${staged}`, system)).close()
      // An old backup must neither let in who was removed since, nor lock out who came since.
      copyTables(sqlitePath(databaseUrl), staged, DESK_TABLES)
      const report = await restoreBackup(databaseUrl, staged, { ...settings, name })
      await using store = await openStore(databaseUrl, system)
      for (const id of report.erase_again) await eraseReview(store, id)
      return report
    } finally {
      rmSync(staged, { force: true })
    }
  }
}

/** What is decrypted is in a private folder of its own, which is deleted afterwards. */
async function withPlainFile<T>(
  wanted: string,
  settings: NamedBackup,
  above: string,
  use: (file: string, name: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(above, 'firsthand-restore-'))
  try {
    const [file, name] =
      wanted === NEWEST ? await fetchBackup(folder, settings, NEWEST) : [wanted, settings.name ?? wanted]
    if (!existsSync(file) || !statSync(file).isFile()) throw new StoreProblem(`There is no file ${file}.`)
    if (!(await isEncrypted(file))) return await use(file, name, folder)
    if (!settings.backupPassphrase)
      throw new StoreProblem(`${name} is encrypted. Set BACKUP_PASSPHRASE to the one it was made with.`)
    const plain = join(folder, 'plain.db')
    await decryptFile(file, plain, settings.backupPassphrase, name)
    return await use(plain, name, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Copies one of those in the configured place into a folder. */
export const fetchBackup = (folder: string, settings: BackupSettings, wanted: string) =>
  withPlace(settings, async (place): Promise<[file: string, name: string]> => {
    const name = (await listBackups(place)).find(one => wanted === NEWEST || one === wanted)
    if (!name) throw new StoreProblem('There is no backup in the place that BACKUP_TO names.')
    const file = join(folder, name)
    await place.get(name, file)
    return [file, name]
  })

/** With `force` it goes ahead although entries of the public log are lost. `name` is what messages call the file. */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  { force, name = file }: { force: boolean; name?: string },
) {
  if (isPostgres(databaseUrl)) throw new StoreProblem(USE_PG_RESTORE)
  const path = sqlitePath(databaseUrl)
  if (!existsSync(file) || !statSync(file).isFile()) throw new StoreProblem(`There is no file ${file}.`)
  if (existsSync(path)) rejectIfInUse(path)
  const { log_size, loss, erase_again } = await compareBackup(databaseUrl, file, { force, name })
  const replaced = replaceFile(path, file)
  return {
    file: name,
    log_size,
    /** How many entries of the public log the restored one lacks; null if that is not known. */
    lost_entries: loss ? loss.entries : 0,
    /** Where the replaced database is; null if there was none. */
    replaced,
    erase_again,
  }
}

async function compareBackup(databaseUrl: string, file: string, options: { force: boolean; name: string }) {
  // One that cannot be read may be replaced for that reason.
  const current = existsSync(sqlitePath(databaseUrl))
    ? await readContents(databaseUrl).catch(() => null)
    : undefined
  const backup = await readBackup(file, options.name, current?.ledger.size ?? 0)
  const loss = findLoss(current, backup)
  if (loss && !options.force) throw new StoreProblem(`${loss.message} ${ADVICE}`)
  return {
    reviews: backup.kept.size,
    log_size: backup.ledger.size,
    last_entry_at: backup.ledger.at,
    /** What of the published log it lacks; null if it has all of it. */
    loss,
    /** Entries that only the backup has, if it lacks none. */
    newer_entries: backup.ledger.size - (current?.ledger.size ?? 0),
    /** Reviews that were erased after the backup, and must be erased again. */
    erase_again: current ? current.erased.filter(id => backup.kept.has(id)) : [],
  }
}

const DESK_TABLES = ['desk_invitation', 'desk_passkey', 'desk_session', 'desk_action']

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

async function readContents(databaseUrl: string, earlierSize = 0) {
  await using engine = await openEngine(databaseUrl, { readOnly: true })
  const { db } = engine
  const damage = await findDamage(db)
  if (damage !== null) throw new StoreProblem(`It is damaged (${damage}).`)
  const logKey = db.selectFrom('setting').select('value').where('key', '=', 'log_key')
  const reviews = await db.selectFrom('review').select(['id', 'state']).orderBy('id').execute()
  const { erased, kept } = Object.groupBy(reviews, ({ state }) => (state === 'erased' ? state : 'kept'))
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
