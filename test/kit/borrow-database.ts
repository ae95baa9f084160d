/** PostgreSQL databases that tests use one after the other: to make one and its tables costs more than most tests. */
import type { TestContext } from 'node:test'
import { system } from '../../src/model/system.ts'
import { openStore } from '../../src/store/open-store.ts'
import { createDatabase, queryPostgres } from './postgres.ts'

/** Those of tests that ended. */
const idle: string[] = []

/** The URL of a database that is new, or like one that was opened once. */
export async function borrowDatabase(t: TestContext): Promise<string> {
  const url = (await takeIdle()) ?? (await createDatabase())
  t.after(() => void idle.unshift(url))
  return url
}

async function takeIdle(): Promise<string | undefined> {
  const busy: string[] = []
  try {
    for (let url = idle.pop(); url; url = idle.pop()) {
      const { tables, connections } = await examine(url)
      pristine ??= openOnce()
      // One whose tables a test has changed is not used again.
      if (tables !== (await pristine).tables) continue
      if (connections === 0) return await empty(url, await pristine)
      busy.push(url)
    }
    return undefined
  } finally {
    idle.push(...busy)
  }
}

interface Pristine {
  /** What `examine` says of it. */
  tables: string
  /** Fills the tables that are not empty from the beginning. */
  fill: string
  names: string[]
}

let pristine: Promise<Pristine> | undefined

async function openOnce(): Promise<Pristine> {
  const url = await createDatabase()
  const store = await openStore(url, system)
  await store.close()
  const { tables } = await examine(url)
  const rows = await queryPostgres(url, `select tablename as name from pg_tables where schemaname = 'public'`)
  const names = rows.map(({ name }) => String(name))
  const fills = await Promise.all(names.map(name => fillingOf(url, name)))
  return { tables, fill: fills.join('; '), names }
}

async function fillingOf(url: string, table: string): Promise<string> {
  const [{ rows }] = (await queryPostgres(
    url,
    `select quote_literal(coalesce(json_agg(one), '[]')) as rows from ${table} one`,
  )) as [{ rows: string }]
  return `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${rows})`
}

async function examine(url: string): Promise<{ tables: string; connections: number }> {
  const [found] = await queryPostgres(url, EXAMINE)
  return found as { tables: string; connections: number }
}

const EXAMINE = `select
  (select string_agg(format('%s %s %s %s', relname, attnum, attname, atttypid), ',' order by relname, attnum)
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and attnum > 0) as tables,
  (select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()) as connections`

async function empty(url: string, { names, fill }: Pristine): Promise<string> {
  await queryPostgres(url, `begin; truncate ${names.join(', ')} restart identity; ${fill}; commit`)
  return url
}
