/** Migrates the schema to this version, and rejects a database from a newer one. */
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { IncompatibleDatabase } from '../base/store-problem.ts'
import type { Db, Tx } from '../base/tables.ts'
import * as history from './001-history.ts'
import * as subscriptions from './002-subscriptions.ts'
import * as corrections from './003-corrections.ts'
import * as hubOutages from './004-hub-outages.ts'
import * as hubAttempts from './005-hub-attempts.ts'
import * as replies from './006-replies.ts'
import * as evidence from './007-evidence.ts'

/** In order. A released migration never changes. */
const migrations: Record<string, Migration> = {
  '001-history': history,
  '002-subscriptions': subscriptions,
  '003-corrections': corrections,
  '004-hub-outages': hubOutages,
  '005-hub-attempts': hubAttempts,
  '006-replies': replies,
  '007-evidence': evidence,
}

/** One transaction: another process that opens the same new database waits, and a crash leaves no half-made schema. */
export async function migrateSchema(db: Tx): Promise<void> {
  const applied = await appliedMigrations(db)
  const unknown = applied.find(name => !(name in migrations))
  if (unknown)
    throw new IncompatibleDatabase(
      `The database was made by another version of Firsthand (it has "${unknown}"). Nothing was changed. Use that version, or another database.`,
    )
  if (applied.length === Object.keys(migrations).length) return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(table => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(row => row.name)
}
