/** Which review a row is: the same answer on every machine and at every import. */
import { createHash } from 'node:crypto'
import type { ReviewRow } from '../model/review.ts'

export interface Identified {
  row: ReviewRow
  id: string
  sourceKey: string
}

/**
 * Gives each row its identity and leaves one row of each: the newest by its own `updated_at`, else the first.
 * The rows left out are duplicates.
 */
export function identifyRows(rows: ReviewRow[]): Identified[] {
  const chosen = new Map<string, ReviewRow>()
  for (const row of rows) {
    const key = `${row.source}\n${row.source_id ?? row.id ?? derivedKey(row, chosen)}`
    const rival = chosen.get(key)
    if (!rival || isNewer(row, rival)) chosen.set(key, row)
  }
  // One row may name a review by the source's identifier and another by ours.
  const distinct = new Map<string, Identified>()
  for (const [key, row] of chosen) {
    const sourceKey = key.slice(row.source.length + 1)
    const id = row.id ?? ulidOf(row.date, row.source, sourceKey)
    const rival = distinct.get(id)
    if (!rival || isNewer(row, rival.row)) distinct.set(id, { row, sourceKey, id })
  }
  return [...distinct.values()]
}

const isNewer = (row: ReviewRow, rival: ReviewRow) => changedMs(row) > changedMs(rival)
const changedMs = ({ updated_at }: ReviewRow) => (updated_at === null ? -Infinity : Date.parse(updated_at))

/**
 * Where the source gives no identifier: who wrote when. Two different texts of one author on one day are told apart by
 * their order in the file, and an anonymous review, whose author says nothing, by its text.
 */
function derivedKey(row: ReviewRow, chosen: Map<string, ReviewRow>): string {
  const who = row.author === 'Anonymous' ? hash(row.text ?? '').toString('base64url') : row.author
  for (let occurrence = 1; ; occurrence++) {
    const key = `derived:${row.date}:${who}${occurrence > 1 ? `#${occurrence}` : ''}`
    const rival = chosen.get(`${row.source}\n${key}`)
    if (!rival || (rival.text === row.text && rival.rating === row.rating)) return key
  }
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID whose time is the review's day and whose random part is the hash of its source identity. */
export function ulidOf(date: string, source: string, sourceKey: string): string {
  const time = Math.max(0, Date.parse(`${date}T00:00:00Z`))
  const random = hash(`${source}\n${sourceKey}`).subarray(0, 10).toString('hex')
  const value = (BigInt(time) << 80n) | BigInt(`0x${random}`)
  return Array.from(
    { length: 26 },
    (_, place) => CROCKFORD[Number((value >> BigInt(5 * (25 - place))) & 31n)],
  ).join('')
}

const hash = (text: string) => createHash('sha256').update(text).digest()
