/** Makes the schema in a new database, and rejects a database that another version made. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { codeFile } from '../../package/package-files.ts'
import { IncompatibleDatabase } from './store-problem.ts'
import type { Tx } from './tables.ts'

/** A column is its name and its type: `reply_text text`. */
const TEXT_TYPE = /(?<=\w )text\b/g
const COMMENTS_AND_SPACE = /(?:--.*|\s)+/g

/**
 * In one transaction: another process that opens the same new database waits, and a crash leaves no half-made schema.
 * `textType` is what the engine calls text that sorts by code point, as in JavaScript.
 */
export async function prepareSchema(db: Tx, textType: string): Promise<void> {
  const file = readFileSync(codeFile('store/schema.sql'), 'utf8')
  const madeBy = hash('sha256', file.replaceAll(COMMENTS_AND_SPACE, ' '))
  const tables = await db.introspection.getTables()
  if (tables.length === 0) {
    await createSchema(db, file, textType)
    await db.insertInto('publication').values({ id: 1, version: 0, made_by: madeBy }).execute()
    return
  }
  const publication = tables.find(({ name }) => name === 'publication')
  const isKnown = publication?.columns.some(({ name }) => name === 'made_by')
  const found = isKnown
    ? await db.selectFrom('publication').select('made_by').executeTakeFirst()
    : undefined
  if (found?.made_by !== madeBy) throw new IncompatibleDatabase(OF_ANOTHER_VERSION)
}

const OF_ANOTHER_VERSION =
  'The database was made by another version of Firsthand. Nothing was changed. Use that version, or another database.'

async function createSchema(db: Tx, file: string, textType: string): Promise<void> {
  // Triggers differ between the engines: a comment names the one that a statement is for.
  const other = textType === 'text' ? '-- PostgreSQL:' : '-- SQLite:'
  for (const statement of file.replaceAll(TEXT_TYPE, textType).split(';\n'))
    if (statement.trim() !== '' && !statement.includes(other)) await sql.raw(statement).execute(db)
}
