/** Copies everything from one database to another, and verifies the copy. */
import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseEngine } from './base/database-engine.ts'
import { StoreProblem } from './base/store-problem.ts'
import { MOVING, readSetting, saveSetting } from './base/stored-settings.ts'
import type { Database, Db, Tx } from './base/tables.ts'

/** All but the totals, which triggers keep in the target too. */
type Table = Exclude<keyof Database, 'subscription_total'>

/** Referenced tables first, each with its primary key. */
const KEYS: Record<Table, string[]> = {
  ...{ review: ['id'], revision: ['review_id', 'revision'], ledger: ['seq'] },
  ...{
    correction: ['review_id', 'kind', 'subject'],
    analysis: ['content_hash', 'engine'],
    topic: ['path'],
  },
  ...{
    subscription: ['id'],
    subscription_request: ['id'],
    hub_instance: ['id'],
    hub_proof: ['proof'],
  },
  ...{ denial: ['id'], suspension: ['scope', 'subject'], desk_invitation: ['token_hash'] },
  ...{ desk_passkey: ['id'], desk_session: ['token_hash'], desk_action: ['id'], setting: ['key'] },
  publication: ['id'],
}
const TABLES = Object.keys(KEYS) as Table[]

/** Both engines limit the parameters of a statement. */
const CHUNK_ROWS = 500

export type Moved = { table: Table; rows: number }

/** One transaction on each side: the copy is of a single point in time, and complete or absent. Until then the target is marked. */
export async function moveAll(
  from: DatabaseEngine,
  to: DatabaseEngine,
  onProgress: (done: number, total: number) => void,
): Promise<Moved[]> {
  await to.write(async target => {
    await target.deleteFrom('setting').where('key', '=', MOVING).execute()
    // An empty database has one row: its version.
    if ((await countRows(target)) > 1)
      throw new StoreProblem(
        'The target database is not empty. Nothing was moved. Name an empty database.',
      )
    await saveSetting(target, MOVING, true)
  })
  return await from.read(source =>
    to.write(async target => {
      const total = await countRows(source)
      let done = 0
      const onRows = (rows: number) => {
        done += rows
        onProgress(done, total)
      }
      await target.deleteFrom('publication').execute()
      await target.deleteFrom('setting').where('key', '=', MOVING).execute()
      const moved: Moved[] = []
      for (const table of TABLES) moved.push(await moveTable(source, target, table, onRows))
      return moved
    }),
  )
}

/** An interrupted move leaves an empty database, which looks like a new one. */
export async function rejectUnfinished(db: Db): Promise<void> {
  if (await readSetting(db, MOVING))
    throw new StoreProblem(
      'A move to this database was interrupted, so it is empty. Run firsthand migrate again, or use the database that the reviews are in.',
    )
}

async function countRows(database: Tx): Promise<number> {
  let total = 0
  for (const table of TABLES) {
    const rows = database.selectFrom(table).select(sql<number>`count(*)`.as('count'))
    total += (await rows.executeTakeFirstOrThrow()).count
  }
  return total
}

async function moveTable(source: Tx, target: Tx, table: Table, onRows: (rows: number) => void) {
  const sent = createHash('sha256')
  let rows = 0
  for await (const chunk of readChunks(source, table)) {
    await target
      .insertInto(table)
      .values(chunk as never[])
      .execute()
    digestRows(sent, chunk)
    rows += chunk.length
    onRows(chunk.length)
  }
  const arrived = createHash('sha256')
  for await (const chunk of readChunks(target, table)) digestRows(arrived, chunk)
  if (sent.digest('hex') !== arrived.digest('hex'))
    throw new StoreProblem(
      `The copy of the table ${table} differs from the original. Nothing was moved. Please try again.`,
    )
  return { table, rows }
}

type Row = Record<string, unknown>

/** In pages ordered by the key, because a table may not fit into memory. */
async function* readChunks(db: Db, table: Table): AsyncGenerator<Row[]> {
  const key = KEYS[table]
  const columns = sql.join(key.map(name => sql.ref(name)))
  let after: unknown[] | null = null
  for (;;) {
    const beyond = after ? sql`where (${columns}) > (${sql.join(after)})` : sql``
    const page: { rows: Row[] } = await sql<Row>`
      select * from ${sql.table(table)} ${beyond} order by ${columns} limit ${sql.lit(CHUNK_ROWS)}`.execute(
      db,
    )
    if (page.rows.length > 0) yield page.rows
    if (page.rows.length < CHUNK_ROWS) return
    after = key.map(name => page.rows.at(-1)![name])
  }
}

/** The engines may return the columns in a different order. */
function digestRows(hash: Hash, rows: Row[]): void {
  for (const row of rows)
    hash.update(`${JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))}\n`)
}
