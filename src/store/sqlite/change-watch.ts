/** Notices that somebody has written to a SQLite database, in this process or another. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 200
/** Nobody waits longer, whatever was seen or missed. */
const MOST_MS = 1000

/**
 * A connection of its own reads a counter that changes with every commit of another connection: that takes two microseconds,
 * where a query for the version would take a hundred times as long.
 */
export function createChangeWatch(path: string | null) {
  let database: DatabaseSync | undefined
  let counter: StatementSync | undefined
  let seen: unknown
  let closed = path === null

  function readCounter(): unknown {
    if (closed) return undefined
    try {
      database ??= new DatabaseSync(path!, { readOnly: true })
      counter ??= database.prepare('pragma data_version')
      return counter.get()!.data_version
    } catch {
      // Whoever waits looks for itself, and finds out what is wrong.
      return undefined
    }
  }

  return {
    /** Resolves after a commit, and after a second in any case. */
    async wait(): Promise<void> {
      for (let waitedMs = 0; waitedMs < MOST_MS; waitedMs += LOOK_EVERY_MS) {
        await sleep(LOOK_EVERY_MS, undefined, { ref: false })
        const found = readCounter()
        const isSame = found !== undefined && found === seen
        seen = found
        if (!isSame) return
      }
    },
    close(): void {
      closed = true
      database?.close()
    },
  }
}
