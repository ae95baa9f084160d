/** Queries about subscription requests: accepting them, claiming them for verification, saving the outcome. */
import { sql } from 'kysely'
import type { TopicPath } from '../../model/subscription.ts'
import { type Db, later, type Tx } from '../base/tables.ts'
import { claimDue, type HubContext, isPair, isStillClaimed, NOTHING_SCHEDULED, UNCLAIMED } from './claims.ts'
import type {
  Acceptance,
  DenialRow,
  DueRow,
  HubLimits,
  HubStore,
  NewRequest,
  RequestRow,
} from './hub-store.ts'

export function createRequestQueries(context: HubContext) {
  const { db, attempt, change, changeAlone, now, clock, newId } = context
  return {
    accept: (request, limits) =>
      changeAlone('subscriptions', async tx => {
        const { mode, topic, topicUrl, callback, host, secret, leaseSeconds, delayMs } = request
        const current = await tx
          .selectFrom('topic')
          .select('hash')
          .where('path', '=', topic)
          .executeTakeFirst()
        if (!current) return 'no topic'
        const at = now()
        const exceeded = await findExceededLimit(tx, request, limits, at.toISOString())
        if (exceeded) return exceeded
        await tx.deleteFrom('subscription_request').where(isPair(request)).execute()
        await tx
          .insertInto('subscription_request')
          .values({
            ...{ id: newId(), mode, topic, topic_url: topicUrl, callback, host, secret },
            ...{ lease_seconds: leaseSeconds, base_hash: current.hash, created_at: at.toISOString() },
            ...{ next_attempt_at: later(at, delayMs / 1000), attempts: 0, slow: 0, ...UNCLAIMED },
          })
          .execute()
        return 'accepted'
      }),

    isSubscribed: (topic, callback) => attempt(() => isSubscribed(db, topic, callback, clock())),

    claimRequests(claim) {
      const { slow, without } = claim
      const elsewhere = without.length > 0 ? sql`host not in (${sql.join(without)})` : sql`true`
      const condition = sql`slow = ${slow ? 1 : 0} and ${elsewhere}`
      return attempt(() => claimDue<RequestRow>(context, 'subscription_request', claim, condition))
    },

    /** A request that was replaced in the meantime changes nothing: the last one for a pair wins. */
    settleRequest: (row, outcome) =>
      change(async tx => {
        const claimed = isStillClaimed(row)
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
          return false
        }
        const { numDeletedRows } = await tx
          .deleteFrom('subscription_request')
          .where(claimed)
          .executeTakeFirst()
        if (numDeletedRows === 0n || outcome.kind === 'rejected') return false
        if (row.mode === 'subscribe') {
          await activate(tx, row, outcome.sentAt, newId())
          return false
        }
        const ended = await tx.deleteFrom('subscription').where(isPair(row)).executeTakeFirst()
        return ended.numDeletedRows > 0n
      }),
  } satisfies Partial<HubStore>
}

async function isSubscribed(db: Db, topic: TopicPath, callback: string, at: string): Promise<boolean> {
  const known = db.selectFrom('subscription').select('id').where(isPair({ topic, callback }))
  return (await known.where('expires_at', '>', at).executeTakeFirst()) !== undefined
}

/** Renewing or ending a subscription is exempt from all limits. The request being replaced does not count. */
async function findExceededLimit(
  tx: Tx,
  { mode, topic, callback, host }: NewRequest,
  limits: HubLimits,
  at: string,
): Promise<Acceptance | null> {
  if (await isSubscribed(tx, topic, callback, at)) return null
  const { pending } = await tx
    .selectFrom('subscription_request')
    .select(sql<number>`count(*)`.as('pending'))
    .where('callback', '!=', callback)
    .executeTakeFirstOrThrow()
  if (Number(pending) >= limits.pending) return 'too many pending'
  if (mode === 'unsubscribe') return null
  const { rows } = await sql<{ all: number; same: number | null }>`
    select count(*) as "all", sum(case when host = ${host} then 1 else 0 end) as same
    from (
      select host from subscription where topic = ${topic} and expires_at > ${at}
      union all
      select host from subscription_request where topic = ${topic} and mode = 'subscribe' and callback <> ${callback}
        and callback not in (select callback from subscription where topic = ${topic} and expires_at > ${at})
    ) as counted`.execute(tx)
  if (Number(rows[0]!.same) >= limits.perHost) return 'host full'
  return Number(rows[0]!.all) >= limits.perTopic ? 'topic full' : null
}

/** A renewal keeps the delivery state and takes everything else from the request. */
async function activate(tx: Tx, row: RequestRow, sentAt: Date, newId: string): Promise<void> {
  const { topic, topic_url, callback, host, secret, lease_seconds, base_hash } = row
  const at = sentAt.toISOString()
  await tx.deleteFrom('subscription').where(isPair(row)).where('expires_at', '<=', at).execute()
  const renewed = {
    topic_url,
    secret,
    lease_seconds,
    verified_at: at,
    expires_at: later(sentAt, lease_seconds),
    failures: 0,
    slow: 0 as const,
    next_attempt_at: NOTHING_SCHEDULED,
    wait_reason: null,
    waiting_since: null,
  }
  await dropDenial(tx, row)
  await tx
    .insertInto('subscription')
    .values({
      ...renewed,
      id: newId,
      topic,
      callback,
      host,
      delivered_hash: base_hash,
      attempts: '',
      ...{ behind_since: null, last_status: null, last_delivered_at: null, ...UNCLAIMED },
    })
    .onConflict(conflict => conflict.columns(['topic', 'callback']).doUpdateSet(renewed))
    .execute()
}

/** Queries about denial notices: what subscribers whose subscription ended are still to be told (WebSub §5.2). */
type Denied = Pick<DueRow, 'topic' | 'topic_url' | 'callback' | 'host'>

/** Replaces an earlier notice for the same topic and callback. */
export async function addDenial(
  tx: Tx,
  { topic, topic_url, callback, host }: Denied,
  reason: string,
  { id, at }: { id: string; at: string },
): Promise<void> {
  const denial = {
    ...{ id, topic, topic_url, callback, host, reason },
    ...{ attempts: 0, created_at: at, next_attempt_at: at, ...UNCLAIMED },
  }
  await tx
    .insertInto('denial')
    .values(denial)
    .onConflict(conflict => conflict.columns(['topic', 'callback']).doUpdateSet(denial))
    .execute()
}

/** A subscription that exists again must not be denied. */
async function dropDenial(tx: Tx, pair: Pick<Denied, 'topic' | 'callback'>): Promise<void> {
  await tx.deleteFrom('denial').where(isPair(pair)).execute()
}

export function createDenialQueries(context: HubContext) {
  const { db, attempt } = context
  return {
    claimDenials: claim => attempt(() => claimDue<DenialRow>(context, 'denial', claim)),

    async settleDenial(row, outcome) {
      const claimed = isStillClaimed(row)
      if (outcome.kind === 'done') await attempt(() => db.deleteFrom('denial').where(claimed).execute())
      else {
        const { at, attempts } = outcome
        const again = { next_attempt_at: at.toISOString(), attempts, claimed_until: '' }
        await attempt(() => db.updateTable('denial').set(again).where(claimed).execute())
      }
    },
  } satisfies Partial<HubStore>
}
