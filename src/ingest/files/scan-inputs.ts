/** The first reading: which parts hold reviews, in which format, and what the whole says that a row needs. */
import type { Format } from '../formats/format.ts'
import { createColumnWatch } from '../formats/mapping.ts'
import type { Draft } from '../values/draft.ts'
import { NoReviews, WrongFile } from '../values/file-problem.ts'
import type { Fault } from '../values/normalize.ts'
import { isObject } from '../values/parse-json.ts'
import type { FileRecord } from './file-record.ts'
import { findInputs } from './find-inputs.ts'
import type { InputFile } from './input-file.ts'
import type { ReadingOptions } from './reading-options.ts'
import { OWN, recognizeFormat, wantedFormat } from './recognize.ts'
import { openRecords, type Records } from './records.ts'
import { createSurvey, type SurveyResult } from './survey.ts'
import { problemIn } from './text-file.ts'

/** A part that holds reviews, and how it is read. */
export interface RecognizedInput {
  part: InputFile
  format: Format
}

export interface InputScan {
  taken: RecognizedInput[]
  business?: unknown
  findings: SurveyResult
}

export async function scanInputs(path: string, options: ReadingOptions): Promise<InputScan> {
  const { mapping, location } = options
  const { parts, areFound } = await findInputs(path)
  const choose = areFound ? chooseAmongMany(options) : chooseForOne(options)
  const survey = createSurvey({ dateOrder: options.dateOrder ?? mapping?.date_order, location })
  const taken: RecognizedInput[] = []
  let business: unknown
  let miss = new NoReviews('holds no .json or .csv file with reviews that are understood.')
  for (const part of parts)
    try {
      const records = await openRecords(part)
      const one = { part, format: choose(records) }
      await surveyPart(one, records, options, survey.see)
      taken.push(one)
      if (one.format === OWN) business ??= records.business
    } catch (error) {
      if (!areFound) throw error
      const named = problemIn(part.name, error)
      if (!(error instanceof NoReviews)) throw named
      if (error instanceof WrongFile) miss = named as NoReviews
    }
  if (taken.length === 0) throw miss
  return { taken, business, findings: survey.conclude() }
}

type Choose = (records: Records) => Format

/** A file that was named is read as it was asked for. One without any review is in order, too. */
function chooseForOne(options: ReadingOptions): Choose {
  const wanted = wantedFormat(options)
  return ({ samples }) => wanted ?? (samples.length === 0 ? OWN : recognizeFormat(samples, options.source))
}

/** Files that were found count only when they have the look of reviews. */
function chooseAmongMany(options: ReadingOptions): Choose {
  const wanted = wantedFormat(options)
  return ({ samples }) => {
    if (!wanted) return recognizeFormat(samples, options.source)
    if (samples.some(wanted.recognizes)) return wanted
    throw new NoReviews('is in another format.')
  }
}

async function surveyPart(
  taken: RecognizedInput,
  { samples, items }: Records,
  { mapping, source }: ReadingOptions,
  see: (draft: Draft, format: Format) => void,
): Promise<void> {
  const watch = mapping && createColumnWatch(mapping)
  const [header] = samples
  if (header?.shape === 'table') watch?.see(Object.fromEntries([...header.fields].map(name => [name, ''])))
  for await (const item of items) {
    if ('value' in item) watch?.see(item.value)
    const read = readRecord(item, taken, source)
    if ('draft' in read) see(read.draft, taken.format)
  }
  watch?.check(header?.fields ?? [])
}

/** A draft, or why a record is none; and the place it is about, as far as that is known. */
export function readRecord(
  item: FileRecord,
  { part, format }: { part: Pick<InputFile, 'location'>; format: Format },
  source: string | undefined,
): { location: Draft['location'] } & ({ draft: Draft } | { faults: Fault[] }) {
  const read = 'fault' in item ? { rejected: item.fault } : readValue(item.value, format)
  if ('rejected' in read)
    return { location: part.location, faults: [{ field: 'row', message: read.rejected }] }
  const location = part.location ?? read.location
  return { location, draft: { ...read, location, source: read.source || source } }
}

const readValue = (value: unknown, format: Format) =>
  isObject(value) ? format.read(value) : { rejected: 'must be an object with the fields of a review' }
