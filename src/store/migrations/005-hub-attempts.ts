/** The instances of the hub that claim rows, the last deliveries of each subscription, and the proofs that subscribers have used. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hub_instance')
    .addColumn('id', 'text', column => column.primaryKey())
    .execute()
  await db.schema
    .createTable('hub_proof')
    .addColumn('proof', 'text', column => column.primaryKey())
    .addColumn('expires_at', 'text', column => column.notNull())
    .execute()
  await db.schema
    .alterTable('subscription')
    .addColumn('attempts', 'text', column => column.notNull().defaultTo(''))
    .execute()
}
