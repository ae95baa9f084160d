/** Queries about subscription requests, and about denials: accepting them, claiming them, saving the outcome. */
import { sql } from 'kysely'
import type { HubMode, TopicPath } from '../../model/subscription.ts'
import {
  type Db,
  type DenialTable,
  later,
  type SubscriptionRequestTable,
  type Tx,
} from '../base/tables.ts'
import {
  type Claim,
  claimDue,
  type HubContext,
  isPair,
  isStillClaimed,
  isWanted,
  NOTHING_SCHEDULED,
  UNCLAIMED,
} from './claims.ts'

export type RequestRow = SubscriptionRequestTable
export type DenialRow = DenialTable

export interface NewRequest {
  mode: HubMode
  topic: TopicPath
  topicUrl: string
  callback: string
  host: string
  secret: string | null
  leaseSeconds: number
  /** How long the verification must wait. */
  delayMs: number
}

export type HubLimits = { perTopic: number; perHost: number; pending: number }

export type Acceptance = 'accepted' | 'no topic' | 'topic full' | 'host full' | 'too many pending'

export type RequestOutcome =
  | { kind: 'verified'; sentAt: Date }
  | { kind: 'rejected' }
  | { kind: 'again'; at: Date; because: 'failed' | 'slow' | 'stopped' | 'outage' }

export type DenialOutcome = { kind: 'done' } | { kind: 'again'; at: Date; attempts: number }

export function createRequestQueries(context: HubContext) {
  const { db, attempt, change, changeAlone, now, clock, newId } = context
  return {
    /** Replaces an earlier request for the same topic and callback. */
    accept: (request: NewRequest, limits: HubLimits) =>
      changeAlone('subscriptions', async (tx): Promise<Acceptance> => {
        const { mode, topic, topicUrl, callback, host, secret, leaseSeconds, delayMs } = request
        const found = tx.selectFrom('topic').select('hash').where('path', '=', topic)
        const current = await found.executeTakeFirst()
        if (!current) return 'no topic'
        const at = now()
        const exceeded = await findExceededLimit(tx, request, limits, at.toISOString())
        if (exceeded) return exceeded
        await tx.deleteFrom('subscription_request').where(isPair(request)).execute()
        await tx
          .insertInto('subscription_request')
          .values({
            ...{ id: newId(), mode, topic, topic_url: topicUrl, callback, host, secret },
            ...{
              lease_seconds: leaseSeconds,
              base_hash: current.hash,
              created_at: at.toISOString(),
            },
            ...{ next_attempt_at: later(at, delayMs / 1000), attempts: 0, slow: 0, ...UNCLAIMED },
          })
          .execute()
        return 'accepted'
      }),

    /** Whether the pair has a subscription whose lease has not expired. */
    isSubscribed: (topic: TopicPath, callback: string) =>
      attempt(() => isSubscribed(db, topic, callback, clock())),

    claimRequests: (claim: Claim) =>
      claimDue<RequestRow>(context, 'subscription_request', claim, isWanted(claim)),

    /** Returns true if this ended a subscription. A request that was replaced in the meantime changes nothing: the last one for a pair wins. */
    settleRequest: (row: RequestRow, outcome: RequestOutcome) =>
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
        const settled = await tx
          .deleteFrom('subscription_request')
          .where(claimed)
          .executeTakeFirst()
        if (settled.numDeletedRows === 0n || outcome.kind === 'rejected') return false
        if (row.mode === 'subscribe') {
          await activate(tx, row, outcome.sentAt, newId())
          return false
        }
        const ended = await tx.deleteFrom('subscription').where(isPair(row)).executeTakeFirst()
        return ended.numDeletedRows > 0n
      }),

    claimDenials: (claim: Pick<Claim, 'by' | 'seconds' | 'limit'>) =>
      claimDue<DenialRow>(context, 'denial', claim),

    async settleDenial(row: DenialRow, outcome: DenialOutcome): Promise<void> {
      const claimed = isStillClaimed(row)
      if (outcome.kind === 'done')
        await attempt(() => db.deleteFrom('denial').where(claimed).execute())
      else {
        const { at, attempts } = outcome
        const again = { next_attempt_at: at.toISOString(), attempts, claimed_until: '' }
        await attempt(() => db.updateTable('denial').set(again).where(claimed).execute())
      }
    },
  }
}

async function isSubscribed(
  db: Db,
  topic: TopicPath,
  callback: string,
  at: string,
): Promise<boolean> {
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
  if (pending >= limits.pending) return 'too many pending'
  if (mode === 'unsubscribe') return null
  // Active subscriptions from the totals and the index of hosts, and the few requests for others.
  const { rows } = await sql<{ all: number; same: number }>`
    select (select coalesce(sum(count), 0) from subscription_total where topic = ${topic})
        - (select count(*) from subscription where topic = ${topic} and expires_at <= ${at}) + count(*) as "all",
      (select count(*) from subscription
        where slow in (0, 1) and host = ${host} and topic = ${topic} and expires_at > ${at})
        + coalesce(sum(case when host = ${host} then 1 else 0 end), 0) as same
    from subscription_request as request
    where topic = ${topic} and mode = 'subscribe' and callback <> ${callback} and not exists (
      select 1 from subscription where topic = ${topic} and callback = request.callback and expires_at > ${at}
    )`.execute(tx)
  if (rows[0]!.same >= limits.perHost) return 'host full'
  return rows[0]!.all >= limits.perTopic ? 'topic full' : null
}

/** A renewal keeps the delivery state and takes everything else from the request. */
async function activate(tx: Tx, row: RequestRow, sentAt: Date, newId: string): Promise<void> {
  const { topic, topic_url, callback, host, secret, lease_seconds, base_hash } = row
  const at = sentAt.toISOString()
  await tx.deleteFrom('subscription').where(isPair(row)).where('expires_at', '<=', at).execute()
  const renewed = {
    ...{
      topic_url,
      secret,
      lease_seconds,
      verified_at: at,
      expires_at: later(sentAt, lease_seconds),
    },
    ...{ failures: 0, slow: 0 as const, next_attempt_at: NOTHING_SCHEDULED },
    ...{ wait_reason: null, waiting_since: null },
  }
  // A subscription that exists again must not be denied.
  await tx.deleteFrom('denial').where(isPair(row)).execute()
  await tx
    .insertInto('subscription')
    .values({
      ...{ ...renewed, id: newId, topic, callback, host, delivered_hash: base_hash, attempts: '' },
      ...{ behind_since: null, last_status: null, last_delivered_at: null, ...UNCLAIMED },
    })
    .onConflict(conflict => conflict.columns(['topic', 'callback']).doUpdateSet(renewed))
    .execute()
}

/** A subscriber whose subscription ended is still to be told so (WebSub §5.2). Replaces an earlier notice for the same topic and callback. */
export async function addDenial(
  tx: Tx,
  {
    topic,
    topic_url,
    callback,
    host,
  }: Pick<DenialTable, 'topic' | 'topic_url' | 'callback' | 'host'>,
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
