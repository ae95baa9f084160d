/** Queries for subscribers who look at their own subscription. */
import { type Db, later, type Tx } from '../base/tables.ts'
import { readAttempts } from './attempts.ts'
import { type HubContext, isPair, NOTHING_SCHEDULED } from './claims.ts'
import type { HubStore, SubscriptionStatus } from './hub-store.ts'

export function createSubscriberQueries({ db, attempt, change, now, clock }: HubContext) {
  return {
    async findSubscription(topic, callback) {
      const pair = isPair({ topic, callback })
      const row = await attempt(() => selectStatus(db, clock()).where(pair).executeTakeFirst())
      return row && toStatus(row, clock())
    },

    /** Forgets proofs that are too old to pass anyway. */
    spendProof: (proof, keepMs) =>
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

    /** As if it had never received the current content. */
    replay: id =>
      change(async tx => {
        const at = clock()
        const due = { delivered_hash: '', behind_since: at, next_attempt_at: NOTHING_SCHEDULED }
        await tx.updateTable('subscription').set(due).where('id', '=', id).execute()
        const row = await selectStatus(tx, at).where('id', '=', id).executeTakeFirst()
        return row && toStatus(row, at)
      }),
  } satisfies Partial<HubStore>
}

const selectStatus = (db: Db | Tx, at: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('topic', 'topic.path', 'subscription.topic')
    .select(['id', 'topic', 'secret', 'verified_at', 'lease_seconds', 'expires_at', 'last_delivered_at'])
    .select(['last_status', 'failures', 'next_attempt_at', 'attempts', 'delivered_hash', 'hash'])
    .where('expires_at', '>', at)

type StatusRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectStatus>['executeTakeFirst']>>>

function toStatus(
  { delivered_hash, hash, next_attempt_at, attempts, ...row }: StatusRow,
  at: string,
): SubscriptionStatus {
  const isBehind = delivered_hash !== hash
  return {
    ...row,
    state: isBehind ? 'behind' : 'current',
    next_attempt_at: isBehind ? next_attempt_at || at : null,
    attempts: readAttempts(attempts),
  }
}
