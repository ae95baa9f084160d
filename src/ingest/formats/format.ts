/** What every reader of a format offers. A module of this folder is one. */
import type { Draft, Rejection } from '../values/draft.ts'

/** One record of a file: a row of a table by column names, or an object of a JSON file. */
export type Fields = Record<string, unknown>

/** What is known of a file when its format is to be recognised. */
export interface Sample {
  shape: 'table' | 'json'
  /** The column names, or the keys of the first record. */
  fields: ReadonlySet<string>
  first: Fields
}

export interface Format {
  /** What a person calls it: "Trustpilot export". */
  title: string
  recognizes(sample: Sample): boolean
  /** Takes the fields it knows and drops the rest. */
  read(record: Fields): Draft | Rejection
}
