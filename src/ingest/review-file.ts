/** The one door for files of reviews: a file, a zip or a folder in, rows and faults out. */
import { basename, resolve } from 'node:path'
import type { ReviewRow } from '../model/review.ts'
import { cleanLine } from '../model/scalars.ts'
import type { Mapping } from './mapping.ts'
import { type Fault, normalise } from './normalise.ts'
import type { OnBytes } from './part.ts'
import { openRecords } from './records.ts'
import type { Findings } from './survey.ts'
import { readItem, type Taken, takeParts } from './taking.ts'
import { problemIn } from './text-file.ts'
import type { DateOrder } from './when.ts'

export interface ReadingOptions {
  /** A key of FORMATS; else the format is recognised by the content. */
  format?: string
  mapping?: Mapping
  /** For files that do not say where the reviews were written. */
  source?: string
  dateOrder?: DateOrder
  /** For relative dates. */
  retrievedAt?: string
  /** Which of several places. */
  location?: string
}

/** What became of one record; rows count from 1 in their part. */
export type Outcome =
  | { row: number; part: string; good: ReviewRow }
  | { row: number; part: string; faults: Fault[] }

export interface ReviewFile {
  /** The base name of what was given. */
  name: string
  /** In words, for messages. */
  format: string
  /** The business that our own files may carry. */
  business?: unknown
  /** Bytes of all parts. */
  size: number
  /** Reads anew at each call. */
  outcomes(onBytes?: OnBytes): AsyncIterable<Outcome>
}

/** Reads everything once before it answers: a file that cannot be used at all is refused here. */
export async function openReviewFile(path: string, options: ReadingOptions): Promise<ReviewFile> {
  const name = cleanLine(basename(resolve(path)))
  try {
    const { taken, business, findings } = await takeParts(path, options)
    return {
      name,
      format: [...new Set(taken.map(({ format }) => format.title))].join(', '),
      ...(business !== undefined && { business }),
      size: taken.reduce((sum, { part }) => sum + part.size, 0),
      outcomes: onBytes => outcomesOf(name, taken, options, findings, onBytes),
    }
  } catch (error) {
    throw problemIn(name, error)
  }
}

async function* outcomesOf(
  name: string,
  taken: Taken[],
  options: ReadingOptions,
  findings: Findings,
  onBytes: OnBytes = () => {},
): AsyncGenerator<Outcome> {
  let before = 0
  for (const one of taken) {
    const { part, format } = one
    const context = { order: findings.orderOf(format), retrievedAt: options.retrievedAt ?? null }
    try {
      const { items } = await openRecords(part, done => onBytes(before + done))
      for await (const item of items) {
        const read = readItem(item, one, options.source)
        // A record that could not be read may be of any place.
        if (('draft' in read || read.location) && !findings.isWanted(read.location)) continue
        const result = 'draft' in read ? normalise(read.draft, context) : read
        const place = { row: item.row, part: part.name }
        yield 'row' in result ? { ...place, good: result.row } : { ...place, faults: result.faults }
      }
    } catch (error) {
      throw problemIn(name, error)
    }
    before += part.size
  }
}
