/** Records fetched from another service, as a review file: their format is known, and their dates are complete. */
import type { FileRecord } from './files/file-record.ts'
import { readRecord } from './files/scan-inputs.ts'
import type { Format } from './formats/format.ts'
import type { Outcome, ReviewFile } from './review-file.ts'
import { normalize } from './values/normalize.ts'

export interface FetchedRecords {
  /** The address, as messages show it. */
  name: string
  /** Which page of the whole these records are; the name if there is only one. */
  input: string
  format: Format
  records: FileRecord[]
  /** For records that do not say where the reviews were written. */
  source?: string | undefined
  business?: unknown
}

export function openFetchedRecords({
  name,
  input,
  format,
  records,
  source,
  business,
}: FetchedRecords): ReviewFile {
  async function* outcomes(): AsyncGenerator<Outcome> {
    for (const record of records) {
      const read = readRecord(record, { format, shape: 'json' }, source)
      const result = 'draft' in read ? normalize(read.draft, NO_CONTEXT) : read
      const position = { row: record.row, input }
      yield 'row' in result ? { ...position, good: result.row } : { ...position, faults: result.faults }
    }
  }
  return { name, format: format.title, size: 0, outcomes, ...(business !== undefined && { business }) }
}

/** Both formats that are fetched write complete dates, year first. */
const NO_CONTEXT = { order: null, retrievedAt: null }
