/** The flags of `firsthand import`, checked. */
import { readTextFile, withFileName } from '../../ingest/files/text-file.ts'
import { FORMATS } from '../../ingest/formats/known-formats.ts'
import { type Mapping, mappingFromFlags, parseMapping } from '../../ingest/formats/mapping.ts'
import type { DateOrder } from '../../ingest/values/date-value.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { IsoDate } from '../../model/scalars.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import { UsageError } from '../base/exit.ts'
import type { ImportOptions } from './perform-import.ts'

/** As parsed from the command line. */
export interface ImportFlags {
  strict: boolean
  dryRun: boolean
  complete: boolean
  confirm: boolean
  format?: string
  source?: string
  map: string[]
  mapping?: string
  dateOrder?: DateOrder
  retrieved?: string
  location?: string
  json?: boolean
}

export async function readImportOptions(
  flags: ImportFlags,
  { databaseUrl, businessFile }: Pick<ServiceSettings, 'databaseUrl' | 'businessFile'>,
): Promise<ImportOptions> {
  const { strict, dryRun, complete, confirm, format, source, dateOrder, retrieved, location, json } = flags
  if (confirm && !complete) throw new UsageError('--confirm needs --complete.')
  if (format !== undefined && !Object.hasOwn(FORMATS, format))
    throw new UsageError(`There is no format "${format}". Use one of: ${Object.keys(FORMATS).join(', ')}.`)
  if (retrieved !== undefined && !IsoDate.safeParse(retrieved).success)
    throw new UsageError('--retrieved must be an existing date in the form YYYY-MM-DD.')
  const mapping = await readMapping(flags)
  return {
    databaseUrl,
    businessFile,
    strict,
    dryRun,
    complete,
    confirm,
    ...(format !== undefined && { format }),
    ...(source !== undefined && { source }),
    ...(mapping && { mapping }),
    ...(dateOrder && { dateOrder }),
    ...(retrieved !== undefined && { retrievedAt: retrieved }),
    ...(location !== undefined && { location }),
    ...(json && { json }),
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
