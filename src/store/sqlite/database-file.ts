/** A SQLite database as a file: copying it while it is in use, checking it, and putting another in its place. */
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { sql } from 'kysely'
import { unlessItThrows } from '../../model/scalars.ts'
import { LostDatabase, StoreProblem, UNTIL_RESTORED } from '../base/store-problem.ts'
import {
  BACKUP,
  KEY_BYTES,
  type LastBackup,
  memoKey,
  OUTSIDE,
  type OutsideBackup,
} from '../base/stored-settings.ts'
import type { Db } from '../base/tables.ts'

/** The database contains keys, so other users of this machine must not read it. */
const PRIVATE = 0o600
/** SQLite keeps the newest changes in files beside the database. */
const BESIDE = ['-wal', '-shm', '-journal']

/** Writes a complete copy of one point in time, without deleted data; others may read and write meanwhile. */
export async function copyInto(db: Db, target: string): Promise<void> {
  if (fs.existsSync(target)) fs.rmSync(target)
  fs.closeSync(fs.openSync(target, 'wx', PRIVATE))
  await sql`vacuum into ${resolve(target)}`.execute(db)
  syncFile(target)
}

function syncFile(path: string, flags = 'r+'): void {
  const file = fs.openSync(path, flags)
  fs.fsyncSync(file)
  fs.closeSync(file)
}

/** Renames a file that is on the disk, so that a power failure does not bring back the old name. */
export function renameForGood(from: string, to: string): void {
  fs.renameSync(from, to)
  // Names are kept by the folder, which not every system can sync.
  unlessItThrows(() => syncFile(dirname(to), 'r'))
}

/** What SQLite itself finds wrong with the file; null if nothing. */
export async function findDamage(db: Db): Promise<string | null> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const found = rows[0]?.quick_check
  return found === 'ok' ? null : (found ?? 'it is empty')
}

/** SQLite's header; a database in use is never smaller. */
const HEADER_BYTES = 100

/** Returns a check that the file at the path is still the one that is open now; SQLite itself would go on with a file that was deleted. */
export function createFileConfirmation(path: string | null): () => void {
  if (path === null) return () => {}
  const stamp = () => fs.statSync(path, { throwIfNoEntry: false })
  const opened = stamp()
  return () => {
    const found = stamp()
    if (!found) throw lost('is gone')
    if (found.ino !== opened?.ino || found.dev !== opened.dev) throw lost('was replaced by another')
    if (found.size < HEADER_BYTES) throw lost('was cut off')
  }
}

const lost = (what: string) => new LostDatabase(`The database file ${what}. ${UNTIL_RESTORED}`)

/** Generates the key of the log if there is none. */
export function keepLogKey(path: string): void {
  using database = new DatabaseSync(path, { timeout: 10_000 })
  const generated = randomBytes(KEY_BYTES).toString('base64url')
  database
    .prepare("insert into setting (key, value) values ('log_key', ?) on conflict (key) do nothing")
    .run(generated)
}

export function noteBackup(path: string, backup: LastBackup, isOutside: boolean): void {
  using database = new DatabaseSync(path, { timeout: 10_000 })
  const save = database.prepare(
    'insert into setting (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
  )
  save.run(BACKUP, JSON.stringify(backup))
  const outside: OutsideBackup = { at: backup.at, isMade: true }
  if (isOutside) save.run(memoKey(OUTSIDE), JSON.stringify(outside))
}

/** The rows of one table, by the names of their columns. */
export type TableRows = Record<string, SQLOutputValue>[]

/** Replaces all rows of a table. Columns that it lacks are left out: the rows may be of another version. */
export function replaceRows(path: string, table: string, rows: TableRows): void {
  using database = new DatabaseSync(path)
  const columns = database.prepare(`select name from pragma_table_info('${table}')`).all()
  const known = new Set(columns.map(({ name }) => name))
  database.exec(`begin; delete from ${table}`)
  for (const row of rows) {
    const values = Object.entries(row).filter(([name]) => known.has(name))
    const names = values.map(([name]) => name).join()
    database
      .prepare(`insert into ${table} (${names}) values (${values.map(() => '?').join()})`)
      .run(...values.map(([, value]) => value))
  }
  database.exec('commit')
}

export function copyFile(source: string, target: string): void {
  fs.copyFileSync(source, target)
  fs.chmodSync(target, PRIVATE)
  syncFile(target)
}

/** Keeps the database aside, if there is one, and moves another file, of the same disk, into its place. Returns where the old one is. */
export function replaceFile(path: string, replacement: string): string | null {
  syncFile(replacement)
  const aside = fs.existsSync(path) ? freeName(`${path}.before-restore`) : null
  if (aside) {
    // A copy, not a move: whenever this ends, there is a whole database.
    copyFile(path, aside)
    for (const suffix of BESIDE)
      if (fs.existsSync(path + suffix)) fs.renameSync(path + suffix, aside + suffix)
  }
  renameForGood(replacement, path)
  return aside
}

function freeName(wanted: string): string {
  let name = wanted
  for (let number = 2; fs.existsSync(name); number++) name = `${wanted}-${number}`
  return name
}

/** Fails while another process has the database open: it would go on writing to the file that was moved aside. */
export function rejectIfInUse(path: string): void {
  using database = new DatabaseSync(path, { timeout: 1000 })
  try {
    // SQLite leaves this mode only for the one process that has the file open.
    const row = database.prepare('pragma journal_mode = delete').get() as { journal_mode: string }
    if (row.journal_mode === 'delete') return
  } catch (error) {
    if (![5, 6].includes(((error as { errcode?: number }).errcode ?? 0) % 256)) return
  }
  throw new StoreProblem(
    `The database ${path} is in use. Stop the service and other commands first. Nothing was changed.`,
  )
}
