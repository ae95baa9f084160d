/** Brings rows into what is already known: added, edited, replied to, or unchanged. */
import { isDeepStrictEqual } from 'node:util'
import type { RecordChange, ReviewContent, ReviewParticulars, ReviewRecord } from '../model/record.ts'
import type { ReviewRow, Verification } from '../model/review.ts'
import { type Identified, identifyRows } from './identity.ts'

/** Where the known reviews are looked up and the changes are put: one transaction of the store. */
export interface Shelf {
  findKnown(wanted: { id: string; source: string; sourceKey: string }[]): Promise<ReviewRecord[]>
  apply(changes: RecordChange[]): Promise<void>
}

export interface MergeReport {
  added: number
  edited: number
  unchanged: number
  duplicate: number
}

const BATCH = 500

export async function mergeRows(
  rows: ReviewRow[],
  shelf: Shelf,
  now: string,
  onProgress: (done: number) => void = () => {},
): Promise<MergeReport> {
  const distinct = identifyRows(rows)
  const report: MergeReport = { added: 0, edited: 0, unchanged: 0, duplicate: 0 }
  const met = new Set<string>()
  for (let start = 0; start < distinct.length; start += BATCH) {
    const batch = distinct.slice(start, start + BATCH)
    const changes = planChanges(batch, await findKnown(batch, shelf), met, now)
    await shelf.apply(changes)
    report.added += changes.filter(change => change.op === 'add').length
    report.edited += changes.filter(change => change.op === 'edit' || change.op === 'reply').length
    onProgress(Math.min(start + BATCH, distinct.length))
  }
  report.unchanged = met.size - report.added - report.edited
  report.duplicate = rows.length - met.size
  return report
}

async function findKnown(
  batch: Identified[],
  shelf: Shelf,
): Promise<(wanted: Identified) => ReviewRecord | undefined> {
  const wanted = batch.map(({ id, sourceKey, row }) => ({ id, sourceKey, source: row.source }))
  const known = await shelf.findKnown(wanted)
  const byId = new Map(known.map(record => [record.id, record]))
  const bySource = new Map(known.map(record => [`${record.source}\n${record.source_key}`, record]))
  return ({ id, row, sourceKey }) => bySource.get(`${row.source}\n${sourceKey}`) ?? byId.get(id)
}

/** `met` holds the reviews that this import came upon: two rows that turn out to be one known review are duplicates. */
function planChanges(
  batch: Identified[],
  find: (wanted: Identified) => ReviewRecord | undefined,
  met: Set<string>,
  now: string,
): RecordChange[] {
  return batch.flatMap(identified => {
    const known = find(identified)
    const id = known?.id ?? identified.id
    if (met.has(id)) return []
    met.add(id)
    const change = known ? planRevision(known, identified.row, now) : planAddition(identified, now)
    return change ? [change] : []
  })
}

function planAddition({ id, row, sourceKey }: Identified, now: string): RecordChange {
  const record = {
    id,
    source: row.source,
    source_key: sourceKey,
    revision: 1,
    updated_at: changedAt(row, now),
  }
  return { op: 'add', record: { ...record, content: contentOf(row), particulars: particularsOf(row) } }
}

function planRevision(known: ReviewRecord, row: ReviewRow, now: string): RecordChange | null {
  if (isOlder(row, known)) return null
  const content = contentOf(row)
  const particulars = { ...known.particulars, ...newsOf(row, known) }
  if (isDeepStrictEqual(content, known.content))
    return isDeepStrictEqual(particulars, known.particulars)
      ? null
      : { op: 'touch', record: { ...known, particulars } }
  const onlyReply = isDeepStrictEqual(
    { ...content, owner_reply: null },
    { ...known.content, owner_reply: null },
  )
  const record = {
    ...known,
    content,
    particulars,
    revision: known.revision + 1,
    updated_at: changedAt(row, now, known),
  }
  return { op: onlyReply ? 'reply' : 'edit', record }
}

/** A file made before the one we have must not undo it. */
function isOlder(row: ReviewRow, known: ReviewRecord): boolean {
  const knownAt = isOurs(row) ? known.updated_at : known.particulars.source_updated_at
  return row.updated_at !== null && knownAt !== null && Date.parse(row.updated_at) < Date.parse(knownAt)
}

/** A row with our id but none of the source is one that /reviews.json showed: its time is the one we gave it. */
const isOurs = (row: ReviewRow) => row.id !== null && row.source_id === null

/** As the source says, unless that is in the future or before a change that we know already. */
function changedAt(row: ReviewRow, now: string, known?: ReviewRecord): string {
  if (row.updated_at === null) return now
  const at = toUtc(row.updated_at)
  return at > now || (known && at <= known.updated_at) ? now : at
}

const toUtc = (time: string) => new Date(time).toISOString()

function contentOf({ author, rating, date, text, owner_reply }: ReviewRow): ReviewContent {
  return { author, rating, date, text, owner_reply }
}

function particularsOf(row: ReviewRow): ReviewParticulars {
  const { author_avatar_url, source_url, language, updated_at } = row
  return {
    author_avatar_url,
    source_url,
    language,
    verification: verificationOf(row),
    source_updated_at: updated_at && toUtc(updated_at),
  }
}

/** What one export leaves out, another may have told us already; and what we published ourselves tells nothing new. */
function newsOf(row: ReviewRow, known: ReviewRecord): Partial<ReviewParticulars> {
  const { verification, source_updated_at } = known.particulars
  const stated = Object.entries(particularsOf(row)).filter(([, value]) => value !== null)
  const published = isOurs(row) && row.updated_at !== null && toUtc(row.updated_at) === known.updated_at
  return { ...Object.fromEntries(stated), ...(published && { verification, source_updated_at }) }
}

function verificationOf(row: ReviewRow): Verification | null {
  if (row.verification) return row.verification
  if (row.verified === null) return null
  if (!row.verified) return { level: 'none', method: null }
  return { level: row.source === 'direct' ? 'invited' : 'platform', method: null }
}
