/** The entry point for review files: a file, a zip or a folder in, rows and faults out. */
import { basename, resolve } from 'node:path'
import type { ReviewRow } from '../model/review.ts'
import { cleanLine } from '../model/scalars.ts'
import {
  type FetchedFile,
  type FileRecord,
  type OnBytes,
  problemIn,
  type SkippedFile,
} from './files/input-file.ts'
import { openRecords } from './files/records.ts'
import {
  type InputScan,
  type ReadingOptions,
  type ReadRecord,
  type RecognizedInput,
  readRecord,
  scanInputs,
} from './files/scan-inputs.ts'
import { type FileTotals, NO_TOTALS } from './files/survey.ts'
import type { Format } from './formats/format.ts'
import { listColumns } from './values/column-names.ts'
import type { DateContext } from './values/date-value.ts'
import { type Fault, normalize } from './values/normalize.ts'

/** What became of one record. Rows are numbered from 1 in their input file. */
export type Outcome =
  | { row: number; input: string; good: ReviewRow }
  | { row: number; input: string; faults: Fault[] }

export interface ReviewFile {
  /** The base name of the path, or what it was fetched as. */
  name: string
  /** The title of the format, for messages. */
  format: string
  /** The files that were read, of which there may be several in a folder, zip or workbook. */
  inputs: { name: string; format: string; rows: number }[]
  /** The files beside them, and why they were not read. */
  skipped: SkippedFile[]
  /** The business that our own files may carry. */
  business?: unknown
  /** What it says about all reviews of its sources, those it does not contain included. */
  totals: FileTotals
  /** Bytes of all input files. */
  size: number
  /** Reads everything again at each call. */
  outcomes(onBytes?: OnBytes): AsyncIterable<Outcome>
}

/** Reads everything once before it returns, so that a file that cannot be used at all is rejected here. */
export async function openReviewFile(
  from: string | FetchedFile,
  options: ReadingOptions,
): Promise<ReviewFile> {
  const name = typeof from === 'string' ? cleanLine(basename(resolve(from))) : from.name
  try {
    const scan = await scanInputs(from, options)
    const { recognized, business } = scan
    return {
      name,
      format: [
        ...new Set(recognized.map(({ format }) => format.title)),
        ...guesses(recognized),
        ...ignored(recognized),
      ].join(', '),
      inputs: recognized.flatMap(countRows),
      skipped: scan.skipped,
      ...(business !== undefined && { business }),
      totals: scan.findings.totals,
      size: recognized.reduce((sum, { input }) => sum + input.size, 0),
      outcomes: onBytes => outcomesOf(name, scan, options, onBytes),
    }
  } catch (error) {
    throw problemIn(name, error)
  }
}

/** Not a file all of whose rows are left out, which is among the skipped ones. */
function countRows({ input, format, rows, leftOut }: RecognizedInput): ReviewFile['inputs'] {
  if (leftOut > 0 && rows === leftOut) return []
  return [{ name: input.name, format: format.title, rows: rows - leftOut }]
}

/** Any bytes can be read as Windows-1252, so whoever imports should know. */
const guesses = (recognized: RecognizedInput[]) =>
  recognized.some(({ input }) => input.encoding === 'windows-1252') ? ['read as Windows-1252'] : []

/** A misspelled column would otherwise be missing without a word. */
function ignored(recognized: RecognizedInput[]): string[] {
  const columns = new Set(recognized.flatMap(one => [...one.ignored]))
  return columns.size === 0 ? [] : [`not imported: ${listColumns(columns)}`]
}

async function* outcomesOf(
  name: string,
  { recognized, findings }: InputScan,
  options: ReadingOptions,
  onBytes: OnBytes = () => {},
): AsyncGenerator<Outcome> {
  let before = 0
  for (const one of recognized) {
    const { input, format } = one
    const evidence = options.isPulled ? 'pull' : format.isExport ? 'export' : undefined
    const context = { order: findings.orderOf(format), retrievedAt: options.retrievedAt ?? null }
    try {
      const { records } = await openRecords(input, done => onBytes(before + done))
      for await (const record of records) {
        const read = readRecord(record, one, options.source)
        // A record that could not be read may be about any location.
        if (('draft' in read || read.location) && !findings.isWanted(read.location)) continue
        yield outcomeOf(read, { row: record.row, input: input.name }, context, evidence)
      }
    } catch (error) {
      throw problemIn(name, error)
    }
    before += input.size
  }
}

function outcomeOf(
  read: ReadRecord,
  position: { row: number; input: string },
  context: DateContext,
  evidence: ReviewRow['evidence'],
): Outcome {
  const result = 'draft' in read ? normalize(read.draft, context) : read
  if (!('row' in result)) return { ...position, faults: result.faults }
  return { ...position, good: { ...result.row, ...(evidence && { evidence }) } }
}

/** Records fetched from another service: their format is known, and their dates are complete. */
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
    inputs: [],
    skipped: [],
    totals: NO_TOTALS,
    size: 0,
    outcomes,
    ...(business !== undefined && { business }),
  }
}

/** Both formats that are fetched write complete dates, year first. */
const NO_CONTEXT = { order: null, retrievedAt: null }
