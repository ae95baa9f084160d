/** What every format offers: a title, how it is recognized, and how a record is read. */
import type { Draft, Rejection } from '../values/draft.ts'

/** One record of a file: a row of a table by column names, or an object of a JSON file. */
export type Fields = Record<string, unknown>

export type Shape = 'table' | 'json'

/** What the format of a file is recognized by. */
export interface Sample {
  shape: Shape
  /** The column names, or the keys of the first record. */
  fields: ReadonlySet<string>
  first: Fields
}

export interface Format {
  /** What people call it: "Trustpilot export". */
  title: string
  recognizes(sample: Sample): boolean
  /** The columns that `read` would drop although their author meant them for us; of our own format only. */
  unread?(sample: Sample): string[]
  /** Picks the fields it knows and drops the rest. */
  read(record: Fields, shape: Shape): Draft | Rejection
}
