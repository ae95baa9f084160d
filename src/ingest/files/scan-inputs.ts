/** The first reading: which input files hold reviews, in which format, and what must be known about all of them. */
import { basename } from 'node:path'
import type { Fields, Format, Sample, Shape } from '../formats/format.ts'
import { FORMATS } from '../formats/known-formats.ts'
import { createColumnWatch, createMappedFormat, type Mapping } from '../formats/mapping.ts'
import { listColumns } from '../values/column-names.ts'
import type { DateOrder } from '../values/date-value.ts'
import type { Draft } from '../values/draft.ts'
import {
  EmptyFile,
  FileProblem,
  NoReviews,
  UnknownFormat,
  WrongFile,
} from '../values/file-problem.ts'
import type { Fault } from '../values/normalize.ts'
import { isObject } from '../values/parse-json.ts'
import { findInputs } from './find-inputs.ts'
import { guessMapping, mapFlags } from './guess-mapping.ts'
import {
  type FetchedFile,
  type FileRecord,
  type InputFile,
  problemIn,
  type SkippedFile,
} from './input-file.ts'
import { openRecords, type Records } from './records.ts'
import { createSurvey } from './survey.ts'

/** What the person who imports may say about a review file. */
export interface ReadingOptions {
  /** A key of FORMATS. Without it the format is recognized by the content. */
  format?: string
  mapping?: Mapping
  /** For files that do not say where the reviews were written. */
  source?: string
  dateOrder?: DateOrder
  /** For relative dates. */
  retrievedAt?: string
  /** The files were fetched from a source of the business file. */
  isPulled?: boolean
  /** Which of several locations. */
  location?: string
}

/** An input file that holds reviews, and how to read it. */
export interface RecognizedInput {
  input: InputFile
  format: Format
  shape: Shape
  /** Columns and keys that are not imported, as far as the format says. */
  ignored: Set<string>
  rows: number
  /** Rows without a location, while those of one location are wanted. */
  leftOut: number
}

export type InputScan = Awaited<ReturnType<typeof scanInputs>>

export async function scanInputs(from: string | FetchedFile, options: ReadingOptions) {
  const { mapping, location } = options
  const { inputs, skipped, fromFolder } = await findInputs(from)
  const wanted = wantedFormat(options)
  const survey = createSurvey({ dateOrder: options.dateOrder ?? mapping?.date_order, location })
  const recognized: RecognizedInput[] = []
  let business: unknown
  let problem = new NoReviews('holds no .json, .csv or .xlsx file with reviews in a known format.')
  for (const input of inputs)
    try {
      const opened = await openRecords(input)
      const { shape, encoding, samples } = opened
      // A file given by its name is read as asked, and may hold no reviews at all. Those found in a folder or zip count only if they look like reviews.
      if (fromFolder && samples.length === 0 && (await isWithoutRecords(opened)))
        throw new EmptyFile('has no reviews in it.')
      if (wanted && fromFolder && !samples.some(wanted.recognizes))
        throw new NoReviews('is in another format.')
      const isEmpty = samples.length === 0 && !fromFolder
      const format = wanted ?? (isEmpty ? OWN : recognizeFormat(samples, options.source))
      const one = {
        input: { ...input, encoding },
        format,
        shape,
        ignored: new Set<string>(),
        rows: 0,
        leftOut: 0,
      }
      await surveyInput(one, opened, options, survey)
      recognized.push(one)
      if (one.leftOut > 0) skipped.push(withoutLocation(input.name, one.leftOut))
      if (one.format === OWN) business ??= opened.business
    } catch (error) {
      if (!fromFolder) throw error
      const named = problemIn(input.name, error)
      if (!(error instanceof NoReviews)) throw named
      skipped.push({ name: input.name, ...reasonOf(input, error) })
      if (error instanceof WrongFile || (error instanceof UnknownFormat && error.guess))
        problem = named as NoReviews
    }
  if (recognized.length === 0) throw problem
  return { recognized, skipped, business, findings: survey.conclude() }
}

async function isWithoutRecords({ records }: Records): Promise<boolean> {
  for await (const _ of records) return false
  return true
}

const withoutLocation = (name: string, rows: number): SkippedFile => ({
  name: `${name} (${rows} ${rows === 1 ? 'row' : 'rows'})`,
  reason: 'names no location.',
  mayHoldReviews: true,
})

/** Settings of this program and of others. */
const SETTINGS =
  /^(?:package|package-lock|tsconfig|firsthand|business|business\.schema|composer)\.json$/i
export const isSettings = (name: string) => SETTINGS.test(basename(name))

function reasonOf({ name }: InputFile, error: NoReviews): Omit<SkippedFile, 'name'> {
  const isLikeReviews = error instanceof UnknownFormat && error.guess !== null
  if (isSettings(name) && !isLikeReviews)
    return {
      reason: 'holds settings.',
      mayHoldReviews: false,
    }
  return {
    reason: (error instanceof UnknownFormat ? error.brief : error.message).replace(/[^.]$/, '$&.'),
    mayHoldReviews: !(error instanceof EmptyFile),
  }
}

async function surveyInput(
  recognized: RecognizedInput,
  { samples, records, total }: Records,
  { mapping, source, location }: ReadingOptions,
  { see, seeTotal }: ReturnType<typeof createSurvey>,
): Promise<void> {
  const { format, ignored } = recognized
  const noteIgnored = (names: Iterable<string>) => {
    for (const name of names) if (format.ignores?.(name)) ignored.add(name)
  }
  if (total && format.source) seeTotal(format.source, total, recognized.input.location)
  const watch = mapping && createColumnWatch(mapping)
  const [header] = samples
  noteIgnored(header?.fields ?? [])
  if (header?.shape === 'table')
    watch?.see(Object.fromEntries([...header.fields].map(name => [name, ''])))
  for await (const record of records) {
    if ('value' in record) watch?.see(record.value)
    const read = readRecord(record, recognized, source)
    recognized.rows++
    if (!('draft' in read)) continue
    if (location !== undefined && (read.location ?? '') === '') recognized.leftOut++
    if (recognized.shape === 'json' && 'value' in record)
      noteIgnored(Object.keys(record.value as Fields))
    see(read.draft, format)
    const stated =
      'value' in record && isObject(record.value) ? format.totalIn?.(record.value) : null
    if (stated && format.source) seeTotal(format.source, stated, read.location)
  }
  watch?.check(header?.fields ?? [])
}

/** A record read into a draft, or why it is none; with the location it is about, as far as known. */
export type ReadRecord = { location: Draft['location'] } & ({ draft: Draft } | { faults: Fault[] })

export function readRecord(
  record: FileRecord,
  { input, format, shape }: { input?: Pick<InputFile, 'location'>; format: Format; shape: Shape },
  source: string | undefined,
): ReadRecord {
  const read =
    'fault' in record ? { rejected: record.fault } : readValue(record.value, format, shape)
  if ('rejected' in read)
    return { location: input?.location, faults: [{ field: 'row', message: read.rejected }] }
  const filed = 'location' in record ? record.location : undefined
  const location = input?.location ?? read.location ?? filed
  return { location, draft: { ...read, location, source: read.source || source } }
}

const readValue = (value: unknown, format: Format, shape: Shape) =>
  isObject(value)
    ? format.read(value, shape)
    : { rejected: 'must be an object with the fields of a review' }

/** The format the options ask for, if any. */
function wantedFormat({ format, mapping }: ReadingOptions): Format | null {
  if (mapping) return createMappedFormat(mapping)
  if (format === undefined) return null
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format]!
  throw new FileProblem(
    `--format does not know ${format}; the formats are ${Object.keys(FORMATS).join(', ')}.`,
  )
}

export const OWN = FORMATS.own!

/** With `source` the file itself need not say where its reviews were written. */
function recognizeFormat(samples: Sample[], source: string | undefined): Format {
  const format = find(source === undefined ? samples : samples.map(withSource))
  if (format) return format
  if (find(samples.map(withSource))) throw new FileProblem(NO_SOURCE)
  throw unknownFormat(samples, source)
}

const find = (samples: Sample[]) =>
  Object.values(FORMATS).find(format => samples.some(sample => format.recognizes(sample)))

const withSource = (sample: Sample): Sample => ({
  ...sample,
  fields: new Set([...sample.fields, 'source']),
})

const NO_SOURCE =
  'does not say where the reviews were written: add that to the command, such as --source google.'

const DIRECT =
  ' There, direct means that customers sent them to you; for reviews from a site write its name, such as google.'

function unknownFormat(samples: Sample[], source: string | undefined): UnknownFormat {
  const fields = samples[0]?.fields ?? new Set<string>()
  const rows = samples.map(({ first }) => first)
  const guess = samples[0] ? guessMapping(samples[0], rows) : null
  // Google's terms forbid storing Places API reviews, so that format is not suggested.
  const titles = Object.values(FORMATS).flatMap(format =>
    format === FORMATS['places-api'] ? [] : [format.title],
  )
  const known = `Known formats: ${titles.join(', ')}.`
  const columns = [...fields]
  const hint = guess
    ? `If these are reviews, check this and add it to the command: ${mapFlags(guess, source)}.${(guess.source ?? source) ? '' : DIRECT}`
    : 'Name the columns to import, such as --map rating=Score --map date=When.'
  if (fields.size > 1)
    return new UnknownFormat(
      `is in no known format; its columns are ${listColumns(fields)}. ${hint}`,
      columns,
      guess,
      known,
    )
  const anyOther = `${known} Any other table or JSON can be read with --map.`
  return new UnknownFormat('holds no reviews in a known format.', columns, guess, anyOther)
}
