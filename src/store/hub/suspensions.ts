/** Queries about suspensions, which the hub records so that other processes can show them, and about callbacks that work. */
import type { Db } from '../base/tables.ts'
import { type HubContext, NOTHING_SCHEDULED } from './claims.ts'
import type { HubStore, Suspension } from './hub-store.ts'

export function createSuspensionQueries({ db, attempt, change, clock }: HubContext) {
  return {
    async suspend(suspension) {
      const row = db.insertInto('suspension').values(suspension)
      const replaced = row.onConflict(conflict =>
        conflict.columns(['scope', 'subject']).doUpdateSet(suspension),
      )
      await attempt(() => replaced.execute())
    },

    liftSuspension: ({ scope, subject }) =>
      change(async tx => {
        await tx.deleteFrom('suspension').where('scope', '=', scope).where('subject', '=', subject).execute()
        if (scope === 'everything') return
        const at = clock()
        await tx
          .updateTable('subscription')
          .set({ next_attempt_at: NOTHING_SCHEDULED })
          .where(scope, '=', subject)
          .where('wait_reason', '=', 'suspended')
          .where('next_attempt_at', '>', at)
          .execute()
      }),

    listSuspensions: () => attempt(() => readSuspensions(db, clock())),

    listReached: () =>
      attempt(() =>
        db
          .selectFrom('subscription')
          .select('host')
          .select(({ fn }) => fn.min('callback').as('callback'))
          .where('last_delivered_at', 'is not', null)
          .where('expires_at', '>', clock())
          .groupBy('host')
          .execute(),
      ),
  } satisfies Partial<HubStore>
}

export async function readSuspensions(db: Db, at: string): Promise<Suspension[]> {
  const current = db.selectFrom('suspension').selectAll().where('ends_at', '>', at)
  return await current.orderBy('scope').orderBy('subject').execute()
}
