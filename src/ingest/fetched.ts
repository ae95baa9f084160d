/** Records that were fetched, as a file of reviews: their format is known, and so is what the rows need. */
import type { Format } from './formats/format.ts'
import { normalise } from './normalise.ts'
import type { Item } from './records.ts'
import type { Outcome, ReviewFile } from './review-file.ts'
import { readItem } from './taking.ts'

export interface Fetched {
  /** The address, as messages name it. */
  name: string
  /** Which part of the whole these records are; the name where there is only one. */
  part: string
  format: Format
  items: Item[]
  /** For records that do not say where the reviews were written. */
  source?: string | undefined
  business?: unknown
}

export function fileOfFetched({ name, part, format, items, source, business }: Fetched): ReviewFile {
  async function* outcomes(): AsyncGenerator<Outcome> {
    for (const item of items) {
      const read = readItem(item, { part: {}, format }, source)
      const result = 'draft' in read ? normalise(read.draft, NO_CONTEXT) : read
      const place = { row: item.row, part }
      yield 'row' in result ? { ...place, good: result.row } : { ...place, faults: result.faults }
    }
  }
  return { name, format: format.title, size: 0, outcomes, ...(business !== undefined && { business }) }
}

/** Both formats that are fetched write the whole date, year first. */
const NO_CONTEXT = { order: null, retrievedAt: null }
