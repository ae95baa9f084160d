/** The flags of `firsthand import`, checked. */

import type { ImportOptions } from '../../actions/import/perform-import.ts'
import { readTextFile, withFileName } from '../../ingest/files/text-file.ts'
import { FORMATS } from '../../ingest/formats/all.ts'
import { type Mapping, mappingFromFlags, parseMapping } from '../../ingest/formats/mapping.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { IsoDate } from '../../model/scalars.ts'
import { UsageError } from '../base/exit.ts'

export interface ImportCommandOptions extends ImportOptions {
  databaseUrl: string
  json?: boolean
}

/** As parsed from the command line. */
export interface ImportFlags extends Omit<ImportCommandOptions, 'mapping' | 'retrievedAt'> {
  map: string[]
  mapping?: string
  retrieved?: string
}

export async function readImportOptions(flags: ImportFlags): Promise<ImportCommandOptions> {
  const { map, mapping, retrieved, ...options } = flags
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
