/** Databases whose tables are there already: to make them costs more than most tests. On PostgreSQL, tests use them one after the other. */
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { system } from '../../src/model/system.ts'
import { openStore } from '../../src/store/open-store.ts'
import { createDatabase, engine, queryPostgres } from './postgres.ts'

/** Those of tests that ended. */
const idle: string[] = []

/** The URL of a database that is new, or like one that was opened once; on SQLite, of that file. */
export async function borrowDatabase(t: TestContext, file: string): Promise<string> {
  if (engine === 'sqlite') return await placeCopy(file)
  const url = (await takeIdle()) ?? (await createDatabase())
  t.after(() => void idle.unshift(url))
  return url
}

let openedOnce: Promise<string> | undefined

async function placeCopy(file: string): Promise<string> {
  openedOnce ??= makeFile()
  await copyFile(await openedOnce, file)
  return `sqlite:${file}`
}

async function makeFile(): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'firsthand-test-')), 'opened-once.db')
  await (await openStore(`sqlite:${file}`, system)).close()
  return file
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
  const rows = await queryPostgres(
    url,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
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
