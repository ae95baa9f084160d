/** Which review a row is: the same answer on every machine and at every import. */
import { createHash } from 'node:crypto'
import type { ReviewRow } from '../model/review.ts'

export interface Identity {
  id: string
  /** The source's own identifier, or one derived from the review where the source gives none. */
  sourceKey: string
}

/** Which rows count, by their place from 0, and how many there were. */
export interface Choice {
  chosen: Map<number, Identity>
  count: number
}

export interface Chooser {
  take(row: ReviewRow): void
  /** The end: it forgets the rows, because there may be very many. */
  choose(): Choice
}

/** What is remembered of a row: not the row, because there may be very many. */
interface Mark {
  place: number
  source: string
  key: string
  id: string | null
  date: string
  changedMs: number
  says: string | null
}

/**
 * Gives each row its identity and leaves one row of each: the newest by its own `updated_at`, else the first.
 * The rows left out are duplicates.
 */
export function createChooser(): Chooser {
  const marks = new Map<string, Mark>()
  let place = 0
  return {
    take(row) {
      const { source, id, date } = row
      const given = row.source_id ?? id
      const says = given === null ? hash(`${row.rating} ${row.text}`) : null
      const key = given ?? derivedKey(row, says!, marks)
      const mark = { place: place++, source, key, id, date, changedMs: changedMs(row), says }
      const rival = marks.get(`${source}\n${key}`)
      if (!rival || mark.changedMs > rival.changedMs) marks.set(`${source}\n${key}`, mark)
    },

    choose() {
      // One row may name a review by the source's identifier and another by ours.
      const markOf = new Map<string, Mark>()
      for (const mark of marks.values()) {
        const id = mark.id ?? ulidOf(mark.date, mark.source, mark.key)
        const rival = markOf.get(id)
        if (!rival || mark.changedMs > rival.changedMs) markOf.set(id, mark)
      }
      marks.clear()
      const chosen = new Map<number, Identity>()
      for (const [id, mark] of markOf) chosen.set(mark.place, { id, sourceKey: mark.key })
      return { chosen, count: place }
    },
  }
}

const changedMs = ({ updated_at }: ReviewRow) =>
  updated_at === null ? Number.NEGATIVE_INFINITY : Date.parse(updated_at)

/**
 * Where the source gives no identifier: who wrote when. Two different texts of one author on one day are told apart by
 * their order in the file, and an anonymous review, whose author says nothing, by its text. "3 weeks ago" is another
 * day in every file, so such a date tells nothing.
 */
function derivedKey(row: ReviewRow, says: string, marks: Map<string, Mark>): string {
  const who = row.author === 'Anonymous' ? hash(row.text ?? '') : row.author
  const when = row.date_precision === 'day' ? row.date : 'about'
  for (let occurrence = 1; ; occurrence++) {
    const key = `derived:${when}:${who}${occurrence > 1 ? `#${occurrence}` : ''}`
    const rival = marks.get(`${row.source}\n${key}`)
    if (!rival || rival.says === says) return key
  }
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID whose time is the review's day and whose random part is the hash of its source identity. */
export function ulidOf(date: string, source: string, sourceKey: string): string {
  const time = Math.max(0, Date.parse(`${date}T00:00:00Z`))
  const random = createHash('sha256').update(`${source}\n${sourceKey}`).digest('hex').slice(0, 20)
  const value = (BigInt(time) << 80n) | BigInt(`0x${random}`)
  return Array.from(
    { length: 26 },
    (_, place) => CROCKFORD[Number((value >> BigInt(5 * (25 - place))) & 31n)],
  ).join('')
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
