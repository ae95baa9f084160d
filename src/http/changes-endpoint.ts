/** The change feed: ledger entries, then re-announcements, each with the review in its current state. */
import { ChangesArgs, type ChangesPage, type LedgerEntry } from '../model/change.ts'
import { digestOf } from '../publish/base/content-digest.ts'
import { CHANGES_PATH } from '../publish/base/public-paths.ts'
import { type Reannouncement, throughVersion } from '../publish/log/re-announcements.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { createStrictDecoder, queryOf } from './query-string.ts'
import { type AnyResponse, bodyOf, type Ctx, respondInvalid, respondWith } from './response.ts'

const decodeChanges = createStrictDecoder(ChangesArgs)

export function respondChanges(c: Ctx, snapshot: Snapshot): AnyResponse {
  const decoded = decodeChanges(queryOf(c))
  if ('issues' in decoded) return respondInvalid(c, decoded.issues)
  const { cursor, limit } = decoded.args
  const position = readCursor(cursor, snapshot)
  if (!position)
    return respondInvalid(c, [
      {
        path: ['cursor'],
        code: 'invalid_cursor',
        message: 'belongs to another log: discard your copy and start again with 0',
      },
    ])
  const page = readPage(position, limit, snapshot)
  const body = renderPage(page, snapshot)
  const digest = digestOf(
    `${snapshot.digest} ${snapshot.logDigest} ${cursor} ${page.next_cursor} ${limit}`,
  )
  const link = `<${snapshot.baseUrl}${CHANGES_PATH}?cursor=${page.next_cursor}&limit=${limit}>; rel="next"`
  return respondWith(
    c,
    bodyOf(body, { digest }),
    snapshot.lastModified,
    page.has_more ? { link } : {},
  )
}

/** What a client has read: the ledger up to an entry, and re-announcements up to one of them. */
type Position = { seq: number; reannounced: Reannouncement }

/**
 * A number alone skips earlier re-announcements: the entries still to come show each review in its current state anyway.
 * null for a cursor of another log, whose numbers mean something else.
 */
function readCursor(cursor: string, { reannouncements, log, logId }: Snapshot): Position | null {
  const [seq, cursorLogId, version, id] = cursor.split('-')
  if (cursorLogId === undefined)
    return Number(seq) > log.size ? null : { seq: Number(seq), reannounced: reannouncements.last }
  if (cursorLogId !== logId) return null
  return {
    seq: Number(seq),
    reannounced: { ...throughVersion(Number(version)), ...(id && { id }) },
  }
}

const writeCursor = ({ seq, reannounced: { version, id } }: Position, { logId }: Snapshot) =>
  [seq, logId, version, ...(id === throughVersion(version).id ? [] : [id])].join('-')

type Page = Omit<ChangesPage, 'changes'> & { entries: LedgerEntry[] }

function readPage(position: Position, limit: number, snapshot: Snapshot): Page {
  const { log, reannouncements, opening } = snapshot
  const { seq, reannounced } = position
  // Another instance is ahead of this one, and the client has read from it.
  if (seq > log.size)
    return { entries: [], next_cursor: writeCursor(position, snapshot), has_more: false }
  const entries = log.entriesAfter(seq, limit)
  // Entries about rules are passed over.
  const next = Math.min(log.size, seq + limit)
  if (next < log.size)
    return {
      entries,
      next_cursor: writeCursor({ seq: next, reannounced }, snapshot),
      has_more: true,
    }
  const room = limit - entries.length
  const found = reannouncements.after(reannounced, room + 1)
  const has_more = found.length > room
  const shown = found.slice(0, room)
  const repeated = shown.map(({ id }) => log.entry(opening(id)!.seq))
  const last = has_more ? (shown.at(-1) ?? reannounced) : newerOf(reannounced, reannouncements.last)
  return {
    entries: [...entries, ...repeated],
    next_cursor: writeCursor({ seq: next, reannounced: last }, snapshot),
    has_more,
  }
}

const newerOf = (a: Reannouncement, b: Reannouncement) => (a.version > b.version ? a : b)

/** Reviews are copied as bytes; only what surrounds them is serialized. */
function renderPage({ entries, ...end }: Page, snapshot: Snapshot): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('{"changes":[')]
  for (const [position, { seq, op, at, review_id, reason }] of entries.entries()) {
    const head = JSON.stringify({ seq, op, at, review_id }).slice(0, -1)
    parts.push(Buffer.from(`${position > 0 ? ',' : ''}${head},"review":`))
    parts.push(snapshot.review(review_id) ?? Buffer.from('null'))
    parts.push(Buffer.from(`,"reason":${JSON.stringify(reason)}}`))
  }
  parts.push(Buffer.from(`],${JSON.stringify(end).slice(1)}`))
  return Buffer.concat(parts)
}
