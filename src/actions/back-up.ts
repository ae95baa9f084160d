/** Copies a SQLite database while it is in use, and checks the copy: into a file, or encrypted to a place outside of this machine. */
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StoreProblem } from '../store/base/store-problem.ts'
import { readLedgerState } from '../store/ledger-table.ts'
import { isPostgres, openEngine, rejectMissing, sqlitePath } from '../store/open-store.ts'
import { countBySource } from '../store/review-queries.ts'
import {
  copyInto,
  findDamage,
  keepLogKey,
  noteBackup,
  renameForGood,
} from '../store/sqlite/database-file.ts'
import type { SourceCounts } from '../store/store.ts'
import { decryptFile, encryptFile } from './backup/age-file.ts'
import { type BackupSettings, backupName, openPlace } from './backup/backup-place.ts'
import { listOwnBackups, readKeyIds } from './backup/own-backups.ts'
import { openTemporaryFolder } from './temporary-folder.ts'

export type BackupReport = Awaited<ReturnType<typeof backUp>>

export async function backUp(
  databaseUrl: string,
  file: string,
  { overwrite }: { overwrite: boolean },
  now: Date,
) {
  const path = existingFile(databaseUrl)
  checkTarget(file, path, overwrite)
  // An earlier backup of the same name is replaced only by a copy that was checked.
  const part = `${file}.part`
  try {
    await copyDatabase(databaseUrl, part)
    const counts = await checkCopy(part)
    renameForGood(part, file)
    const at = now.toISOString()
    noteBackup(path, { at, file: resolve(file) }, false)
    return { file, at, bytes: statSync(file).size, ...counts }
  } catch (error) {
    if (existsSync(part)) rmSync(part)
    throw reasonFor(file, error)
  }
}

/** Reads back what it wrote, then removes what is older than the newest `backupKeep` of this installation. */
export async function backUpOutside(databaseUrl: string, settings: BackupSettings, now: Date) {
  const path = existingFile(databaseUrl)
  await using places = new AsyncDisposableStack()
  const place = places.adopt(openPlace(settings), opened => opened.close())
  using folder = await openTemporaryFolder(databaseUrl)
  const copy = join(folder.path, 'plain.db')
  const sealed = join(folder.path, 'sealed.age')
  // It is the name of a backup, so it must be in the first one.
  keepLogKey(path)
  await copyDatabase(databaseUrl, copy)
  const counts = await checkCopy(copy)
  await encryptFile(copy, sealed, settings.backupPassphrase!)
  const [keyId] = await readKeyIds(databaseUrl)
  const name = backupName(keyId!, now)
  const bytes = statSync(sealed).size
  try {
    await place.put(name, sealed)
    await place.get(name, sealed)
    await decryptFile(sealed, copy, settings.backupPassphrase!, name)
    await checkCopy(copy)
  } catch (error) {
    // One that cannot be read must not pass for the newest.
    await place.remove(name).catch(() => {})
    throw error
  }
  const at = now.toISOString()
  noteBackup(path, { at, file: name }, true)
  const old = (await listOwnBackups(place, databaseUrl)).slice(settings.backupKeep)
  for (const one of old) await place.remove(one)
  return { file: name, at, bytes, removed: old.length, ...counts }
}

async function copyDatabase(databaseUrl: string, target: string): Promise<void> {
  await using source = await openEngine(databaseUrl, { readOnly: true })
  await source.attempt(() => copyInto(source.db, target))
}

function existingFile(databaseUrl: string): string {
  if (isPostgres(databaseUrl))
    throw new StoreProblem(
      'This database is in PostgreSQL, which has its own tools. Back it up with: pg_dump --format=custom --file=firsthand.dump DATABASE_URL',
    )
  rejectMissing(databaseUrl)
  return sqlitePath(databaseUrl)
}

function checkTarget(file: string, database: string, overwrite: boolean): void {
  if (!existsSync(file)) return
  if (realpathSync(file) === realpathSync(database))
    throw new StoreProblem(`${file} is the database itself. Name another file.`)
  if (!overwrite)
    throw new StoreProblem(
      `${file} exists already. Name another file, or add --overwrite to replace it.`,
    )
  if (!statSync(file).isFile()) throw new StoreProblem(`${file} is not a file. Name another one.`)
}

function reasonFor(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code?.startsWith('E') && !(error instanceof StoreProblem) && !code.startsWith('ERR_')
    ? new StoreProblem(`${file} cannot be written (${code}).`)
    : error
}

/** Counts all stored reviews, shown or not, and the entries of the public log. A backup that cannot be restored is worse than none. */
export async function checkCopy(file: string): Promise<{ reviews: number; log_size: number }> {
  await using copy = await openEngine(`sqlite:${file}`, { readOnly: true })
  const damage = await findDamage(copy.db)
  const { size, isIntact } = await readLedgerState(copy.db)
  if (damage === null && isIntact)
    return { reviews: countReviews(await countBySource(copy.db)), log_size: size }
  throw new StoreProblem(
    'The database is damaged: its copy does not match its public log. No backup was made. Run firsthand check.',
  )
}

const countReviews = (sources: SourceCounts[]) =>
  sources
    .flatMap(({ states: { erased, ...kept } }) => Object.values(kept))
    .reduce((sum, count) => sum + count, 0)
