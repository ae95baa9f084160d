/** Who is told when a topic changes. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('subscription')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('topic', 'text', column => column.notNull())
    .addColumn('callback', 'text', column => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('lease_seconds', 'integer', column => column.notNull())
    .addColumn('expires_at', 'text', column => column.notNull())
    .addColumn('delivered_hash', 'text', column => column.notNull())
    .addColumn('failures', 'integer', column => column.notNull().defaultTo(0))
    .addUniqueConstraint('subscription_pair', ['topic', 'callback'])
    .execute()
}
