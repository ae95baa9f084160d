/** Private folders beside the database for what holds keys or personal data only for a moment, such as a decrypted backup. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isPostgres, sqlitePath } from '../store/open-store.ts'
import { createInstanceLocks } from '../store/sqlite/instance-locks.ts'

export type TemporaryFolder = Awaited<ReturnType<typeof openTemporaryFolder>>

const PREFIX = 'firsthand-temporary-'
const LOCK_PREFIX = 'firsthand-lock-'

/** Only this user may read it. Whoever opens it removes it; what a process that was killed could not remove goes first. */
export async function openTemporaryFolder(databaseUrl: string) {
  // Beside a database server there is no folder of ours. What is kept there is never a database.
  if (isPostgres(databaseUrl)) return asFolder(mkdtempSync(join(tmpdir(), PREFIX)))
  const above = folderOf(databaseUrl)
  // On a new machine the folder of the database may be missing.
  const firstMade = mkdirSync(above, { recursive: true })
  await sweepTemporaryFolders(databaseUrl)
  const id = randomBytes(9).toString('hex')
  // Locked before it exists: a folder that nobody has locked is left over.
  const lock = locksIn(above).hold(id)
  return asFolder(join(above, PREFIX + id), () => {
    lock.release()
    if (firstMade !== undefined) removeEmpty(above, firstMade)
  })
}

function asFolder(path: string, afterwards = () => {}) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const remove = () => {
    rmSync(path, { recursive: true, force: true })
    afterwards()
  }
  return { path, remove, [Symbol.dispose]: remove }
}

/** Deletes what processes that were killed left beside the database, and nothing that one uses that still runs. */
export async function sweepTemporaryFolders(databaseUrl: string): Promise<void> {
  if (isPostgres(databaseUrl)) return
  const above = folderOf(databaseUrl)
  if (!existsSync(above)) return
  const locks = locksIn(above)
  for (const name of readdirSync(above)) {
    if (!name.startsWith(PREFIX)) continue
    const remove = async () => rmSync(join(above, name), { recursive: true, force: true })
    // What another user left, such as root, only that user can delete; it must not keep the service from starting.
    await locks.ifEnded(name.slice(PREFIX.length), remove).catch(() => {})
  }
}

const folderOf = (databaseUrl: string) => resolve(dirname(sqlitePath(databaseUrl)))
const locksIn = (above: string) => createInstanceLocks(join(above, LOCK_PREFIX))

/** Removes folders that are still empty, from the innermost to the first that was made. */
function removeEmpty(innermost: string, outermost: string): void {
  for (let folder = innermost; ; folder = dirname(folder)) {
    if (readdirSync(folder).length > 0) return
    rmdirSync(folder)
    if (folder === resolve(outermost)) return
  }
}
