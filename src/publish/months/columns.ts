/** Columns: one value of each review, as the number of that value in a short list. */
import { howRead, isCritical } from '../../insights/counts/month-counts.ts'
import type { ReadReview } from '../../insights/counts/tally.ts'
import type { ColumnName, ColumnValue } from '../../model/filters.ts'
import type { ReviewRecord } from '../../model/record.ts'
import type { Level } from '../../model/review.ts'

/** Instead of the days that a reply took, where that is not known. */
export const NO_REPLY_DAYS = 0xffffffff

/** Review p has the value `values[codes[p]]`. */
export interface Column {
  values: ColumnValue[]
  codes: Uint8Array | Uint32Array
}

export type Columns = Record<ColumnName, Column>

type Read<Source> = (source: Source) => ColumnValue
type Stored = ReviewRecord & { level: Level }

/** What the stored review says. */
const FROM_RECORD = {
  stars: ({ content }) => content.rating,
  source: ({ source }) => source,
  language: ({ particulars }) => particulars.language,
  level: ({ level }) => level,
  hasReply: ({ content }) => content.owner_reply !== null,
  hasPhotos: ({ particulars }) => particulars.photos.length > 0,
  incentive: ({ content }) => content.incentive,
} satisfies Partial<Record<ColumnName, Read<Stored>>>

/** What was read in its text. */
const FROM_READING = {
  read: howRead,
  critical: isCritical,
} satisfies Partial<Record<ColumnName, Read<ReadReview>>>

export type RecordValues = Record<keyof typeof FROM_RECORD, ColumnValue>

export const valuesOf = (stored: Stored) =>
  Object.fromEntries(
    Object.entries(FROM_RECORD).map(([name, read]) => [name, read(stored)]),
  ) as RecordValues

type Listed = ReadReview & { id: string; values: RecordValues }

/** `editedIds` may name reviews that are not shown. */
export function columnsOf(reviews: Listed[], editedIds: ReadonlySet<string>): Columns {
  const column = (read: (review: Listed) => ColumnValue) => encode(reviews.map(read))
  const stored = Object.keys(FROM_RECORD).map(name => [
    name,
    column(({ values }) => values[name as keyof RecordValues]),
  ])
  const found = Object.entries(FROM_READING).map(([name, read]) => [name, column(read)])
  const edited = column(({ id }) => editedIds.has(id))
  return { ...Object.fromEntries([...stored, ...found]), edited }
}

const MOST_IN_A_BYTE = 256

function encode(all: ColumnValue[]): Column {
  const codeOf = new Map<ColumnValue, number>()
  for (const value of all) if (!codeOf.has(value)) codeOf.set(value, codeOf.size)
  const codes = all.map(value => codeOf.get(value)!)
  const isSmall = codeOf.size <= MOST_IN_A_BYTE
  return {
    values: [...codeOf.keys()],
    codes: isSmall ? Uint8Array.from(codes) : Uint32Array.from(codes),
  }
}

/** 1 for each code whose value is accepted. */
export const acceptedCodes = ({ values }: Column, accepts: (value: ColumnValue) => boolean) =>
  Uint8Array.from(values, value => (accepts(value) ? 1 : 0))
