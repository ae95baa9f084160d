/** The change feed: entries of the ledger, then what changed without one, each with the review as it is now. */
import { ChangesArgs, type ChangesPage, type LedgerEntry } from '../model/change.ts'
import { type Reannouncement, throughVersion } from '../publish/log/re-announcements.ts'
import { digestOf } from '../publish/pieces/content-digest.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createQueryDecoder, queryOf } from './query-string.ts'
import { answerInvalid, answerMade, type Ctx, madeOf } from './response.ts'

export const CHANGES_PATH = '/api/reviews/changes'

const decodeChanges = createQueryDecoder(ChangesArgs)

export function answerChanges(c: Ctx, snapshot: Snapshot, baseUrl: string): Response | Promise<Response> {
  const decoded = decodeChanges(queryOf(c))
  if ('issues' in decoded) return answerInvalid(c, decoded.issues)
  const { cursor, limit } = decoded.args
  const place = readCursor(cursor, snapshot)
  if (!place)
    return answerInvalid(c, [
      {
        path: ['cursor'],
        code: 'invalid_cursor',
        message: 'belongs to another log: begin again with 0, and forget what you hold',
      },
    ])
  const page = readPage(place, limit, snapshot)
  const body = renderPage(page, snapshot)
  const digest = digestOf(`${snapshot.digest} ${snapshot.logDigest} ${cursor} ${page.next_cursor} ${limit}`)
  const link = `<${baseUrl}${CHANGES_PATH}?cursor=${page.next_cursor}&limit=${limit}>; rel="next"`
  return answerMade(c, madeOf(digest, body), snapshot.lastModified, page.has_more ? { link } : {})
}

/** What a reader has: the ledger up to an entry, and what changed without an entry up to a renewal. */
interface Place {
  seq: number
  told: Reannouncement
}

/**
 * A number alone is the beginning of a reader's way: what it has not read yet it will read as it is now. null for a cursor
 * of another log: its numbers mean something else.
 */
function readCursor(cursor: string, { reannouncements: renewals, log, logId }: Snapshot): Place | null {
  const [seq, ownerId, version, id] = cursor.split('-')
  if (ownerId === undefined) return Number(seq) > log.size ? null : { seq: Number(seq), told: renewals.last }
  if (ownerId !== logId) return null
  return { seq: Number(seq), told: { ...throughVersion(Number(version)), ...(id && { id }) } }
}

const writeCursor = ({ seq, told: { version, id } }: Place, { logId }: Snapshot) =>
  [seq, logId, version, ...(id === throughVersion(version).id ? [] : [id])].join('-')

type Page = Omit<ChangesPage, 'changes'> & { entries: LedgerEntry[] }

function readPage(place: Place, limit: number, snapshot: Snapshot): Page {
  const { log, reannouncements: renewals, opening } = snapshot
  const { seq, told } = place
  // Another instance has shown this reader more already than there is here yet.
  if (seq > log.size) return { entries: [], next_cursor: writeCursor(place, snapshot), has_more: false }
  const entries = log.entriesAfter(seq, limit)
  const next = seq + entries.length
  if (next < log.size)
    return { entries, next_cursor: writeCursor({ seq: next, told }, snapshot), has_more: true }
  const room = limit - entries.length
  const renewed = renewals.after(told, room + 1)
  const has_more = renewed.length > room
  const taken = renewed.slice(0, room)
  const again = taken.map(({ id }) => log.entry(opening(id)!.seq))
  const nextTold = has_more ? (taken.at(-1) ?? told) : newerOf(told, renewals.last)
  return {
    entries: [...entries, ...again],
    next_cursor: writeCursor({ seq: next, told: nextTold }, snapshot),
    has_more,
  }
}

const newerOf = (a: Reannouncement, b: Reannouncement) => (a.version > b.version ? a : b)

/** The reviews are ready bytes: only what surrounds them is written. */
function renderPage({ entries, ...end }: Page, snapshot: Snapshot): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('{"changes":[')]
  for (const [place, { seq, op, at, review_id, reason }] of entries.entries()) {
    const head = JSON.stringify({ seq, op, at, review_id }).slice(0, -1)
    parts.push(Buffer.from(`${place > 0 ? ',' : ''}${head},"review":`))
    parts.push(snapshot.review(review_id) ?? NULL)
    parts.push(Buffer.from(`,"reason":${JSON.stringify(reason)}}`))
  }
  parts.push(Buffer.from(`],${JSON.stringify(end).slice(1)}`))
  return Buffer.concat(parts)
}

const NULL = Buffer.from('null')
