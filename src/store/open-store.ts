/** Opens the store at a DATABASE_URL. */
import { existsSync } from 'node:fs'
import type { DatabaseEngine, StoreDependencies } from './base/database-engine.ts'
import { derivedBeside } from './base/derived-folder.ts'
import { StoreProblem, WrongDatabaseUrl } from './base/store-problem.ts'
import { rejectUnfinished } from './move-database.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import { assembleStore } from './store.ts'

export interface OpenOptions {
  /** Does not wait for writers and changes nothing. */
  readOnly?: boolean
}

export async function openStore(
  url: string,
  dependencies: StoreDependencies,
  options: OpenOptions = {},
) {
  const engine = await openEngine(url, options)
  try {
    await engine.attempt(() => rejectUnfinished(engine.db))
    return assembleStore(engine, dependencies)
  } catch (error) {
    await engine.close()
    throw error
  }
}

export async function openEngine(url: string, options: OpenOptions = {}): Promise<DatabaseEngine> {
  if (!isPostgres(url)) return await openSqlite(sqlitePath(url), options)
  // Loaded only when needed: most installations use SQLite.
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return await openPostgres(url, options)
}

/** Where what was made from the data is kept, until `scrub` deletes it: beside the database, or in `data/`. */
export const derivedFolder = (url: string) =>
  derivedBeside(isPostgres(url) ? null : sqlitePath(url))

export const isMissing = (url: string) => !isPostgres(url) && !existsSync(sqlitePath(url))

export function rejectMissing(url: string): void {
  if (isMissing(url))
    throw new StoreProblem(
      `There is no database at ${sqlitePath(url)}. Run this in the folder of your site, or name the database with --database-url. To set up a new site: firsthand init.`,
    )
}

export const isPostgres = (url: string) => /^postgres(?:ql)?:\/\//.test(url)

export function sqlitePath(url: string): string {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (!path)
    throw new WrongDatabaseUrl(
      `DATABASE_URL must look like sqlite:data/firsthand.db or postgres://user@host/name, not "${scheme(url)}…".`,
    )
  return path
}

/** A database URL may contain a password, so errors show only its scheme. */
const scheme = (url: string) => url.slice(0, url.indexOf(':') + 1)
