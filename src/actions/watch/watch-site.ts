/** Checks a site, archives what it shows, and reports what changed since the last check. */
import { type AuditResult, describeCounts } from '../../ledger/audit.ts'
import { decodeEntry, splitBundle } from '../../ledger/ledger-entry.ts'
import { tilePaths } from '../../ledger/tile-list.ts'
import { isAboutReview, type LedgerEntry, type LogEntry } from '../../model/change.ts'
import type { Review } from '../../model/review.ts'
import { serviceAt } from '../../outgoing/typed-address.ts'
import { auditService, countEntries, type ServiceAudit } from '../verify/audit-service.ts'
import { readPins, savePin } from '../verify/verify-pins.ts'
import {
  type ArchivedReview,
  type ErasedRest,
  openArchive,
  type WatchArchive,
} from './watch-archive.ts'

/** Without names and texts: an erasure must not have to change reports that were sent. */
export interface WatchEvent {
  kind: 'edited' | 'stars' | 'removed' | 'restored' | 'erased' | 'failure'
  /** When the log recorded it. */
  at: string
  review_id: string | null
  /** One sentence. */
  text: string
}

export interface WatchReport {
  url: string
  checked_at: string
  /** null if the site could not be read. */
  verified: boolean | null
  /** null at the first check. */
  since: string | null
  summary: string
  events: WatchEvent[]
  /** Whether there is something that the last report did not say. */
  news: boolean
}

type OnProgress = (done: number, total: number) => void

/** Everything that the check reads has been verified against the log when it is archived. */
export async function watchSite(
  address: URL,
  folder: string,
  now: Date,
  onProgress: OnProgress,
): Promise<WatchReport> {
  const archive = openArchive(folder)
  const service = serviceAt(address)
  const checked_at = now.toISOString()
  const pinned = (await readPins(archive.pinFile))[service] ?? null
  const documents = new Map<string, Uint8Array>()
  const onRead = (path: string, bytes: Uint8Array) => void documents.set(path, bytes)
  const outcome = await auditService(address, pinned, onProgress, { onRead })
  const about = {
    url: service,
    checked_at,
    verified: outcome.verified,
    since: pinned?.seen_at ?? null,
  }
  if (!outcome.verified)
    return { ...about, ...(await reportFailure(outcome, archive, documents, checked_at)) }
  const { result } = outcome
  const entries = readEntries(documents, result.entries)
    .slice(pinned?.size ?? 0)
    .filter(isAboutReview)
  const events = await archiveChanges(entries, readReviews(documents), archive, checked_at)
  const summary = `${describeCounts(result.counts)}. ${describeGrowth(result)}`
  const report = {
    ...about,
    summary,
    events: pinned ? events : [],
    news: pinned !== null && events.length > 0,
  }
  if (!pinned || entries.length > 0)
    await archive.write(`checkpoints/${stampOf(now)}.txt`, result.note)
  await archive.write(`reports/${stampOf(now)}.json`, report)
  await archive.write('failure.json', {})
  // Last, so that a check that was interrupted is made again.
  await savePin(archive.pinFile, service, { ...result.pin, seen_at: checked_at })
  return report
}

/** 2026-11-17T063000Z: a file name on every system. */
const stampOf = (now: Date) => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')

const describeGrowth = ({ grownBy, entries }: AuditResult) =>
  grownBy === null
    ? `First check: ${countEntries(entries)} archived.`
    : `${grownBy === 0 ? 'No new entries' : `${countEntries(grownBy)} added`} since the last check.`

/** The same failure is news once. What the site serves now is kept: beside the last checkpoint it is the evidence. */
async function reportFailure(
  outcome: Exclude<ServiceAudit, { verified: true }>,
  archive: WatchArchive,
  documents: ReadonlyMap<string, Uint8Array>,
  at: string,
): Promise<Pick<WatchReport, 'summary' | 'events' | 'news'>> {
  const { verified, message } = outcome
  if (verified === null) return { summary: message, events: [], news: false }
  const text = `${outcome.code}: ${message}`
  const known = await archive.read<{ text?: string }>('failure.json')
  const news = known?.text !== text
  const served = ['/log/key', '/log/checkpoint'].map(path =>
    Buffer.from(documents.get(path) ?? []).toString(),
  )
  if (news) {
    await archive.write('failure.json', { text, at })
    await archive.write(`failures/${stampOf(new Date(at))}.txt`, [text, '', ...served].join('\n'))
  }
  return { summary: message, events: [{ kind: 'failure', at, review_id: null, text }], news }
}

function readEntries(documents: ReadonlyMap<string, Uint8Array>, size: number): LogEntry[] {
  const paths = [...tilePaths(size)].filter(path => path.startsWith('tile/entries/'))
  return paths.flatMap(path => splitBundle(documents.get(`/log/${path}`)!).map(decodeEntry))
}

function readReviews(documents: ReadonlyMap<string, Uint8Array>): Map<string, Review> {
  const { reviews } = JSON.parse(Buffer.from(documents.get('/reviews.json')!).toString())
  return new Map((reviews as Review[]).map(review => [review.id, review]))
}

async function archiveChanges(
  entries: LedgerEntry[],
  shown: ReadonlyMap<string, Review>,
  archive: WatchArchive,
  seen_at: string,
): Promise<WatchEvent[]> {
  const events: WatchEvent[] = []
  for (const [id, about] of Map.groupBy(entries, ({ review_id }) => review_id)) {
    const known = await findBefore(entries[0]!.seq, id, archive)
    const review = shown.get(id)
    const last = about.at(-1)!
    if (review) {
      const versions = [...known.versions, { seq: last.seq, seen_at, review }]
      await archive.keep({ id, versions, removed: null })
      events.push(...describeShown(about, known, review))
    } else events.push(await takeDown(last, known, archive))
  }
  return events
}

/** As the last check that was finished left it: one that was interrupted may have archived some of the same changes. */
async function findBefore(seq: number, id: string, archive: WatchArchive): Promise<ArchivedReview> {
  const known = await archive.find(id)
  const removed = known?.removed && known.removed.seq < seq ? known.removed : null
  return { id, versions: known?.versions.filter(version => version.seq < seq) ?? [], removed }
}

async function takeDown(
  { review_id: id, seq, op, at, reason }: LedgerEntry,
  known: ArchivedReview,
  archive: WatchArchive,
): Promise<WatchEvent> {
  const last = known.versions.at(-1)?.review
  const seen = { month: last ? monthOf(last) : null, stars: last ? Number(last.rating) : null }
  if (op === 'erase') {
    const rest = await archive.erase(id, { seq, ...seen, erased_at: at })
    return { kind: 'erased', at, review_id: null, text: `${describeSeen(rest)} was erased.` }
  }
  if (last) await archive.keep({ ...known, removed: { seq, at, reason } })
  const why = op === 'gone_at_source' ? 'is gone at its source' : `was removed (${reason})`
  return { kind: 'removed', at, review_id: id, text: `${describeSeen(seen)} ${why}: ${id}` }
}

const describeSeen = ({ month, stars }: Pick<ErasedRest, 'month' | 'stars'>) =>
  stars === null
    ? 'A review that was never seen here'
    : `A review with ${starsText(stars)} of ${month}`

/** The log says that something changed; the archive says what. */
function describeShown(about: LedgerEntry[], known: ArchivedReview, review: Review): WatchEvent[] {
  const { id, rating } = review
  const last = about.at(-1)!
  const event = (kind: WatchEvent['kind'], text: string): WatchEvent => ({
    kind,
    at: last.at,
    review_id: id,
    text: `${text}: ${id}`,
  })
  const what = describeSeen({ stars: rating, month: monthOf(review) })
  const old = known.versions.at(-1)?.review
  if (!old) return []
  const changed = (['author', 'date', 'source', 'text'] as const).filter(
    field => old[field] !== review[field],
  )
  const events: WatchEvent[] = []
  if (known.removed || about.some(({ op }) => op === 'restore'))
    events.push(event('restored', `${what} was removed and is shown again`))
  if (old.rating !== rating)
    events.push(
      event('stars', `A review changed from ${starsText(old.rating)} to ${starsText(rating)}`),
    )
  if (changed.length > 0) events.push(event('edited', `${what} was edited (${changed.join(', ')})`))
  if (events.length === 0 && about.some(({ op }) => op === 'edit'))
    events.push(event('edited', `${what} was edited, and edited back`))
  return events
}

/** Whatever the site shows as a date. */
const monthOf = ({ date }: Review) => String(date).slice(0, 7)

const starsText = (stars: number) => `${stars} ${stars === 1 ? 'star' : 'stars'}`
