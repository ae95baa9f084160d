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
import type { ReviewState } from '../model/record.ts'
import { readSetting, saveSetting } from './base/stored-settings.ts'
import type { Db, RevisionTable, Tx } from './base/tables.ts'

export interface StoredHistory
  extends Pick<History, 'star_changes' | 'removals' | 'unpublished' | 'source_totals'> {
  /** Of every shown review that ever changed. */
  revisions: [id: string, revisions: Revision[]][]
}

export const NO_HISTORY: StoredHistory = {
  star_changes: { count: 0, by_month: [] },
  removals: [],
  unpublished: [],
  source_totals: [],
  revisions: [],
}

/** Needs a transaction that reads a single point in time. */
export async function readHistory(tx: Tx): Promise<StoredHistory> {
  return {
    star_changes: await countStarChanges(tx),
    removals: [...(await countRemovals(tx)), ...(await countErasures(tx))],
    unpublished: await countUnpublished(tx),
    source_totals: (await readSetting<History['source_totals']>(tx, SOURCE_TOTALS)) ?? [],
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

const monthOf = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 7)`.as('month')

/** The last ledger entry about a review that is not shown is the one that removed it. */
async function countRemovals(tx: Tx): Promise<Removal[]> {
  const rows = await tx
    .selectFrom('review')
    .innerJoin('ledger', 'ledger.seq', 'review.seq')
    .innerJoin('revision', join =>
      join.onRef('revision.review_id', '=', 'review.id').onRef('revision.revision', '=', 'review.revision'),
    )
    .where('review.state', 'not in', ['published', 'erased'])
    .select(['ledger.reason', 'review.source', 'revision.rating as stars', monthOf('ledger.recorded_at')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['ledger.reason', 'review.source', 'revision.rating', 'month'])
    .orderBy('month')
    .orderBy('ledger.reason')
    .orderBy('review.source')
    .orderBy('revision.rating')
    .execute()
  return rows.map(({ reason, month, source, stars, count }) => ({
    ...{ reason: reason!, month, source, stars },
    count: Number(count),
  }))
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
  const rows = await tx
    .selectFrom('ledger')
    .where('op', '=', 'erase')
    .select(monthOf('recorded_at'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('month')
    .orderBy('month')
    .execute()
  const noted = Object.entries((await readSetting<ErasedStars>(tx, ERASED_STARS)) ?? {}).toSorted()
  return rows.flatMap(({ month, count }) => {
    const removal = (stars: number | null, number: number): Removal =>
      ({ reason: 'erasure_request', month, source: null, stars, count: number }) as const
    const known = noted
      .filter(([key]) => key.startsWith(month))
      .map(([key, number]) => removal(Number(key.split(' ')[1]), number))
    const unknown = Number(count) - known.reduce((sum, one) => sum + one.count, 0)
    return unknown > 0 ? [...known, removal(null, unknown)] : known
  })
}

async function countStarChanges(tx: Tx): Promise<ByMonth> {
  const rows = await tx
    .selectFrom('revision as later')
    .innerJoin('revision as earlier', join =>
      join
        .onRef('earlier.review_id', '=', 'later.review_id')
        .on('earlier.revision', '=', sql<number>`later.revision - 1`),
    )
    .innerJoin('review', 'review.id', 'later.review_id')
    .where('later.revision', '>', 1)
    .where('review.seq', 'is not', null)
    .whereRef('earlier.rating', '!=', 'later.rating')
    .select(monthOf('later.recorded_at'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('month')
    .orderBy('month')
    .execute()
  const by_month = rows.map(({ month, count }) => ({ month, count: Number(count) }))
  return { count: by_month.reduce((sum, { count }) => sum + count, 0), by_month }
}

const REASONS: Partial<Record<ReviewState, Unpublished['reason']>> = {
  unverified: 'not_verified',
  withheld: 'withheld',
  gone: 'source_removed',
}

async function countUnpublished(tx: Tx): Promise<Unpublished[]> {
  const rows = await tx
    .selectFrom('review')
    .where('seq', 'is', null)
    .where('state', 'in', ['unverified', 'withheld', 'gone'])
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('state')
    .orderBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ reason: REASONS[state as ReviewState]!, count: Number(count) }))
}

async function listRevisions(db: Db): Promise<StoredHistory['revisions']> {
  const rows = await db
    .selectFrom('revision')
    .innerJoin('review', 'review.id', 'revision.review_id')
    .where('review.state', '=', 'published')
    .where('review.revision', '>', 1)
    .selectAll('revision')
    .orderBy('review_id')
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
  const changed = (['author', 'rating', 'date', 'text'] as const).filter(
    field => before[field] !== after[field],
  )
  const isRewarded = before.incentive !== after.incentive
  const isAnswered = before.reply_text !== after.reply_text || before.reply_date !== after.reply_date
  const fields = [
    ...changed,
    ...(isAnswered ? (['owner_reply'] as const) : []),
    ...(isRewarded ? (['incentive'] as const) : []),
  ]
  return {
    revision: after.revision,
    at: after.recorded_at,
    changed: fields.length > 0 ? fields : ['verification'],
    rating: before.rating === after.rating ? null : { from: before.rating, to: after.rating },
  }
}
