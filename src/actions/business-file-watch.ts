/** Loads the owner's business file into the store, at the start and whenever it changes. */
import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { parseBusinessFile } from '../ingest/business-file.ts'
import { readTextFile, withFileName } from '../ingest/files/text-file.ts'
import { FileProblem } from '../ingest/values/file-problem.ts'
import type { BusinessFile } from '../model/business.ts'
import { startLoop } from '../model/system.ts'
import type { Store } from '../store/store.ts'

const CHECK_EVERY_MS = 500
const RETRY_MS = 5000

/** An invalid file is rejected and the published site stays as it is. Only on a first start, with nothing published, it is an error. */
export async function watchBusinessFile(path: string, store: Store, log: Logger) {
  let seen = await fileStamp(path)
  let problem: string | null = null
  const reject = (error: Error) => {
    problem = error.message
    log.error(`${REJECTED} ${problem}`)
  }
  try {
    await loadBusinessFile(path, store)
  } catch (error) {
    if (!(error instanceof FileProblem) || !(await store.business())) throw error
    reject(error)
  }
  /** Returns the time until the next check. */
  async function check(): Promise<number> {
    const stamp = await fileStamp(path)
    if (stamp === seen) return CHECK_EVERY_MS
    try {
      await loadBusinessFile(path, store)
      problem = null
    } catch (error) {
      reject(error as Error)
      // A problem with the store passes; one in the file stays until someone fixes it.
      if (!(error instanceof FileProblem)) return RETRY_MS
    }
    seen = stamp
    return CHECK_EVERY_MS
  }

  // One check at a time: of two at once, the one with the older content could finish last.
  const { close } = startLoop(check)
  /** `problem` is why the file was rejected; null if it was not. */
  return { problem: () => problem, close }
}

/** Does nothing if there is no such file, or if the store already has its content. */
export async function loadBusinessFile(path: string, store: Store): Promise<void> {
  const business = await readBusinessFile(path)
  if (business === null) return
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(business)), await store.business())) return
  await store.write(writer => writer.setBusiness(business))
}

/** null if there is no such file. */
export async function readBusinessFile(path: string): Promise<BusinessFile | null> {
  const text = await readTextFile(path)
  return text === null ? null : withFileName(path, () => parseBusinessFile(text))
}

const REJECTED = 'The business file was rejected; the published site is unchanged.'

/** Changes whenever the file does. */
export async function fileStamp(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}
