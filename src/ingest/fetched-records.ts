/** Records that were fetched, as a file of reviews: their format is known, and so is what the rows need. */
import type { FileRecord } from './files/file-record.ts'
import { readRecord } from './files/scan-inputs.ts'
import type { Format } from './formats/format.ts'
import type { Outcome, ReviewFile } from './review-file.ts'
import { normalize } from './values/normalize.ts'

export interface FetchedRecords {
  /** The address, as messages name it. */
  name: string
  /** Which part of the whole these records are; the name where there is only one. */
  part: string
  format: Format
  items: FileRecord[]
  /** For records that do not say where the reviews were written. */
  source?: string | undefined
  business?: unknown
}

export function openFetchedRecords({
  name,
  part,
  format,
  items,
  source,
  business,
}: FetchedRecords): ReviewFile {
  async function* outcomes(): AsyncGenerator<Outcome> {
    for (const item of items) {
      const read = readRecord(item, { part: {}, format }, source)
      const result = 'draft' in read ? normalize(read.draft, NO_CONTEXT) : read
      const place = { row: item.row, part }
      yield 'row' in result ? { ...place, good: result.row } : { ...place, faults: result.faults }
    }
  }
  return { name, format: format.title, size: 0, outcomes, ...(business !== undefined && { business }) }
}

/** Both formats that are fetched write the whole date, year first. */
const NO_CONTEXT = { order: null, retrievedAt: null }
