/** Chooses the format of an input file: the one asked for, else the first that knows its fields. */

import type { Format, Sample } from '../formats/format.ts'
import { FORMATS } from '../formats/known-formats.ts'
import { createMappedFormat } from '../formats/mapping.ts'
import { listColumns } from '../values/column-names.ts'
import { FileProblem, UnknownFormat } from '../values/file-problem.ts'
import { guessMapping, mapFlags } from './guess-mapping.ts'
import type { ReadingOptions } from './reading-options.ts'

/** The format the options ask for, if any. */
export function wantedFormat({ format, mapping }: ReadingOptions): Format | null {
  if (mapping) return createMappedFormat(mapping)
  if (format === undefined) return null
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format]!
  throw new FileProblem(
    `--format does not know ${format}; the formats are ${Object.keys(FORMATS).join(', ')}.`,
  )
}

export const OWN = FORMATS.own!

/** With `source` the file itself need not say where its reviews were written. */
export function recognizeFormat(samples: Sample[], source: string | undefined): Format {
  const format = find(source === undefined ? samples : samples.map(withSource))
  if (format) return format
  if (find(samples.map(withSource))) throw new FileProblem(NO_SOURCE)
  throw unknownFormat(samples, source)
}

const find = (samples: Sample[]) =>
  Object.values(FORMATS).find(format => samples.some(sample => format.recognizes(sample)))

const withSource = (sample: Sample): Sample => ({ ...sample, fields: new Set([...sample.fields, 'source']) })

const NO_SOURCE =
  'does not say where the reviews were written: add that to the command, such as --source google.'

const DIRECT =
  ' There, direct means that customers sent them to you; for reviews from a site write its name, such as google.'

function unknownFormat(samples: Sample[], source: string | undefined): UnknownFormat {
  const fields = samples[0]?.fields ?? new Set<string>()
  const guess = samples[0] ? guessMapping(samples[0]) : null
  // Google's terms forbid storing Places API reviews, so that format is not suggested.
  const titles = Object.values(FORMATS).flatMap(format =>
    format === FORMATS['places-api'] ? [] : [format.title],
  )
  const known = `Known formats: ${titles.join(', ')}.`
  const hint = guess
    ? `If these are reviews, check this and add it to the command: ${mapFlags(guess, source)}.${(guess.source ?? source) ? '' : DIRECT}`
    : 'Name the columns to import, such as --map rating=Score --map date=When.'
  const message =
    fields.size < 2
      ? `holds no reviews in a known format. ${known} Any other table or JSON can be read with --map.`
      : `is in no known format; its columns are ${listColumns(fields)}. ${hint} ${known}`
  return new UnknownFormat(message, [...fields], guess)
}
