/** What happened to reviews beyond what the ledger says: stars of removed reviews, changed stars, what was never shown, and totals of the sources. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import {
  type ByMonth,
  type History,
  newestTotals,
  type Removal,
  type Revision,
  type Unpublished,
} from '../model/change.ts'
import { readSetting, saveSetting } from './base/stored-settings.ts'
import type { Db, RevisionTable, Tx } from './base/tables.ts'

export const NO_HISTORY: Awaited<ReturnType<typeof readHistory>> = {
  star_changes: { count: 0, by_month: [] },
  removals: [],
  unpublished: [],
  source_totals: [],
  revisions: [],
}

/** Needs a transaction that reads a single point in time. */
export async function readHistory(tx: Tx) {
  return {
    star_changes: await countStarChanges(tx),
    removals: [...(await countRemovals(tx)), ...(await countErasures(tx))],
    unpublished: await countUnpublished(tx),
    source_totals: (await readSetting<History['source_totals']>(tx, SOURCE_TOTALS)) ?? [],
    /** Of every shown review that ever changed. */
    revisions: await listRevisions(tx),
  }
}

const SOURCE_TOTALS = 'source_totals'

/** Returns whether anything is new: the same total on the same day is not. */
export async function saveSourceTotals(tx: Tx, totals: History['source_totals']): Promise<boolean> {
  const stored = (await readSetting<History['source_totals']>(tx, SOURCE_TOTALS)) ?? []
  const onDays = (list: History['source_totals']) =>
    list.map(total => ({ ...total, at: total.at.slice(0, 10) }))
  const newest = newestTotals([...stored, ...totals])
  if (isDeepStrictEqual(onDays(newest), onDays(stored))) return false
  await saveSetting(tx, SOURCE_TOTALS, newest)
  return true
}

/** The last ledger entry about a review that is not shown is the one that removed it. */
async function countRemovals(tx: Tx): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    select reason, substr(ledger.recorded_at, 1, 7) as month, source, rating as stars, count(*) as count
    from review
    join ledger on ledger.seq = review.seq
    join revision on revision.review_id = review.id and revision.revision = review.revision
    where state <> 'published' and state <> 'erased'
    group by reason, month, source, rating
    order by month, reason, source, rating`.execute(tx)
  return rows.map(row => ({ ...row }))
}

/** Of erased reviews only a count by month and stars is left, which names nobody. */
const ERASED_STARS = 'erased_stars'
type ErasedStars = Record<string, number>

export async function noteErasure(tx: Tx, at: string, stars: number): Promise<void> {
  const counts = (await readSetting<ErasedStars>(tx, ERASED_STARS)) ?? {}
  const key = `${at.slice(0, 7)} ${stars}`
  await saveSetting(tx, ERASED_STARS, { ...counts, [key]: (counts[key] ?? 0) + 1 })
}

async function countErasures(tx: Tx): Promise<Removal[]> {
  const { rows } = await sql<{ month: string; count: number }>`
    select substr(recorded_at, 1, 7) as month, count(*) as count from ledger
    where op = 'erase' group by month order by month`.execute(tx)
  const noted = Object.entries((await readSetting<ErasedStars>(tx, ERASED_STARS)) ?? {}).toSorted()
  return rows.flatMap(({ month, count }) => {
    const removal = (stars: number | null, number: number): Removal =>
      ({ reason: 'erasure_request', month, source: null, stars, count: number }) as const
    const known = noted
      .filter(([key]) => key.startsWith(month))
      .map(([key, number]) => removal(Number(key.split(' ')[1]), number))
    const unknown = count - known.reduce((sum, one) => sum + one.count, 0)
    return unknown > 0 ? [...known, removal(null, unknown)] : known
  })
}

async function countStarChanges(tx: Tx): Promise<ByMonth> {
  const { rows } = await sql<ByMonth['by_month'][number]>`
    select substr(later.recorded_at, 1, 7) as month, count(*) as count
    from revision as later
    join revision as earlier on earlier.review_id = later.review_id and earlier.revision = later.revision - 1
    where later.review_id in (select id from review where revision > 1 and seq is not null)
      and earlier.rating <> later.rating
    group by month order by month`.execute(tx)
  const by_month = rows.map(row => ({ ...row }))
  return { count: by_month.reduce((sum, { count }) => sum + count, 0), by_month }
}

const REASONS = {
  unverified: 'not_verified',
  withheld: 'withheld',
  gone: 'source_removed',
} as const

async function countUnpublished(tx: Tx): Promise<Unpublished[]> {
  const { rows } = await sql<{ state: keyof typeof REASONS; count: number }>`
    select state, count(*) as count from review
    where state <> 'published' and seq is null and state in ('unverified', 'withheld', 'gone')
    group by state order by state`.execute(tx)
  return rows.map(({ state, count }) => ({ reason: REASONS[state], count }))
}

async function listRevisions(db: Db): Promise<[id: string, revisions: Revision[]][]> {
  const rows = await db
    .selectFrom('review')
    .innerJoin('revision', 'review.id', 'revision.review_id')
    .where('review.state', '=', 'published')
    // Not a parameter: SQLite looks for the condition of the index.
    .where('review.revision', '>', sql.lit(1))
    .selectAll('revision')
    .orderBy('review.id')
    .orderBy('revision.revision')
    .execute()
  return Array.from(
    Map.groupBy(rows, row => row.review_id),
    ([id, versions]) => [
      id,
      versions.slice(1).map((version, index) => compareRevisions(versions[index]!, version)),
    ],
  )
}

function compareRevisions(before: RevisionTable, after: RevisionTable): Revision {
  const differs = (column: keyof RevisionTable) => before[column] !== after[column]
  const changed: Revision['changed'] = (['author', 'rating', 'date', 'text'] as const).filter(
    differs,
  )
  if (differs('reply_text') || differs('reply_date')) changed.push('owner_reply')
  if (differs('incentive')) changed.push('incentive')
  return {
    revision: after.revision,
    at: after.recorded_at,
    changed: changed.length > 0 ? changed : ['verification'],
    rating: before.rating === after.rating ? null : { from: before.rating, to: after.rating },
  }
}
