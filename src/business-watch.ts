/** Takes the owner's business file into the store, at the start and whenever it changes. */
import { readFile, stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { parseBusinessFile } from './ingest/business-file.ts'
import { FileProblem } from './ingest/problem.ts'
import type { Store } from './store/store.ts'

export interface BusinessWatch {
  close(): void
}

const LOOK_EVERY_MS = 500

/** A file that is wrong is refused; what was published before stays. Only a first start has nothing that could stay. */
export async function watchBusinessFile(path: string, store: Store, log: Logger): Promise<BusinessWatch> {
  let seen = await stampOf(path)
  try {
    await takeBusinessFile(path, store)
  } catch (error) {
    if (!(error instanceof FileProblem) || !(await store.business())) throw error
    log.error(refusal(error))
  }
  const timer = setInterval(async () => {
    const stamp = await stampOf(path)
    if (stamp === seen) return
    seen = stamp
    await takeBusinessFile(path, store).catch(error => log.error(refusal(error)))
  }, LOOK_EVERY_MS)
  return { close: () => clearInterval(timer) }
}

/** Does nothing where there is no such file, or where it says what the store has already. */
export async function takeBusinessFile(path: string, store: Store): Promise<void> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return null
    throw new FileProblem(`${path} cannot be read (${error.code})`)
  })
  if (text === null) return
  const business = parse(text, path)
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(business)), await store.business())) return
  await store.write(writer => writer.setBusiness(business))
}

function parse(text: string, path: string) {
  try {
    return parseBusinessFile(text)
  } catch (error) {
    if (error instanceof FileProblem) throw new FileProblem(`${path}: ${error.message}`)
    throw error
  }
}

const refusal = (error: Error) =>
  `The business file was not taken, what was published before stays. ${error.message}`

async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}
