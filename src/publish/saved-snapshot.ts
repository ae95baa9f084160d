/** Keeps the last Snapshot beside the database, so that a service that starts again serves it at once. */
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { startLoop } from '../model/system.ts'
import type { Store } from '../store/store.ts'
import { openLog } from './log/published-log.ts'
import type { SnapshotParts } from './snapshot.ts'
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts'

const LOOK_EVERY_MS = 500
/** A large file is not written for each of many changes. */
const SAVE_AFTER_MS = 60_000
const MOST_STOPPING_MS = 20_000

/**
 * Reads what was saved with the same `key`. It may be older than the database, but nothing in it has been removed since;
 * `onRemoval` is called if that changes before the next Snapshot is built.
 */
export async function openSaved(
  store: Pick<Store, 'write' | 'onlyAddedSince' | 'derivedFile'>,
  key: string,
  log: Pick<Logger, 'warn'>,
  onRemoval: () => void,
) {
  const file = store.derivedFile
  const found = file && readSnapshotFile(file, key)
  const parts = found && (await store.onlyAddedSince(lastEntry(found))) ? found : null
  const saved = parts && stateOf(parts)
  let served = parts
  let unsaved: { parts: SnapshotParts; sinceMs: number } | undefined

  /** In a transaction, so that no review is erased meanwhile: `erase` deletes the file after its own. */
  async function save(saving: SnapshotParts): Promise<void> {
    unsaved = undefined
    const write = store.write(async writer => {
      if (await writer.onlyAddedSince(lastEntry(saving))) await writeSnapshotFile(file!, key, saving)
    })
    await write.catch(async error => {
      log.warn(`${NOT_SAVED} (${error.message})`)
      // Half of it is of no use, and the disk may be full.
      await rm(file!, { force: true }).catch(() => {})
    })
  }

  const loop = startLoop(async () => {
    const looked = served
    const isWhole = !looked || (await store.onlyAddedSince(lastEntry(looked)).catch(() => true))
    if (!isWhole && served === looked) onRemoval()
    if (unsaved && performance.now() - unsaved.sinceMs > SAVE_AFTER_MS) await save(unsaved.parts)
    return LOOK_EVERY_MS
  })
  return {
    parts,
    /** Saves these parts in a while, unless newer ones follow. */
    keep(newest: SnapshotParts): void {
      served = null
      if (!file || stateOf(newest) === saved || newest.isReading || newest.log.size === 0) return
      unsaved = { parts: newest, sinceMs: unsaved?.sinceMs ?? performance.now() }
      // After a crash, an older one would look like a log that was cut.
      void rm(file, { force: true }).catch(() => {})
    },
    async close(): Promise<void> {
      await loop.close()
      // An import by another process may hold the database for longer than a stop may take.
      if (unsaved) await Promise.race([save(unsaved.parts), sleep(MOST_STOPPING_MS, null, { ref: false })])
    },
  }
}

const stateOf = ({ version, digest }: SnapshotParts) => `${version} ${digest}`

/** Of the log when these parts were built. */
const lastEntry = ({ log }: SnapshotParts) => openLog(log, () => undefined).anyEntry(log.size)

const NOT_SAVED =
  'What is published could not be saved beside the database, so the next start will take longer. Check the disk and the folder'
