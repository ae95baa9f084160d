/** Opens the store that a DATABASE_URL names. */
import { assembleStore } from './assemble.ts'
import type { Engine } from './engine.ts'
import { openSqlite } from './sqlite/open.ts'
import { type Store, type StoreDependencies, WrongUrl } from './store.ts'

export interface OpenOptions {
  /** Waits for no writer and changes nothing, not even tables that are of an older version. */
  readOnly?: boolean
}

export async function openStore(
  url: string,
  dependencies: StoreDependencies,
  options: OpenOptions = {},
): Promise<Store> {
  return assembleStore(await openEngine(url, options), dependencies)
}

export async function openEngine(url: string, options: OpenOptions = {}): Promise<Engine> {
  if (!isPostgres(url)) return await openSqlite(sqlitePath(url), options)
  // Whoever stays with SQLite need not load it.
  const { openPostgres } = await import('./postgres/open.ts')
  return await openPostgres(url, options)
}

export const isPostgres = (url: string) => /^postgres(?:ql)?:\/\//.test(url)

export function sqlitePath(url: string): string {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (!path)
    throw new WrongUrl(
      `DATABASE_URL must look like sqlite:data/firsthand.db or postgres://user@host/name, not "${scheme(url)}…".`,
    )
  return path
}

/** A database URL may hold a password: name no more than its scheme. */
const scheme = (url: string) => url.slice(0, url.indexOf(':') + 1)
