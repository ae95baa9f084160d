/** Queries about all subscriptions: the operator's list, the metrics, and when the next job is due. */
import { sql } from 'kysely'
import type { Subscriber, TopicPath } from '../../model/subscription.ts'
import type { Db, SuspensionTable, TopicTable } from '../base/tables.ts'
import { type HubContext, readAttempts, selectActive } from './claims.ts'
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
  const requests = db
    .selectFrom('subscription_request')
    .where('mode', '=', 'subscribe')
    .orderBy('created_at')
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
      ({ scope, subject }) =>
        scope === 'everything' || subject === (scope === 'host' ? host : row.callback),
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

/** `missed`: how many have missed more than the current content, and since when. */
type Measured = Record<'active' | 'failing' | 'behind' | 'missed' | 'pending', number> &
  Pick<TopicTable, 'changed_at'> & { topic: TopicPath; missed_since: string | null }

/** From the totals, less what has expired and is not yet removed. Only requests are counted, because few may wait. */
async function measure(db: Db, at: string) {
  const { rows } = await sql<Measured>`
    select path as topic, coalesce(sum(count), 0) as active, coalesce(sum(count * failing), 0) as failing,
      coalesce(sum(case when kinds.hash <> topic.hash then count end), 0) as behind,
      coalesce(sum(case when kinds.hash <> topic.hash then count * missed end), 0) as missed,
      (select behind_since from subscription where topic = path and behind_since is not null
        and delivered_hash <> topic.hash and expires_at > ${at} order by behind_since limit 1) as missed_since,
      (select count(*) from subscription_request where topic = path) as pending, changed_at
    from topic left join (
      select topic, hash, failing, missed, count from subscription_total
      union all
      select topic, delivered_hash, case when failures > 0 then 1 else 0 end,
        case when behind_since is null then 0 else 1 end, -1 from subscription where expires_at <= ${at}
    ) as kinds on kinds.topic = path
    group by path, topic.hash, changed_at order by path`.execute(db)
  return rows.map(({ missed, missed_since, changed_at, ...row }) => {
    const since = row.behind > missed ? [changed_at] : []
    if (missed_since !== null) since.push(missed_since)
    return { ...row, oldest_behind_since: since.sort()[0] ?? null }
  })
}
