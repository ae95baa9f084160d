/** A look into a database past the program, as an operator with a database shell has it. */
import { DatabaseSync } from 'node:sqlite'
import { isPostgres, sqlitePath } from '../../src/store/open-store.ts'
import { queryPostgres } from './postgres.ts'

export async function queryDatabase(
  databaseUrl: string,
  sql: string,
): Promise<Record<string, unknown>[]> {
  if (isPostgres(databaseUrl)) return await queryPostgres(databaseUrl, sql)
  const database = new DatabaseSync(sqlitePath(databaseUrl), { timeout: 5000 })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}
