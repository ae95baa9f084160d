/** Single values, stored under a name: as JSON, except for the keys of the installation. */
import type { BusinessFile } from '../../model/business.ts'
import type { Narrative } from '../../model/narrative.ts'
import type { Cosignature } from '../../model/witnessing.ts'
import type { StoreDependencies } from './database-engine.ts'
import type { Db, Tx } from './tables.ts'

export async function readSetting<T>(db: Db, key: string): Promise<T | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? JSON.parse(row.value) : null
}

export async function saveSetting(tx: Tx, key: string, content: unknown): Promise<void> {
  const value = JSON.stringify(content)
  await tx
    .insertInto('setting')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** When each source was last imported. */
export const IMPORTED = 'imported_at'
export const BACKUP = 'last_backup'
/** When the last backup was made, and where. */
export type LastBackup = { at: string; file: string }
/** The memo about backups outside of this machine. */
export const OUTSIDE = 'outside_backup'
/** When the last one was made, or since when the service has tried to make the first. */
export type OutsideBackup = { at: string; isMade: boolean }
/** In a database that everything is being moved to, until all of it is there. */
export const MOVING = 'move_under_way'
/** What a part of the program keeps. */
export const memoKey = (name: string) => `memo:${name}`
/** What the owner's desk remembers. */
export const DESK_NOTES = 'desk_notes'

export const readBusiness = (db: Db) => readSetting<BusinessFile>(db, 'business')
export const readNarrative = (db: Db) => readSetting<Narrative>(db, 'narrative')

export const COSIGNATURES = 'cosignatures'
export const readCosignatures = async (db: Db) =>
  (await readSetting<Cosignature[]>(db, COSIGNATURES)) ?? []

/** What the owner's desk remembers between visits; never published. */
export type DeskNotes = typeof NO_NOTES

const NO_NOTES = {
  /** When the desk was last opened; null if never. */
  visited_at: null as string | null,
  /** Names that reviews mention and that are not suggested as people. */
  ignored_names: [] as string[],
  /** Which column is which in the owner's tables, by the names of their columns. */
  mappings: {} as Record<string, unknown>,
}

/** Notes of an older version may lack what was added since. */
export const readDeskNotes = async (db: Db): Promise<DeskNotes> => ({
  ...NO_NOTES,
  ...(await readSetting<Partial<DeskNotes>>(db, DESK_NOTES)),
})

export const KEY_BYTES = 32

/** A key of this installation in base64url, generated on first use. Several processes may ask at once; the first insert wins. */
export async function readKey(
  db: Db,
  key: 'secret_key' | 'log_key' | 'id_key',
  { randomBytes }: Pick<StoreDependencies, 'randomBytes'>,
): Promise<string> {
  const generated = Buffer.from(randomBytes(KEY_BYTES)).toString('base64url')
  return await keepFirst(db, key, generated)
}

/** Returns the value that is kept: this one, unless there is one already. */
export async function keepFirst(db: Db, key: string, value: string): Promise<string> {
  const row = db.insertInto('setting').values({ key, value })
  await row.onConflict(conflict => conflict.column('key').doNothing()).execute()
  const kept = db.selectFrom('setting').select('value').where('key', '=', key)
  return (await kept.executeTakeFirstOrThrow()).value
}
