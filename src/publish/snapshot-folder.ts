/** Where an instance keeps its Snapshot files: `snapshot/<instance>/<version>`, beside the database or in `data/`. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { derivedFolder } from '../store/open-store.ts'

export const snapshotFolder = (databaseUrl: string, instance: string) =>
  join(derivedFolder(databaseUrl), instance)

/** A version whose texts are not all read yet has a file of its own, because no file is written over. */
export const fileOf = (folder: string, version: number, isRead: boolean) =>
  join(folder, isRead ? `${version}` : `${version}${UNREAD}`)

const UNREAD = '-unread'

export const makeFolder = (folder: string) => mkdirSync(folder, { recursive: true, mode: 0o700 })

/** The newest version first, and of one version the one that is read. */
export function filesIn(folder: string): string[] {
  const versionOf = (name: string) => Number(name.replace(UNREAD, ''))
  return namesIn(folder)
    .filter(name => Number.isInteger(versionOf(name)))
    .sort((a, b) => versionOf(b) - versionOf(a) || a.length - b.length)
    .map(name => join(folder, name))
}

/** Deletes all files but one; without one, all of them. */
export function keepOnly(folder: string, kept?: string): void {
  for (const path of filesIn(folder)) if (path !== kept) rmSync(path, { force: true })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
