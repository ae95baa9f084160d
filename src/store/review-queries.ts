/** The owner's questions about stored reviews, shown or not. */
import { sql } from 'kysely'
import type { LedgerEntry } from '../model/change.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import { IMPORTED, readSetting } from './base/stored-settings.ts'
import type { Db } from './base/tables.ts'
import { IS_CURRENT, selectKnown, toKnown } from './changes-since.ts'
import { toEntry } from './ledger-table.ts'

export async function findStored(db: Db, id: string): Promise<KnownReview | null> {
  const row = await selectKnown(db).where('review.id', '=', id).executeTakeFirst()
  return row ? toKnown(row) : null
}

export async function findInStates(db: Db, states: ReviewState[]): Promise<KnownReview[]> {
  const rows = await selectKnown(db)
    .where('review.state', 'in', states)
    .orderBy('review.id')
    .execute()
  return rows.map(toKnown)
}

/** The oldest first. */
export async function entriesAbout(db: Db, id: string): Promise<LedgerEntry[]> {
  const rows = await db
    .selectFrom('ledger')
    .selectAll()
    .where('review_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(toEntry) as LedgerEntry[]
}

const STATES = ['published', 'unverified', 'withheld', 'gone', 'erased'] as const
type State = (typeof STATES)[number]

export type SourceCounts = Awaited<ReturnType<typeof countBySource>>[number]

/** How many reviews of each source are in each state, and how recent they are. */
export async function countBySource(db: Db) {
  const rows = await db
    .selectFrom('review')
    .leftJoin('revision', join => join.on(IS_CURRENT))
    .select(['source', 'state', sql<number>`count(*)`.as('count')])
    .select(query => [
      query.fn.max('date').as('newest'),
      query.fn.max('updated_at').as('changed_at'),
    ])
    .groupBy(['source', 'state'])
    .execute()
  const imported = (await readSetting<Record<string, string>>(db, IMPORTED)) ?? {}
  return [...Map.groupBy(rows, ({ source }) => source)]
    .map(([source, group]) => {
      const count = (state: State) => group.find(row => row.state === state)?.count ?? 0
      return {
        source,
        states: Object.fromEntries(STATES.map(state => [state, count(state)])) as Record<
          State,
          number
        >,
        /** The day of its newest review that is not erased. */
        newest: latest(group.map(({ newest }) => newest)),
        /** When a review of this source last changed here. */
        changed_at: latest(group.map(({ changed_at }) => changed_at))!,
        /** When it was last imported, even if nothing changed; null if never since this is noted. */
        imported_at: Object.hasOwn(imported, source) ? imported[source]! : null,
      }
    })
    .sort((a, b) => b.states.published - a.states.published || (a.source < b.source ? -1 : 1))
}

export async function readLogSize(db: Db) {
  const newest = db
    .selectFrom('ledger')
    .select(['seq', 'recorded_at'])
    .orderBy('seq', 'desc')
    .limit(1)
  const last = await newest.executeTakeFirst()
  return { size: last?.seq ?? 0, at: last?.recorded_at ?? null }
}

const latest = (times: (string | null)[]) =>
  times.reduce((last, time) => (time !== null && time > (last ?? '') ? time : last), null)
