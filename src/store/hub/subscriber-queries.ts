/** Queries for subscribers who look at their own subscription. */
import { type RawBuilder, sql } from 'kysely'
import type { OwnSubscription, TopicPath } from '../../model/subscription.ts'
import { type Db, later, type SubscriptionTable } from '../base/tables.ts'
import { type HubContext, isPair, NOTHING_SCHEDULED, readAttempts, selectActive } from './claims.ts'

export interface SubscriptionStatus
  extends OwnSubscription,
    Pick<SubscriptionTable, 'id' | 'secret'> {}

export function createSubscriberQueries({ db, attempt, change, now, clock }: HubContext) {
  return {
    /** Within its lease. */
    findSubscription: (topic: TopicPath, callback: string) =>
      attempt(() => readStatus(db, clock(), isPair({ topic, callback }))),

    /** Returns false if the proof was spent before. Forgets proofs that are too old to pass anyway. */
    spendProof: (proof: string, keepMs: number) =>
      change(async tx => {
        const at = now()
        await tx.deleteFrom('hub_proof').where('expires_at', '<=', at.toISOString()).execute()
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('hub_proof')
          .values({ proof, expires_at: later(at, keepMs / 1000) })
          .onConflict(conflict => conflict.doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }),

    /** Makes the current content due again, as if it had never been received; undefined if there is no such subscription any more. */
    replay: (id: string) =>
      change(async tx => {
        const at = clock()
        const due = { delivered_hash: '', behind_since: at, next_attempt_at: NOTHING_SCHEDULED }
        await tx.updateTable('subscription').set(due).where('id', '=', id).execute()
        return await readStatus(tx, at, sql<boolean>`id = ${id}`)
      }),
  }
}

async function readStatus(
  db: Db,
  at: string,
  condition: RawBuilder<boolean>,
): Promise<SubscriptionStatus | undefined> {
  const found = await selectActive(db, at)
    .select([
      'id',
      'topic',
      'secret',
      'verified_at',
      'lease_seconds',
      'expires_at',
      'last_delivered_at',
    ])
    .select(['last_status', 'failures', 'next_attempt_at', 'attempts', 'delivered_hash', 'hash'])
    .where(condition)
    .executeTakeFirst()
  if (!found) return undefined
  const { delivered_hash, hash, next_attempt_at, attempts, ...row } = found
  const isBehind = delivered_hash !== hash
  return {
    ...row,
    state: isBehind ? 'behind' : 'current',
    next_attempt_at: isBehind ? next_attempt_at || at : null,
    attempts: readAttempts(attempts),
  }
}
