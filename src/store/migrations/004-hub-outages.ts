/** Denial notices to be sent, suspensions that the operator can see, and why a delivery waits without a failure. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('denial')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('topic', 'text', column => column.notNull())
    .addColumn('topic_url', 'text', column => column.notNull())
    .addColumn('callback', 'text', column => column.notNull())
    .addColumn('host', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('next_attempt_at', 'text', column => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'text', column => column.notNull())
    .addUniqueConstraint('denial_pair', ['topic', 'callback'])
    .execute()

  await db.schema
    .createTable('suspension')
    .addColumn('scope', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('started_at', 'text', column => column.notNull())
    .addColumn('ends_at', 'text', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('suspension_key', ['scope', 'subject'])
    .execute()

  // One column at a time: SQLite adds no more in one statement.
  await db.schema.alterTable('subscription').addColumn('wait_reason', 'text').execute()
  await db.schema.alterTable('subscription').addColumn('waiting_since', 'text').execute()
}
