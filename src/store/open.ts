/** Opens the store that a DATABASE_URL names. */
import { openSqlite } from './sqlite/open.ts'
import { type Store, type StoreDependencies, StoreProblem } from './store.ts'

export async function openStore(
  url: string,
  dependencies: StoreDependencies,
  options: { readOnly?: boolean } = {},
): Promise<Store> {
  return await openSqlite(sqlitePath(url), dependencies, options)
}

export function sqlitePath(url: string): string {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (!path)
    throw new StoreProblem(`DATABASE_URL must look like sqlite:data/firsthand.db, not "${scheme(url)}…".`)
  return path
}

/** A database URL may hold a password: name no more than its scheme. */
const scheme = (url: string) => url.slice(0, url.indexOf(':') + 1)
