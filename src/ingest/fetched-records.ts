/** Records fetched from another service, as a review file: their format is known, and their dates are complete. */
import type { FileRecord } from './files/input-file.ts'
import { readRecord } from './files/scan-inputs.ts'
import { NO_TOTALS } from './files/survey.ts'
import type { Format } from './formats/format.ts'
import { type Outcome, outcomeOf, type ReviewFile } from './review-file.ts'

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

export function openFetchedRecords(fetched: FetchedRecords): ReviewFile {
  const { name, input, format, records, source, business } = fetched
  async function* outcomes(): AsyncGenerator<Outcome> {
    for (const record of records) {
      const read = readRecord(record, { format, shape: 'json' }, source)
      yield outcomeOf(read, { row: record.row, input }, NO_CONTEXT, 'sync')
    }
  }
  return {
    name,
    format: format.title,
    totals: NO_TOTALS,
    size: 0,
    outcomes,
    ...(business !== undefined && { business }),
  }
}

/** Both formats that are fetched write complete dates, year first. */
const NO_CONTEXT = { order: null, retrievedAt: null }
