/** Queries about topics, subscriptions that are behind, and the outcomes of deliveries. */
import { sql } from 'kysely'
import type { TopicPath } from '../../model/subscription.ts'
import type { SubscriptionTable, TopicTable, Tx, WaitReason } from '../base/tables.ts'
import {
  addAttempt,
  type Claim,
  claimDue,
  type HubContext,
  IS_BEHIND,
  isStillClaimed,
  isWanted,
  NOTHING_SCHEDULED,
  selectActive,
} from './claims.ts'
import { addDenial } from './requests.ts'

export type DueRow = SubscriptionTable

/** Which subscriptions may be claimed: those to topics whose current content the caller has, after one, ordered by host and id. */
type SubscriptionRange = { hashes: string[]; after: { host: string; id: string } }

export type DeliveryOutcome =
  | { kind: 'delivered'; hash: string; status: number }
  | { kind: 'failed'; status: number | null; at: Date }
  | { kind: 'again'; at: Date; because: 'slow' | 'stopped' | WaitReason }
  /** With the reason for the denial notice, if the subscriber gets one. */
  | { kind: 'ended'; denial?: string }

export type Settled = { row: DueRow; outcome: DeliveryOutcome }

const SWEEP_ROWS = 1000

export function createDeliveryQueries(context: HubContext) {
  const { db, attempt, change, changeAlone, locksRows, clock, newId } = context
  return {
    /** Sets the current content of a topic. Ignored if another instance has already set a newer version. */
    setTopic: (path: TopicPath, hash: string, version: number) =>
      changeAlone('topics', async tx => {
        const before = await tx
          .selectFrom('topic')
          .selectAll()
          .where('path', '=', path)
          .executeTakeFirst()
        if (before && before.version > version) return
        if (before?.hash === hash) {
          // Raises the version, so that an outdated instance cannot put back older content.
          await tx.updateTable('topic').set({ version }).where('path', '=', path).execute()
          return
        }
        if (before) await markBehind(tx, locksRows, before, hash)
        const topic = { path, hash, version, changed_at: clock() }
        await tx
          .insertInto('topic')
          .values(topic)
          .onConflict(conflict => conflict.column('path').doUpdateSet(topic))
          .execute()
      }),

    /** Claims subscriptions that are behind and due, ordered by host, so that they can share a connection. */
    async claimDeliveries(claim: Claim, { hashes, after }: SubscriptionRange): Promise<DueRow[]> {
      const missed = db
        .selectFrom('topic')
        .select('path')
        .where('hash', 'in', hashes)
        .where(IS_BEHIND)
      const isNext = sql`(host, id) > (${after.host}, ${after.id}) and expires_at > ${clock()}`
      const condition = sql`${isWanted(claim)} and ${isNext} and topic in ${missed}`
      const rows = await claimDue<DueRow>(context, 'subscription', claim, condition, sql`host, id`)
      return rows.sort((a, b) => compare(a.host, b.host) || compare(a.id, b.id))
    },

    /** Returns the ids of removed subscriptions. One that was renewed or ended in the meantime is not removed. */
    settleDeliveries: (settled: Settled[]) =>
      change(async tx => {
        const at = clock()
        await settleDelivered(tx, context, settled, at)
        const removed = new Set<string>()
        for (const { row, outcome } of settled)
          if (outcome.kind === 'ended') {
            if (!(await end(tx, row))) continue
            removed.add(row.id)
            // In the same transaction: a crash must not end a subscription without a word.
            if (outcome.denial) await addDenial(tx, row, outcome.denial, { id: newId(), at })
          } else if (outcome.kind !== 'delivered') await postpone(tx, row, outcome, at)
        return removed
      }),

    /** Makes everyone who is behind due now; returns how many had to wait. */
    retryAll: () =>
      change(async tx => {
        const at = clock()
        const behind = selectActive(tx, at).select('subscription.id').where(IS_BEHIND)
        const waiting = behind.where('next_attempt_at', '>', at)
        const due = tx.updateTable('subscription').set({ next_attempt_at: NOTHING_SCHEDULED })
        return Number((await due.where('id', 'in', waiting).executeTakeFirst()).numUpdatedRows)
      }),

    /** Returns how many subscriptions had expired. */
    async removeExpired(): Promise<number> {
      const at = clock()
      await attempt(() => db.deleteFrom('suspension').where('ends_at', '<=', at).execute())
      await attempt(() => db.deleteFrom('subscription_total').where('count', '=', 0).execute())
      const expired = db
        .deleteFrom('subscription')
        .where('id', 'in', query =>
          query
            .selectFrom('subscription')
            .select('id')
            .where('expires_at', '<=', at)
            .limit(SWEEP_ROWS),
        )
        // Checked again, because a subscription may have been renewed while this statement waited for its row.
        .where('expires_at', '<=', at)
      return Number((await attempt(() => expired.executeTakeFirst())).numDeletedRows)
    },

    /** Ends a subscription, or drops a request. The subscriber gets a denial notice with the reason. */
    remove: (id: string, reason: string) =>
      change(async tx => {
        const columns = ['topic', 'topic_url', 'callback', 'host'] as const
        const active = await tx
          .deleteFrom('subscription')
          .where('id', '=', id)
          .returning(columns)
          .execute()
        const request = tx.deleteFrom('subscription_request').where('id', '=', id)
        const pending = await request.where('mode', '=', 'subscribe').returning(columns).execute()
        const removed = [...active, ...pending]
        for (const row of removed) await addDenial(tx, row, reason, { id: newId(), at: clock() })
        return removed.length > 0
      }),
  }
}

/** A subscription that never got the outgoing content has been behind since that content came. */
async function markBehind(
  tx: Tx,
  locksRows: boolean,
  { path, hash, changed_at }: TopicTable,
  next: string,
) {
  // Skip rows being settled: waiting on them could deadlock.
  const all = tx.selectFrom('subscription').select('id').where('topic', '=', path)
  const ofTopic = locksRows ? all.forUpdate().skipLocked() : all
  const missed = ofTopic.where('delivered_hash', '!=', hash).where('behind_since', 'is', null)
  const caughtUp = ofTopic.where('delivered_hash', '=', next).where('behind_since', 'is not', null)
  await tx
    .updateTable('subscription')
    .set({ behind_since: changed_at })
    .where('id', 'in', missed)
    .execute()
  await tx
    .updateTable('subscription')
    .set({ behind_since: null })
    .where('id', 'in', caughtUp)
    .execute()
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Removes the subscription, unless it was renewed in the meantime. */
async function end(tx: Tx, row: DueRow): Promise<boolean> {
  const claimed = tx.deleteFrom('subscription').where(isStillClaimed(row))
  const ended = await claimed.where('verified_at', '=', row.verified_at).executeTakeFirst()
  if (ended.numDeletedRows > 0n) return true
  await tx
    .updateTable('subscription')
    .set({ claimed_until: '' })
    .where(isStillClaimed(row))
    .execute()
  return false
}

async function postpone(
  tx: Tx,
  row: DueRow,
  outcome: Extract<DeliveryOutcome, { at: Date }>,
  at: string,
) {
  const update = tx
    .updateTable('subscription')
    .set({ next_attempt_at: outcome.at.toISOString(), claimed_until: '' })
    .where(isStillClaimed(row))
  if (outcome.kind === 'failed')
    await update
      .set(({ eb }) => ({ last_status: outcome.status, slow: 1, failures: eb('failures', '+', 1) }))
      .set({ attempts: addAttempt(at, outcome.status) })
      .set(NOT_WAITING)
      .execute()
  else if (outcome.because === 'slow') await update.set({ slow: 1 }).execute()
  else if (outcome.because === 'stopped') await update.execute()
  else {
    const since = row.wait_reason === outcome.because ? row.waiting_since : null
    await update.set({ wait_reason: outcome.because, waiting_since: since ?? at }).execute()
  }
}

const NOT_WAITING = { wait_reason: null, waiting_since: null }

type Delivered = Settled & { outcome: { kind: 'delivered' } }

/** Nearly all deliveries succeed, so those of one claim share one statement. */
async function settleDelivered(tx: Tx, { hasIdIn }: HubContext, settled: Settled[], at: string) {
  const delivered = settled.filter((one): one is Delivered => one.outcome.kind === 'delivered')
  const groups = Map.groupBy(
    delivered,
    ({ row, outcome }) => `${row.claimed_by} ${row.slow} ${outcome.status} ${outcome.hash}`,
  )
  for (const group of groups.values()) {
    const { row, outcome } = group[0]!
    await tx
      .updateTable('subscription')
      .set({ delivered_hash: outcome.hash, behind_since: null, failures: 0 })
      // Only where it changes: SQLite would also rewrite the index that the column is in.
      .$if(row.slow === 1, update => update.set({ slow: 0 }))
      .set({ last_status: outcome.status, last_delivered_at: at })
      .set({ next_attempt_at: NOTHING_SCHEDULED, claimed_until: '' })
      .set({ attempts: addAttempt(at, outcome.status) })
      .set(NOT_WAITING)
      .where(hasIdIn(group.map(one => one.row.id)))
      .where('claimed_by', '=', row.claimed_by)
      .execute()
  }
}
