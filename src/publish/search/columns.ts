/** Columns: one value of each review, as the number of that value in a short list. */
import { howRead, isCritical } from '../../insights/counts/month-counts.ts'
import type { ColumnName, ColumnValue } from '../../model/filters.ts'
import type { ListedReview } from '../months/prepare-review.ts'

/** Review p has the value `values[codes[p]]`. */
export interface Column {
  values: ColumnValue[]
  codes: Uint8Array | Uint32Array
}

export type Columns = Record<ColumnName, Column>

const MOST_IN_A_BYTE = 256

/** `editedIds` may name reviews that are not shown. */
export function columnsOf(reviews: ListedReview[], editedIds: ReadonlySet<string>): Columns {
  const readers: Record<ColumnName, (review: ListedReview) => ColumnValue> = {
    stars: ({ rating }) => rating,
    source: ({ source }) => source,
    language: ({ language }) => language,
    level: ({ level }) => level,
    read: howRead,
    critical: isCritical,
    hasReply: ({ hasReply }) => hasReply,
    hasPhotos: ({ hasPhotos }) => hasPhotos,
    edited: ({ id }) => editedIds.has(id),
    incentive: ({ incentive }) => incentive,
  }
  const columns = Object.entries(readers).map(([name, read]) => [name, encode(reviews.map(read))])
  return Object.fromEntries(columns)
}

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
