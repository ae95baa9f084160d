/** Queries about all subscriptions: the operator's list, the metrics, and when the next job is due. */
import { sql } from 'kysely'
import type { Subscriber } from '../../model/subscription.ts'
import type { Db } from '../base/tables.ts'
import { isBehind } from './deliveries.ts'
import type { TopicMeasure } from './hub-store.ts'

const NOT_YET = { expires_at: null, failures: 0, last_status: null, last_delivered_at: null }

export async function listSubscribers(db: Db, at: string): Promise<Subscriber[]> {
  const active = await db
    .selectFrom('subscription')
    .select(['id', 'topic', 'callback', 'lease_seconds', 'expires_at', 'failures'])
    .select(['last_status', 'last_delivered_at'])
    .where('expires_at', '>', at)
    .orderBy('topic')
    .orderBy('host')
    .orderBy('id')
    .execute()
  const pending = await db
    .selectFrom('subscription_request')
    .select(['id', 'topic', 'callback', 'lease_seconds'])
    .where('mode', '=', 'subscribe')
    .orderBy('created_at')
    .execute()
  return [
    ...active.map(row => ({ ...row, state: 'active' as const })),
    ...pending.map(row => ({ ...row, ...NOT_YET, state: 'pending' as const })),
  ]
}

export async function nextDueAt(db: Db, at: string): Promise<string | null> {
  const request = await db
    .selectFrom('subscription_request')
    .select(query => query.fn.min('next_attempt_at').as('at'))
    .where('next_attempt_at', '>', at)
    .executeTakeFirst()
  const delivery = await db
    .selectFrom('subscription')
    .innerJoin('topic', 'topic.path', 'subscription.topic')
    .select(query => query.fn.min('next_attempt_at').as('at'))
    .where(isBehind(at))
    .where('next_attempt_at', '>', at)
    .executeTakeFirst()
  const denial = await db
    .selectFrom('denial')
    .select(query => query.fn.min('next_attempt_at').as('at'))
    .where('next_attempt_at', '>', at)
    .executeTakeFirst()
  const times = [request?.at, delivery?.at, denial?.at].filter(time => time != null)
  return times.sort()[0] ?? null
}

export async function measure(db: Db, at: string): Promise<TopicMeasure[]> {
  const active = await db
    .selectFrom('subscription')
    .innerJoin('topic', 'topic.path', 'subscription.topic')
    .where('expires_at', '>', at)
    .groupBy('topic.path')
    .select([
      'topic.path',
      sql<number>`count(*)`.as('active'),
      sql<number>`sum(case when delivered_hash <> hash then 1 else 0 end)`.as('behind'),
      sql<
        string | null
      >`min(case when delivered_hash <> hash then coalesce(behind_since, changed_at) end)`.as('since'),
    ])
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
      active: Number(row?.active ?? 0),
      pending: Number(pending.find(({ topic }) => topic === path)?.count ?? 0),
      behind: Number(row?.behind ?? 0),
      oldest_behind_since: row?.since ?? null,
    }
  })
}
