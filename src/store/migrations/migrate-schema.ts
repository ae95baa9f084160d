/** Migrates the schema to this version, and rejects a database from a newer one. */
import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { codeFile } from '../../package/package-files.ts'
import { IncompatibleDatabase } from '../base/store-problem.ts'
import type { Db, Tx } from '../base/tables.ts'

/** In order; each is an SQL file in this folder. A released migration never changes. */
const NAMES = [
  ...['001-history', '002-subscriptions', '003-corrections', '004-hub-outages'],
  ...['005-hub-attempts', '006-replies', '007-evidence', '008-desk-access', '009-photos'],
  ...['010-subscription-totals', '011-history-indexes'],
]

/**
 * One transaction: another process that opens the same new database waits, and a crash leaves no half-made schema. `textType` is what
 * the engine calls text that sorts by code point, as in JavaScript.
 */
export async function migrateSchema(db: Tx, textType: string): Promise<void> {
  const applied = await appliedMigrations(db)
  const unknown = applied.find(name => !NAMES.includes(name))
  if (unknown)
    throw new IncompatibleDatabase(
      `The database was made by another version of Firsthand (it has "${unknown}"). Nothing was changed. Use that version, or another database.`,
    )
  if (applied.length === NAMES.length) return
  const migrations = NAMES.map(name => [name, { up: (tx: Kysely<unknown>) => runFile(tx, name, textType) }])
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** A column is its name and its type: `reply_text text`. */
const TEXT_TYPE = /(?<=\w )text\b/g

async function runFile(db: Kysely<unknown>, name: string, textType: string): Promise<void> {
  const file = readFileSync(codeFile(`store/migrations/${name}.sql`), 'utf8')
  // Triggers differ between the engines: a comment names the one that a statement is for.
  const other = textType === 'text' ? '-- PostgreSQL:' : '-- SQLite:'
  for (const statement of file.replaceAll(TEXT_TYPE, textType).split(';\n'))
    if (statement !== '' && !statement.includes(other)) await sql.raw(statement).execute(db)
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(table => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(row => row.name)
}
