/** `firsthand import --watch`: imports again whenever a file changes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileStamp } from '../../actions/business-file-watch.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { EXIT } from '../base/exit.ts'
import { listenForStop } from '../base/stop-signal.ts'
import { importFiles } from './import-files.ts'
import type { ImportCommandOptions } from './import-options.ts'

const POLL_MS = 500

/** Runs until it is stopped. Reports what is wrong with a file, then waits for the next change. */
export async function watchFiles(
  files: string[],
  options: ImportCommandOptions,
  process: NodeJS.Process,
): Promise<number> {
  const stopping = listenForStop(process)
  let imported: string | undefined
  let previous = ''
  while (!stopping.aborted) {
    const stamp = (await Promise.all(files.map(fileStamp))).join('\n')
    // A file that is still changing is being written.
    if (stamp !== imported && stamp === previous) {
      await importOnce(files, options, process)
      imported = stamp
    }
    previous = stamp
    await sleep(POLL_MS, undefined, { signal: stopping }).catch(() => {})
  }
  return EXIT.done
}

async function importOnce(
  files: string[],
  options: ImportCommandOptions,
  streams: NodeJS.Process,
): Promise<void> {
  try {
    await importFiles(files, options, streams)
  } catch (error) {
    if (!(error instanceof FileProblem || error instanceof StoreProblem)) throw error
    streams.stderr.write(`${error.message}\n`)
  }
  streams.stderr.write('Waiting for the next change.\n')
}
