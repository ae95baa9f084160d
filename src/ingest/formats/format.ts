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
  /** Made by a platform or a tool: nobody types such a file by hand. */
  isExport?: boolean
  /** The columns that `read` would drop although their author meant them for us; of our own format only. */
  unread?(sample: Sample): string[]
  /** Picks the fields it knows and drops the rest. */
  read(record: Fields, shape: Shape): Draft | Rejection
  /** Where its reviews were written, if that is always the same. */
  source?: string | undefined
  /** How many reviews the whole place has, if each record repeats that. */
  totalIn?(record: Fields): StatedTotal | null
}

/** What an export says about all reviews of a place, those it does not contain included. */
export interface StatedTotal {
  review_count: number
  rating_value: number | null
  url: string | null
}
