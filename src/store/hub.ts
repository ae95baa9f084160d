/** What the hub keeps: topics, subscriptions and the requests for them. No lock outlasts a call; work on a row is claimed. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { HubMode, Subscriber, TopicPath } from '../model/subscription.ts'
import type { Database, Db, SubscriptionRequestTable, SubscriptionTable, Tx } from './schema.ts'
import type { StoreDependencies } from './store.ts'

export type SubscriptionRow = SubscriptionTable
export type RequestRow = SubscriptionRequestTable

export interface HubStore {
  /** Notes what a topic holds. An instance that is behind another changes nothing. */
  setTopic(path: TopicPath, hash: string, version: number): Promise<void>
  /** Takes the place of an earlier request for the same pair. */
  accept(request: NewRequest, limits: HubLimits): Promise<Acceptance>
  claimRequests(claim: Claim): Promise<RequestRow[]>
  /** Subscriptions that are behind and due, ordered by host, so that a connection serves several. */
  claimDeliveries(claim: Claim, part: Part): Promise<SubscriptionRow[]>
  settleRequest(row: RequestRow, outcome: RequestOutcome): Promise<void>
  settleDeliveries(settled: { row: SubscriptionRow; outcome: DeliveryOutcome }[]): Promise<void>
  /** When the next row is due that is not due yet. */
  nextDueAt(): Promise<string | null>
  /** Answers with how many leases were over. */
  removeExpired(): Promise<number>
  remove(id: string): Promise<boolean>
  /** With their callbacks whole. */
  list(): Promise<Subscriber[]>
  measure(): Promise<TopicMeasure[]>
}

export interface NewRequest {
  mode: HubMode
  topic: TopicPath
  topicUrl: string
  callback: string
  host: string
  secret: string | null
  leaseSeconds: number
  /** Milliseconds until it is due. */
  delayMs: number
}

export interface HubLimits {
  perTopic: number
  perHost: number
  pending: number
}

export type Acceptance = 'accepted' | 'no topic' | 'topic full' | 'host full' | 'too many pending'

export interface Claim {
  /** Never used twice, so that a claim which ran out settles nothing. */
  by: string
  seconds: number
  /** Rows that were slow or failed before are claimed apart from the others. */
  slow: boolean
  limit: number
}

/** Which subscriptions are looked at. */
export interface Part {
  /** Only topics whose newest content the caller has. */
  hashes: string[]
  /** Only those that come after this one. */
  after: { host: string; id: string }
  /** None of these hosts. */
  without: string[]
}

export type RequestOutcome =
  | { kind: 'verified'; sentAt: Date }
  | { kind: 'rejected' }
  | { kind: 'again'; at: Date; because: 'failed' | 'slow' | 'stopped' }

export type DeliveryOutcome =
  | { kind: 'delivered'; hash: string; status: number }
  | { kind: 'failed'; status: number | null; at: Date }
  | { kind: 'again'; at: Date; because: 'slow' | 'stopped' }
  | { kind: 'ended' }

export interface TopicMeasure {
  topic: TopicPath
  active: number
  pending: number
  behind: number
  oldest_behind_since: string | null
}

const SWEEP_ROWS = 1000
const ID_BYTES = 12

/** `attempt` runs a call again while another process holds the write lock. */
export function createHubStore(
  db: Db,
  { now, randomBytes }: StoreDependencies,
  attempt: <T>(work: () => Promise<T>) => Promise<T>,
): HubStore {
  const clock = () => now().toISOString()
  const newId = () => Buffer.from(randomBytes(ID_BYTES)).toString('base64url')
  const write = <T>(work: (tx: Tx) => Promise<T>) => attempt(() => db.transaction().execute(work))

  return {
    setTopic: (path, hash, version) =>
      write(async tx => {
        const before = await tx.selectFrom('topic').selectAll().where('path', '=', path).executeTakeFirst()
        if (before && (before.version > version || before.hash === hash)) return
        if (before) await noteWhoMissed(tx, before.changed_at, path, before.hash, hash)
        const values = { path, hash, version, changed_at: clock() }
        await tx
          .insertInto('topic')
          .values(values)
          .onConflict(conflict => conflict.column('path').doUpdateSet(values))
          .execute()
      }),

    accept: ({ topic, callback, delayMs, topicUrl, leaseSeconds, ...rest }, limits) =>
      write(async tx => {
        const current = await tx
          .selectFrom('topic')
          .select('hash')
          .where('path', '=', topic)
          .executeTakeFirst()
        if (!current) return 'no topic'
        await tx
          .deleteFrom('subscription_request')
          .where('topic', '=', topic)
          .where('callback', '=', callback)
          .execute()
        const refusal = await refuse(tx, { topic, callback, ...rest }, limits, clock())
        if (refusal) return refusal
        const values = {
          ...rest,
          id: newId(),
          topic,
          callback,
          topic_url: topicUrl,
          lease_seconds: leaseSeconds,
          base_hash: current.hash,
          attempts: 0,
          slow: 0 as const,
          created_at: clock(),
          next_attempt_at: new Date(now().getTime() + delayMs).toISOString(),
          claimed_by: null,
          claimed_until: '',
        }
        await tx.insertInto('subscription_request').values(values).execute()
        return 'accepted'
      }),

    claimRequests: ({ by, seconds, slow, limit }) =>
      attempt(() =>
        db
          .updateTable('subscription_request')
          .set({ claimed_by: by, claimed_until: later(now(), seconds) })
          .where('id', 'in', query =>
            query
              .selectFrom('subscription_request')
              .select('id')
              .where('next_attempt_at', '<=', clock())
              .where('claimed_until', '<=', clock())
              .where('slow', '=', slow ? 1 : 0)
              .orderBy('next_attempt_at')
              .limit(limit),
          )
          .returningAll()
          .execute(),
      ),

    claimDeliveries: ({ by, seconds, slow, limit }, { hashes, after, without }) =>
      attempt(async () => {
        const rows = await db
          .updateTable('subscription')
          .set({ claimed_by: by, claimed_until: later(now(), seconds) })
          .where('id', 'in', query =>
            query
              .selectFrom('subscription')
              .innerJoin('topic', 'topic.path', 'subscription.topic')
              .select('subscription.id')
              .where(isBehind(clock()))
              .where('slow', '=', slow ? 1 : 0)
              .where(sql<boolean>`(host, id) > (${after.host}, ${after.id})`)
              .$if(without.length > 0, rows => rows.where('host', 'not in', without))
              .where('topic.hash', 'in', hashes)
              .where('next_attempt_at', '<=', clock())
              .where('claimed_until', '<=', clock())
              .orderBy('host')
              .orderBy('id')
              .limit(limit),
          )
          .returningAll()
          .execute()
        return rows.sort((a, b) => compare(a.host, b.host) || compare(a.id, b.id))
      }),

    settleRequest: (row, outcome) => write(tx => settleRequest(tx, row, outcome, newId())),

    settleDeliveries: settled =>
      write(async tx => {
        for (const { row, outcome } of settled) await settleDelivery(tx, row, outcome, clock())
      }),

    async nextDueAt() {
      const request = await db
        .selectFrom('subscription_request')
        .select(query => query.fn.min('next_attempt_at').as('at'))
        .where('next_attempt_at', '>', clock())
        .executeTakeFirst()
      const delivery = await db
        .selectFrom('subscription')
        .innerJoin('topic', 'topic.path', 'subscription.topic')
        .select(query => query.fn.min('next_attempt_at').as('at'))
        .where(isBehind(clock()))
        .where('next_attempt_at', '>', clock())
        .executeTakeFirst()
      const times = [request?.at, delivery?.at].filter(at => at != null)
      return times.sort()[0] ?? null
    },

    removeExpired: () =>
      attempt(async () => {
        const { numDeletedRows } = await db
          .deleteFrom('subscription')
          .where('id', 'in', query =>
            query
              .selectFrom('subscription')
              .select('id')
              .where('expires_at', '<=', clock())
              .limit(SWEEP_ROWS),
          )
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),

    remove: id =>
      write(async tx => {
        const active = await tx.deleteFrom('subscription').where('id', '=', id).executeTakeFirst()
        const asked = await tx.deleteFrom('subscription_request').where('id', '=', id).executeTakeFirst()
        return active.numDeletedRows + asked.numDeletedRows > 0n
      }),

    async list() {
      const active = await db
        .selectFrom('subscription')
        .select(['id', 'topic', 'callback', 'lease_seconds', 'expires_at', 'failures'])
        .select(['last_status', 'last_delivered_at'])
        .where('expires_at', '>', clock())
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
    },

    measure: () => measure(db, clock()),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const NOT_YET = { expires_at: null, failures: 0, last_status: null, last_delivered_at: null }

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

/** Without the content that its topic holds now, and within its lease. Hashes tell, never times. */
function isBehind(at: string) {
  return ({ eb, and, ref }: ExpressionBuilder<Database, 'subscription' | 'topic'>) =>
    and([eb('subscription.delivered_hash', '!=', ref('topic.hash')), eb('subscription.expires_at', '>', at)])
}

/** Whoever has not got the content that goes now is behind since it came. */
async function noteWhoMissed(
  tx: Tx,
  changedAt: string,
  path: TopicPath,
  goes: string,
  comes: string,
): Promise<void> {
  const ofTopic = tx.updateTable('subscription').where('topic', '=', path)
  await ofTopic
    .set({ behind_since: changedAt })
    .where('delivered_hash', '!=', goes)
    .where('behind_since', 'is', null)
    .execute()
  await ofTopic
    .set({ behind_since: null })
    .where('delivered_hash', '=', comes)
    .where('behind_since', 'is not', null)
    .execute()
}

/** Renewals are exempt from the limits, and so is an end. */
async function refuse(
  tx: Tx,
  { mode, topic, callback, host }: Pick<NewRequest, 'mode' | 'topic' | 'callback' | 'host'>,
  limits: HubLimits,
  at: string,
): Promise<Acceptance | null> {
  const { pending } = await tx
    .selectFrom('subscription_request')
    .select(sql<number>`count(*)`.as('pending'))
    .executeTakeFirstOrThrow()
  if (Number(pending) >= limits.pending) return 'too many pending'
  if (mode === 'unsubscribe') return null
  const known = await tx
    .selectFrom('subscription')
    .select('id')
    .where('topic', '=', topic)
    .where('callback', '=', callback)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (known) return null
  const { rows } = await sql<{ all: number; same: number | null }>`
    select count(*) as "all", sum(case when host = ${host} then 1 else 0 end) as same
    from (
      select host from subscription where topic = ${topic} and expires_at > ${at}
      union all
      select host from subscription_request where topic = ${topic} and mode = 'subscribe'
    ) as taken`.execute(tx)
  if (Number(rows[0]!.same) >= limits.perHost) return 'host full'
  return Number(rows[0]!.all) >= limits.perTopic ? 'topic full' : null
}

/** A request that was replaced meanwhile settles nothing: the last one for a pair wins. */
async function settleRequest(tx: Tx, row: RequestRow, outcome: RequestOutcome, newId: string): Promise<void> {
  const claimed = sql<boolean>`id = ${row.id} and claimed_by = ${row.claimed_by}`
  if (outcome.kind === 'again') {
    await tx
      .updateTable('subscription_request')
      .set(({ eb }) => ({
        attempts: eb('attempts', '+', outcome.because === 'failed' ? 1 : 0),
        slow: outcome.because === 'slow' ? 1 : eb.ref('slow'),
        next_attempt_at: outcome.at.toISOString(),
        claimed_until: '',
      }))
      .where(claimed)
      .execute()
    return
  }
  const { numDeletedRows } = await tx.deleteFrom('subscription_request').where(claimed).executeTakeFirst()
  if (numDeletedRows === 0n || outcome.kind === 'rejected') return
  if (row.mode === 'subscribe') await activate(tx, row, outcome.sentAt, newId)
  else
    await tx
      .deleteFrom('subscription')
      .where('topic', '=', row.topic)
      .where('callback', '=', row.callback)
      .execute()
}

/** A renewal keeps what was delivered; everything else is as the request says. */
async function activate(tx: Tx, row: RequestRow, sentAt: Date, newId: string): Promise<void> {
  const { topic, topic_url, callback, host, secret, lease_seconds, base_hash } = row
  const at = sentAt.toISOString()
  await tx
    .deleteFrom('subscription')
    .where('topic', '=', topic)
    .where('callback', '=', callback)
    .where('expires_at', '<=', at)
    .execute()
  const renewed = {
    topic_url,
    secret,
    lease_seconds,
    verified_at: at,
    expires_at: later(sentAt, lease_seconds),
    failures: 0,
    slow: 0 as const,
    next_attempt_at: at,
  }
  await tx
    .insertInto('subscription')
    .values({
      ...renewed,
      id: newId,
      topic,
      callback,
      host,
      delivered_hash: base_hash,
      behind_since: null,
      claimed_by: null,
      claimed_until: '',
      last_status: null,
      last_delivered_at: null,
    })
    .onConflict(conflict => conflict.columns(['topic', 'callback']).doUpdateSet(renewed))
    .execute()
}

async function settleDelivery(
  tx: Tx,
  row: SubscriptionRow,
  outcome: DeliveryOutcome,
  at: string,
): Promise<void> {
  const claimed = sql<boolean>`id = ${row.id} and claimed_by = ${row.claimed_by}`
  const update = tx.updateTable('subscription').where(claimed)
  switch (outcome.kind) {
    case 'delivered':
      await update
        .set({ delivered_hash: outcome.hash, behind_since: null, failures: 0, slow: 0 })
        .set({ last_status: outcome.status, last_delivered_at: at, next_attempt_at: at, claimed_until: '' })
        .execute()
      return
    case 'failed':
      await update
        .set({ last_status: outcome.status, next_attempt_at: outcome.at.toISOString(), claimed_until: '' })
        .set(({ eb }) => ({ slow: 1, failures: eb('failures', '+', 1) }))
        .execute()
      return
    case 'again':
      await update
        .set(({ eb }) => ({ slow: outcome.because === 'slow' ? 1 : eb.ref('slow') }))
        .set({ next_attempt_at: outcome.at.toISOString(), claimed_until: '' })
        .execute()
      return
    case 'ended':
      // Not if it was renewed meanwhile.
      await tx.deleteFrom('subscription').where(claimed).where('verified_at', '=', row.verified_at).execute()
  }
}

async function measure(db: Db, at: string): Promise<TopicMeasure[]> {
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
    const row = active.find(one => one.path === path)
    return {
      topic: path,
      active: Number(row?.active ?? 0),
      pending: Number(pending.find(one => one.topic === path)?.count ?? 0),
      behind: Number(row?.behind ?? 0),
      oldest_behind_since: row?.since ?? null,
    }
  })
}
