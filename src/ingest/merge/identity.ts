/** Which review a row is about, as far as the row itself tells. */
import { createHash, createHmac } from 'node:crypto'
import { numberedKey, type ReviewContent } from '../../model/record.ts'
import { ANONYMOUS, type ReviewRow } from '../../model/review.ts'
import { spellUlid } from '../../model/ulid.ts'
import { type CompleteRow, contentOfNew, isComplete } from './row-content.ts'

export interface Identity {
  /** Provisional if the key is derived: see `hiddenId`. */
  id: string
  /** The source's own identifier, or one derived from the review if the source gives none. */
  sourceKey: string
}

/** Which rows count, by their index from 0, and how many there were. */
export interface Deduplicated {
  chosen: Map<number, Identity>
  /** Those of them without an identifier of the source: which review they are depends on what is stored, too. */
  withoutSourceId: RowWithoutSourceId[]
  count: number
}

/** What identifies a review without a source id: it belongs to a group, whose members differ only in their content. */
type ContentIdentity = ReturnType<typeof identifyByContent>

export type RowWithoutSourceId = ContentIdentity & { index: number; source: string; date: string }

/** What is kept of a row: not the row itself, because there may be millions. */
type Mark = ReturnType<typeof markOf>

/** Gives each row its identity and keeps one row of each: a complete one, the newest by its own `updated_at`, else the first. The others are duplicates. */
export function createDeduplicator() {
  const marks = new Map<string, Mark>()
  const keyOf = createNumbering()
  let count = 0
  return {
    take(row: ReviewRow): void {
      const mark = markOf(row, count++, keyOf)
      const key = `${mark.source}\n${mark.key}`
      if (isPreferred(mark, marks.get(key))) marks.set(key, mark)
    },

    /** Must be called last: it forgets the rows to save memory. */
    choose(): Deduplicated {
      // One row may identify a review by the source's identifier and another by ours.
      const byId = new Map<string, Mark>()
      for (const mark of marks.values()) {
        const id = mark.id ?? ulidOf(mark.date, mark.source, mark.key)
        if (isPreferred(mark, byId.get(id))) byId.set(id, mark)
      }
      marks.clear()
      const chosen = new Map<number, Identity>()
      const withoutSourceId: RowWithoutSourceId[] = []
      for (const [id, { index, source, date, key, byContent }] of byId) {
        chosen.set(index, { id, sourceKey: key })
        if (byContent) withoutSourceId.push({ ...byContent, index, source, date })
      }
      return { chosen, withoutSourceId, count }
    },
  }
}

/** Makes the id of a row without a date provisional: such a row is only found by its source key, and never added. */
const NO_DATE = '1970-01-01'

function markOf(row: ReviewRow, index: number, keyOf: ReturnType<typeof createNumbering>) {
  const { source, id, date = NO_DATE, updated_at } = row
  const given = row.source_id ?? id
  const byContent = given === null && isComplete(row) ? identifyByContent(row) : null
  return {
    index,
    source,
    key: given ?? keyOf(row, byContent!),
    id,
    date,
    isComplete: isComplete(row),
    changedMs: updated_at === null ? Number.NEGATIVE_INFINITY : Date.parse(updated_at),
    byContent,
  }
}

function isPreferred(mark: Mark, rival: Mark | undefined): boolean {
  if (!rival) return true
  return mark.isComplete === rival.isComplete ? mark.changedMs > rival.changedMs : mark.isComplete
}

/**
 * Without an identifier of the source, author and day identify a review. An anonymous review is identified by its text.
 * "3 weeks ago" is a different day in every file, so such a date does not count.
 */
function identifyByContent(row: CompleteRow) {
  const content = contentOfNew(row)
  const isExact = (row.date_precision ?? 'day') === 'day'
  const who = hash(content.author === ANONYMOUS ? (content.text ?? '') : content.author)
  return {
    group: `derived:${isExact ? row.date : 'about'}:${who}`,
    ...hashesOf(content),
    /** Whether different content can be an edit: not if the content alone says that it is the same review. */
    canBeEdited: isExact && !isBareRating(row),
  }
}

/** Two anonymous ratings without a text are two customers. */
const isBareRating = ({ author = ANONYMOUS, text = null, title }: ReviewRow) =>
  author === ANONYMOUS && text === null && title === undefined

type Hashed = Pick<ReviewContent, 'rating' | 'text' | 'owner_reply'>

export const hashesOf = ({ rating, text, owner_reply }: Hashed) => ({
  contentHash: hash(JSON.stringify([rating, text])),
  contentHashWithReply: hash(JSON.stringify([rating, text, owner_reply?.text, owner_reply?.date])),
})

/** Keys for the rows of one file: the members of a group are numbered, and those with the same content share a number. */
function createNumbering(): (row: ReviewRow, identity: ContentIdentity) => string {
  const counts = new Map<string, number>()
  const keys = new Map<string, string>()
  return (row, { group, contentHash }) => {
    const inSource = `${row.source}\n${group}`
    const same = isBareRating(row) ? undefined : keys.get(`${inSource}\n${contentHash}`)
    if (same) return same
    const count = (counts.get(inSource) ?? 0) + 1
    counts.set(inSource, count)
    const key = numberedKey(group, count)
    if (!isBareRating(row)) keys.set(`${inSource}\n${contentHash}`, key)
    return key
  }
}

/** A ULID whose time is the review's day and whose random part is the hash of its source identity. */
export const ulidOf = (date: string, source: string, sourceKey: string): string =>
  spellId(date, createHash('sha256').update(`${source}\n${sourceKey}`).digest())

/** The id of a new review whose key is derived: without the secret, nobody can test who its author was. */
export const hiddenId = (date: string, source: string, sourceKey: string, secret: string): string =>
  spellId(date, createHmac('sha256', secret).update(`${source}\n${sourceKey}`).digest())

export const isDerived = (sourceKey: string) => sourceKey.startsWith('derived:')

const spellId = (date: string, bytes: Buffer) =>
  spellUlid(Math.max(0, Date.parse(`${date}T00:00:00Z`)), bytes)

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
