/** `firsthand import`: checks the flags, then imports once, or again whenever a file changes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileStamp } from '../../actions/business-file-watch.ts'
import { readTextFile, withFileName } from '../../ingest/files/text-file.ts'
import { FORMATS } from '../../ingest/formats/known-formats.ts'
import { type Mapping, mappingFromFlags, parseMapping } from '../../ingest/formats/mapping.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { IsoDate } from '../../model/scalars.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { EXIT, UsageError } from '../base/exit.ts'
import { listenForStop } from '../base/stop-signal.ts'
import { type ImportCommandOptions, importFiles } from './import-files.ts'

/** As parsed from the command line. */
interface ImportFlags extends Omit<ImportCommandOptions, 'mapping' | 'retrievedAt'> {
  map: string[]
  mapping?: string
  retrieved?: string
  watch: boolean
}

export async function runImport(
  files: string[],
  flags: ImportFlags,
  process: NodeJS.Process,
): Promise<number> {
  const options = await readOptions(flags)
  return await (flags.watch ? watchFiles : importFiles)(files, options, process)
}

async function readOptions(flags: ImportFlags): Promise<ImportCommandOptions> {
  const { map, mapping, retrieved, watch, ...options } = flags
  const { format } = options
  if (options.confirm && !options.complete) throw new UsageError('--confirm needs --complete.')
  if (format !== undefined && !Object.hasOwn(FORMATS, format))
    throw new UsageError(`There is no format "${format}". Use one of: ${Object.keys(FORMATS).join(', ')}.`)
  if (retrieved !== undefined && !IsoDate.safeParse(retrieved).success)
    throw new UsageError('--retrieved must be an existing date in the form YYYY-MM-DD.')
  const mapped = await readMapping(flags)
  return {
    ...options,
    ...(mapped && { mapping: mapped }),
    ...(retrieved !== undefined && { retrievedAt: retrieved }),
  }
}

async function readMapping({ map, mapping }: ImportFlags): Promise<Mapping | null> {
  if (map.length > 0 && mapping !== undefined)
    throw new UsageError('Use either --map or --mapping, not both.')
  if (map.length > 0) return parseMapFlags(map)
  if (mapping === undefined) return null
  const text = await readTextFile(mapping)
  if (text === null) throw new FileProblem(`${mapping}: there is no such file.`)
  return withFileName(mapping, () => parseMapping(text))
}

function parseMapFlags(map: string[]): Mapping {
  try {
    return mappingFromFlags(map)
  } catch (error) {
    throw error instanceof FileProblem ? new UsageError(error.message) : error
  }
}

const POLL_MS = 500

/** Runs until it is stopped. Reports what is wrong with a file, then waits for the next change. */
async function watchFiles(
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
