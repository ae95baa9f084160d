/** Takes the owner's business file into the store, at the start and whenever it changes. */
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { parseBusinessFile } from '../ingest/business-file.ts'
import { inFile, readTextFile } from '../ingest/files/text-file.ts'
import { FileProblem } from '../ingest/values/file-problem.ts'
import type { Store } from '../store/store.ts'

export interface BusinessWatch {
  /** Resolves when nothing more is under way. */
  close(): Promise<void>
}

const LOOK_EVERY_MS = 500
const AFTER_A_FAULT_MS = 5000

/** A file that is wrong is refused; what was published before stays. Only a first start has nothing that could stay. */
export async function watchBusinessFile(path: string, store: Store, log: Logger): Promise<BusinessWatch> {
  let seen = await fileStamp(path)
  try {
    await loadBusinessFile(path, store)
  } catch (error) {
    if (!(error instanceof FileProblem) || !(await store.business())) throw error
    log.error(refusal(error))
  }
  const closing = new AbortController()

  /** One look after the other: two at once could bring an older state of the file in last. */
  async function watch(): Promise<void> {
    let waitMs = LOOK_EVERY_MS
    for (;;) {
      await sleep(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return
      waitMs = await look()
    }
  }

  /** Answers with the time until the next look. */
  async function look(): Promise<number> {
    const stamp = await fileStamp(path)
    if (stamp === seen) return LOOK_EVERY_MS
    try {
      await loadBusinessFile(path, store)
    } catch (error) {
      log.error(refusal(error as Error))
      // A fault of the store passes, one of the file stays until somebody mends it.
      if (!(error instanceof FileProblem)) return AFTER_A_FAULT_MS
    }
    seen = stamp
    return LOOK_EVERY_MS
  }

  const watching = watch()
  return {
    async close() {
      closing.abort()
      await watching
    },
  }
}

/** Does nothing where there is no such file, or where it says what the store has already. */
export async function loadBusinessFile(path: string, store: Store): Promise<void> {
  const text = await readTextFile(path)
  if (text === null) return
  const business = inFile(path, () => parseBusinessFile(text))
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(business)), await store.business())) return
  await store.write(writer => writer.setBusiness(business))
}

const refusal = (error: Error) =>
  `The business file was not taken, what was published before stays. ${error.message}`

/** Tells whether a file is another than before. */
export async function fileStamp(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}
