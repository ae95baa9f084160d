/** Queries about all subscriptions: the operator's list, the metrics, and when the next job is due. */
import { sql } from 'kysely'
import type { Subscriber } from '../../model/subscription.ts'
import type { Db, SuspensionTable } from '../base/tables.ts'
import { readAttempts } from './attempts.ts'
import { type HubContext, IS_BEHIND, selectActive } from './claims.ts'
import { readSuspensions } from './suspensions.ts'

export function createOverview({ db, attempt, clock }: HubContext) {
  return {
    /** With full callback URLs, which must not be shown. */
    list: () => attempt(() => listSubscribers(db, clock())),
    /** When the next job becomes due; null if none is scheduled. */
    nextDueAt: () => attempt(() => nextDueAt(db, clock())),
    measure: () => attempt(() => measure(db, clock())),
  }
}

const NOT_YET = {
  expires_at: null,
  failures: 0,
  last_status: null,
  last_delivered_at: null,
  behind_since: null,
  next_attempt_at: null,
  suspended_until: null,
  attempts: [],
}

async function listSubscribers(db: Db, at: string): Promise<Subscriber[]> {
  const active = await selectSubscribers(db, at).execute()
  const requests = db.selectFrom('subscription_request').where('mode', '=', 'subscribe').orderBy('created_at')
  const pending = await requests.select(['id', 'topic', 'callback', 'lease_seconds']).execute()
  const suspensions = await readSuspensions(db, at)
  return [
    ...active.map(row => toSubscriber(row, suspensions, at)),
    ...pending.map(row => ({ ...row, ...NOT_YET, state: 'pending' as const })),
  ]
}

const selectSubscribers = (db: Db, at: string) =>
  selectActive(db, at)
    .select(['id', 'topic', 'callback', 'lease_seconds', 'expires_at', 'failures'])
    .select(['last_status', 'last_delivered_at', 'behind_since', 'next_attempt_at', 'attempts'])
    .select(['host', 'delivered_hash', 'hash', 'changed_at'])
    .orderBy('topic')
    .orderBy('host')
    .orderBy('id')

type ActiveRow = Awaited<ReturnType<ReturnType<typeof selectSubscribers>['execute']>>[number]

function toSubscriber(row: ActiveRow, suspensions: SuspensionTable[], at: string): Subscriber {
  const { host, delivered_hash, hash, changed_at, attempts, ...rest } = row
  const isBehind = delivered_hash !== hash
  const ends = suspensions
    .filter(
      ({ scope, subject }) => scope === 'everything' || subject === (scope === 'host' ? host : row.callback),
    )
    .map(({ ends_at }) => ends_at)
  return {
    ...rest,
    state: 'active',
    behind_since: isBehind ? (row.behind_since ?? changed_at) : null,
    next_attempt_at: isBehind ? row.next_attempt_at || at : null,
    suspended_until: ends.sort().at(-1) ?? null,
    attempts: readAttempts(attempts),
  }
}

async function nextDueAt(db: Db, at: string): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`
    select min(next_attempt_at) as next
    from (
      select next_attempt_at from subscription_request
      union all
      select next_attempt_at from denial
      union all
      select next_attempt_at from subscription join topic on path = topic
      where delivered_hash <> hash and expires_at > ${at}
    ) as jobs
    where next_attempt_at > ${at}`.execute(db)
  return rows[0]!.next
}

async function measure(db: Db, at: string) {
  const active = await selectActive(db, at)
    .groupBy('topic.path')
    .select(['topic.path', sql<number>`count(*)`.as('active')])
    .select(sql<number>`sum(case when ${IS_BEHIND} then 1 else 0 end)`.as('behind'))
    .select(
      sql<string | null>`min(case when ${IS_BEHIND} then coalesce(behind_since, changed_at) end)`.as('since'),
    )
    .execute()
  const pending = await db
    .selectFrom('subscription_request')
    .groupBy('topic')
    .select(['topic', sql<number>`count(*)`.as('count')])
    .execute()
  const topics = await db.selectFrom('topic').select('path').orderBy('path').execute()
  return topics.map(({ path }) => {
    const row = active.find(topic => topic.path === path)
    return {
      topic: path,
      active: row?.active ?? 0,
      pending: pending.find(({ topic }) => topic === path)?.count ?? 0,
      behind: row?.behind ?? 0,
      oldest_behind_since: row?.since ?? null,
    }
  })
}
