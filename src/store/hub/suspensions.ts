/** Queries about suspensions, which the hub records so that other processes can show them, and about callbacks that work. */
import type { Db, SuspensionTable } from '../base/tables.ts'
import { type HubContext, NOTHING_SCHEDULED } from './claims.ts'

const FEW = 3

export function createSuspensionQueries({ db, attempt, change, clock }: HubContext) {
  const selectReached = () =>
    db
      .selectFrom('subscription')
      .select('host')
      .where('last_delivered_at', 'is not', null)
      .where('expires_at', '>', clock())
  return {
    /** Records what the hub has suspended, for other processes to see; replaces an earlier record. */
    async suspend(suspension: SuspensionTable): Promise<void> {
      const row = db.insertInto('suspension').values(suspension)
      const replaced = row.onConflict(conflict =>
        conflict.columns(['scope', 'subject']).doUpdateSet(suspension),
      )
      await attempt(() => replaced.execute())
    },

    /** Makes due what waited for the end of the suspension. */
    liftSuspension: ({ scope, subject }: Pick<SuspensionTable, 'scope' | 'subject'>) =>
      change(async tx => {
        await tx
          .deleteFrom('suspension')
          .where('scope', '=', scope)
          .where('subject', '=', subject)
          .execute()
        if (scope === 'everything') return
        const due = tx.updateTable('subscription').set({ next_attempt_at: NOTHING_SCHEDULED })
        const waiting = due
          .where('wait_reason', '=', 'suspended')
          .where('next_attempt_at', '>', clock())
        await waiting.where(scope, '=', subject).execute()
      }),

    /** Those that have not ended. */
    listSuspensions: () => attempt(() => readSuspensions(db, clock())),

    /** One callback for each host that has received a delivery. */
    listReached: () =>
      attempt(() =>
        selectReached()
          .select(({ fn }) => fn.min('callback').as('callback'))
          .groupBy('host')
          .execute(),
      ),

    /** A few of these hosts, without looking at all subscriptions. */
    someReached: () => attempt(() => selectReached().distinct().limit(FEW).execute()),
  }
}

export async function readSuspensions(db: Db, at: string): Promise<SuspensionTable[]> {
  const current = db.selectFrom('suspension').selectAll().where('ends_at', '>', at)
  return await current.orderBy('scope').orderBy('subject').execute()
}
