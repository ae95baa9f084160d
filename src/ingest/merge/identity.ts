/** Which review a row is: the same answer on every machine and at every import. */
import { createHash } from 'node:crypto'
import { numberedKey, type ReviewContent } from '../../model/record.ts'
import type { ReviewRow } from '../../model/review.ts'
import { spellUlid } from '../../model/ulid.ts'

export interface Identity {
  id: string
  /** The source's own identifier, or one derived from the review where the source gives none. */
  sourceKey: string
}

/** Which rows count, by their place from 0, and how many there were. */
export interface Choice {
  chosen: Map<number, Identity>
  /** Those of them that their source does not name: who they are depends on what is known, too. */
  unnamed: UnnamedRow[]
  count: number
}

/** What tells a review without a name: it is one of a group, whose members only their content tells apart. */
export interface Unnamed {
  group: string
  says: string
  saysWithReply: string
  /** Whether another content can be an edit: not where nothing but the content says that it is the same review. */
  canBeEdited: boolean
}

export interface UnnamedRow extends Unnamed {
  place: number
  source: string
  date: string
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
  unnamed: Unnamed | null
}

/**
 * Gives each row its identity and leaves one row of each: the newest by its own `updated_at`, else the first.
 * The rows left out are duplicates.
 */
export function createChooser(): Chooser {
  const marks = new Map<string, Mark>()
  const number = createNumbering()
  let place = 0
  return {
    take(row) {
      const { source, id, date } = row
      const given = row.source_id ?? id
      const unnamed = given === null ? describeUnnamed(row) : null
      const key = given ?? number(row, unnamed!)
      const mark = { place: place++, source, key, id, date, changedMs: changedMs(row), unnamed }
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
      const unnamed: UnnamedRow[] = []
      for (const [id, mark] of markOf) {
        const { place, source, date } = mark
        chosen.set(place, { id, sourceKey: mark.key })
        if (mark.unnamed) unnamed.push({ ...mark.unnamed, place, source, date })
      }
      return { chosen, unnamed, count: place }
    },
  }
}

const changedMs = ({ updated_at }: ReviewRow) =>
  updated_at === null ? Number.NEGATIVE_INFINITY : Date.parse(updated_at)

/**
 * Where the source gives no identifier: who wrote when. An anonymous review, whose author says nothing, is known by its
 * text. "3 weeks ago" is another day in every file, so such a date tells nothing.
 */
function describeUnnamed(row: ReviewRow): Unnamed {
  const who = hash(row.author === 'Anonymous' ? (row.text ?? '') : row.author)
  const isExact = row.date_precision === 'day'
  return {
    group: `derived:${isExact ? row.date : 'about'}:${who}`,
    says: saysOf(row),
    saysWithReply: saysWithReplyOf(row),
    canBeEdited: isExact && !isBareRating(row),
  }
}

/** Nobody's and without words: two of them are two customers. */
const isBareRating = ({ author, text }: ReviewRow) => author === 'Anonymous' && text === null

type Said = Pick<ReviewContent, 'rating' | 'text' | 'owner_reply'>

export const saysOf = ({ rating, text }: Said) => hash(JSON.stringify([rating, text]))
export const saysWithReplyOf = ({ rating, text, owner_reply }: Said) =>
  hash(JSON.stringify([rating, text, owner_reply?.text, owner_reply?.date]))

/** Keys for the rows of one file: the members of a group are numbered, and those that say the same share a number. */
function createNumbering(): (row: ReviewRow, unnamed: Unnamed) => string {
  const counts = new Map<string, number>()
  const keys = new Map<string, string>()
  return (row, { group, says }) => {
    const inSource = `${row.source}\n${group}`
    const same = isBareRating(row) ? undefined : keys.get(`${inSource}\n${says}`)
    if (same) return same
    const count = (counts.get(inSource) ?? 0) + 1
    counts.set(inSource, count)
    const key = numberedKey(group, count)
    if (!isBareRating(row)) keys.set(`${inSource}\n${says}`, key)
    return key
  }
}

/** A ULID whose time is the review's day and whose random part is the hash of its source identity. */
export function ulidOf(date: string, source: string, sourceKey: string): string {
  const timeMs = Math.max(0, Date.parse(`${date}T00:00:00Z`))
  return spellUlid(timeMs, createHash('sha256').update(`${source}\n${sourceKey}`).digest())
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
