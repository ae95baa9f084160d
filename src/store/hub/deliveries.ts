/** Queries about topics, subscriptions that are behind, and the outcomes of deliveries. */
import { type QueryCreator, sql } from 'kysely'
import { type Database, later, type TopicTable, type Tx } from '../base/tables.ts'
import { addAttempt } from './attempts.ts'
import { type HubContext, isStillClaimed, NOTHING_SCHEDULED } from './claims.ts'
import type { Claim, DeliveryOutcome, DueRow, HubStore, Settled, SubscriptionRange } from './hub-store.ts'
import { addDenial } from './requests.ts'

const SWEEP_ROWS = 1000

export function createDeliveryQueries(context: HubContext) {
  const { db, attempt, change, changeAlone, locksRows, clock, newId } = context
  return {
    setTopic: (path, hash, version) =>
      changeAlone('topics', async tx => {
        const before = await tx.selectFrom('topic').selectAll().where('path', '=', path).executeTakeFirst()
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

    claimDeliveries: (claim, range) => attempt(() => claimBehind(context, claim, range)),

    settleDeliveries: settled =>
      change(async tx => {
        const at = clock()
        for (const group of groupDelivered(settled)) await settleDelivered(tx, group, at)
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

    retryAll: () =>
      change(async tx => {
        const at = clock()
        const waiting = selectBehind(tx, at).where('next_attempt_at', '>', at)
        const { numUpdatedRows } = await tx
          .updateTable('subscription')
          .set({ next_attempt_at: NOTHING_SCHEDULED })
          .where('id', 'in', waiting)
          .executeTakeFirst()
        return Number(numUpdatedRows)
      }),

    async removeExpired() {
      const at = clock()
      await attempt(() => db.deleteFrom('suspension').where('ends_at', '<=', at).execute())
      const expired = db
        .deleteFrom('subscription')
        .where('id', 'in', query =>
          query.selectFrom('subscription').select('id').where('expires_at', '<=', at).limit(SWEEP_ROWS),
        )
        // Checked again, because a subscription may have been renewed while this statement waited for its row.
        .where('expires_at', '<=', at)
      return Number((await attempt(() => expired.executeTakeFirst())).numDeletedRows)
    },

    remove: (id, reason) =>
      change(async tx => {
        const columns = ['topic', 'topic_url', 'callback', 'host'] as const
        const active = await tx.deleteFrom('subscription').where('id', '=', id).returning(columns).execute()
        const pending = await tx
          .deleteFrom('subscription_request')
          .where('id', '=', id)
          .where('mode', '=', 'subscribe')
          .returning(columns)
          .execute()
        const removed = [...active, ...pending]
        for (const row of removed) await addDenial(tx, row, reason, { id: newId(), at: clock() })
        return removed.length > 0
      }),
  } satisfies Partial<HubStore>
}

/** A subscription that never got the outgoing content has been behind since that content came. */
async function markBehind(
  tx: Tx,
  locksRows: boolean,
  { path, hash, changed_at }: TopicTable,
  next: string,
): Promise<void> {
  // Skip rows being settled: waiting on them could deadlock.
  const ofTopic = tx
    .selectFrom('subscription')
    .select('id')
    .where('topic', '=', path)
    .$if(locksRows, due => due.forUpdate().skipLocked())
  const missed = ofTopic.where('delivered_hash', '!=', hash).where('behind_since', 'is', null)
  const caughtUp = ofTopic.where('delivered_hash', '=', next).where('behind_since', 'is not', null)
  await tx.updateTable('subscription').set({ behind_since: changed_at }).where('id', 'in', missed).execute()
  await tx.updateTable('subscription').set({ behind_since: null }).where('id', 'in', caughtUp).execute()
}

/** Those that lack the current content of their topic, within their lease. Compares hashes, because the clocks of instances differ. */
const selectBehind = (db: QueryCreator<Database>, at: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('topic', 'topic.path', 'subscription.topic')
    .select('subscription.id')
    .whereRef('subscription.delivered_hash', '!=', 'topic.hash')
    .where('subscription.expires_at', '>', at)

async function claimBehind(
  { db, locksRows, now }: HubContext,
  { by, seconds, slow, limit, without }: Claim,
  { hashes, after }: SubscriptionRange,
): Promise<DueRow[]> {
  const claimedAt = now()
  const at = claimedAt.toISOString()
  const rows = await db
    // Materialized, because PostgreSQL might otherwise evaluate the selection more than once and claim too many rows.
    .with(
      cte => cte('due').materialized(),
      query =>
        selectBehind(query, at)
          .where('slow', '=', slow ? 1 : 0)
          .where(sql<boolean>`(host, id) > (${after.host}, ${after.id})`)
          .$if(without.length > 0, due => due.where('host', 'not in', without))
          .where('topic.hash', 'in', hashes)
          .where('next_attempt_at', '<=', at)
          .where('claimed_until', '<=', at)
          .orderBy('host')
          .orderBy('id')
          .limit(limit)
          .$if(locksRows, due => due.forUpdate('subscription').skipLocked()),
    )
    .updateTable('subscription')
    .set({ claimed_by: by, claimed_until: later(claimedAt, seconds) })
    .where('id', 'in', query => query.selectFrom('due').select('due.id'))
    .returningAll()
    .execute()
  return rows.sort((a, b) => compare(a.host, b.host) || compare(a.id, b.id))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Removes the subscription, unless it was renewed in the meantime. */
async function end(tx: Tx, row: DueRow): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('subscription')
    .where(isStillClaimed(row))
    .where('verified_at', '=', row.verified_at)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return true
  await tx.updateTable('subscription').set({ claimed_until: '' }).where(isStillClaimed(row)).execute()
  return false
}

async function postpone(
  tx: Tx,
  row: DueRow,
  outcome: Extract<DeliveryOutcome, { at: Date }>,
  at: string,
): Promise<void> {
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

type Delivered = Extract<DeliveryOutcome, { kind: 'delivered' }>

interface DeliveredGroup extends Delivered, Pick<DueRow, 'claimed_by' | 'slow'> {
  ids: string[]
}

/** Nearly all deliveries succeed, so those of one claim share one statement. */
function groupDelivered(settled: Settled[]): Iterable<DeliveredGroup> {
  const groups = new Map<string, DeliveredGroup>()
  for (const { row, outcome } of settled) {
    if (outcome.kind !== 'delivered') continue
    const key = `${row.claimed_by} ${row.slow} ${outcome.status} ${outcome.hash}`
    const group = groups.get(key)
    if (group) group.ids.push(row.id)
    else groups.set(key, { ...outcome, claimed_by: row.claimed_by, slow: row.slow, ids: [row.id] })
  }
  return groups.values()
}

async function settleDelivered(
  tx: Tx,
  { hash, status, claimed_by, slow, ids }: DeliveredGroup,
  at: string,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ delivered_hash: hash, behind_since: null, failures: 0 })
    // Only where it changes: SQLite would also rewrite the index that the column is in.
    .$if(slow === 1, update => update.set({ slow: 0 }))
    .set({ last_status: status, last_delivered_at: at })
    .set({ next_attempt_at: NOTHING_SCHEDULED, claimed_until: '' })
    .set({ attempts: addAttempt(at, status) })
    .set(NOT_WAITING)
    .where('id', 'in', ids)
    .where('claimed_by', '=', claimed_by)
    .execute()
}
