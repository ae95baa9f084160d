/** The one door for files of reviews: a file, a zip or a folder in, rows and faults out. */
import { basename, resolve } from 'node:path'
import type { ReviewRow } from '../model/review.ts'
import { cleanLine } from '../model/scalars.ts'
import type { OnBytes } from './files/input-file.ts'
import type { ReadingOptions } from './files/reading-options.ts'
import { openRecords } from './files/records.ts'
import { type RecognizedInput, readRecord, scanInputs } from './files/scan-inputs.ts'
import type { SurveyResult } from './files/survey.ts'
import { problemIn } from './files/text-file.ts'
import { type Fault, normalize } from './values/normalize.ts'

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
    const { taken, business, findings } = await scanInputs(path, options)
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
  taken: RecognizedInput[],
  options: ReadingOptions,
  findings: SurveyResult,
  onBytes: OnBytes = () => {},
): AsyncGenerator<Outcome> {
  let before = 0
  for (const one of taken) {
    const { part, format } = one
    const context = { order: findings.orderOf(format), retrievedAt: options.retrievedAt ?? null }
    try {
      const { items } = await openRecords(part, done => onBytes(before + done))
      for await (const item of items) {
        const read = readRecord(item, one, options.source)
        // A record that could not be read may be of any place.
        if (('draft' in read || read.location) && !findings.isWanted(read.location)) continue
        const result = 'draft' in read ? normalize(read.draft, context) : read
        const place = { row: item.row, part: part.name }
        yield 'row' in result ? { ...place, good: result.row } : { ...place, faults: result.faults }
      }
    } catch (error) {
      throw problemIn(name, error)
    }
    before += part.size
  }
}
