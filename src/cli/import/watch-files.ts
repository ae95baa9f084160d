/** `firsthand import --watch`: imports again whenever a file changes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { fileStamp } from '../../service/business-file-watch.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { EXIT } from '../base/exit.ts'
import { type ImportOptions, importFiles } from './import-files.ts'

const LOOK_EVERY_MS = 500

/** Until it is interrupted. What is wrong with a file is said, and the next change is waited for. */
export async function watchFiles(
  files: string[],
  options: ImportOptions,
  streams: NodeJS.Process,
): Promise<number> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) streams.once(signal, () => ending.abort())
  let imported: string | undefined
  let seen = ''
  while (!ending.signal.aborted) {
    const stamp = (await Promise.all(files.map(fileStamp))).join('\n')
    // A file that still changes is being written.
    if (stamp !== imported && stamp === seen) {
      await importOnce(files, options, streams)
      imported = stamp
    }
    seen = stamp
    await sleep(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => {})
  }
  return EXIT.done
}

async function importOnce(files: string[], options: ImportOptions, streams: NodeJS.Process): Promise<void> {
  try {
    await importFiles(files, options, streams)
  } catch (error) {
    if (!(error instanceof FileProblem || error instanceof StoreProblem)) throw error
    streams.stderr.write(`${error.message}\n`)
  }
  streams.stderr.write('Waiting for the next change.\n')
}
