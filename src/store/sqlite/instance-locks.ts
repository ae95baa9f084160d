/** Shows which instances are running, of the hub or of whatever else: each locks a file, and the system unlocks it when the process ends. */
import { existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { HeldInstance } from '../base/database-engine.ts'

/** `prefix` is where the files are, with how their names begin. */
export function createInstanceLocks(prefix: string) {
  const pathOf = (instance: string) => prefix + instance
  return {
    hold(instance: string): HeldInstance {
      const path = pathOf(instance)
      const lock = new DatabaseSync(path)
      lock.exec(LOCK)
      return { release: () => remove(path, lock) }
    },
    /** Runs the work, once, if nobody holds this instance. */
    async ifEnded<T>(instance: string, work: () => Promise<T>): Promise<T | null> {
      const path = pathOf(instance)
      // A copy of a database comes without the files beside it.
      const lock = existsSync(path) ? tryLock(path) : null
      if (lock === undefined) return null
      try {
        return await work()
      } finally {
        if (lock) remove(path, lock)
      }
    },
  }
}

/** SQLite's own locks: unlike Node, it can lock a file on every system, and its locks are known to work wherever the database is. */
const LOCK = 'begin exclusive'

/** undefined if another process, or this one, holds it. */
function tryLock(path: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec(LOCK)
    return lock
  } catch {
    lock.close()
    return undefined
  }
}

function remove(path: string, lock: DatabaseSync): void {
  lock.close()
  rmSync(path, { force: true })
}
