/** Topics, subscriptions, and subscription requests. */
import type { CreateTableBuilder, Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('topic')
    .addColumn('path', 'text', column => column.primaryKey())
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('changed_at', 'text', column => column.notNull())
    .execute()

  await addPairColumns(db.schema.createTable('subscription'))
    .addColumn('verified_at', 'text', column => column.notNull())
    .addColumn('expires_at', 'text', column => column.notNull())
    .addColumn('delivered_hash', 'text', column => column.notNull())
    .addColumn('behind_since', 'text')
    .addColumn('failures', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('last_status', 'integer')
    .addColumn('last_delivered_at', 'text')
    .addUniqueConstraint('subscription_pair', ['topic', 'callback'])
    .execute()
  await db.schema
    .createIndex('subscription_order')
    .on('subscription')
    .columns(['slow', 'host', 'id'])
    .execute()
  await db.schema
    .createIndex('subscription_topic')
    .on('subscription')
    .columns(['topic', 'expires_at', 'host'])
    .execute()
  await db.schema.createIndex('subscription_expiry').on('subscription').column('expires_at').execute()

  await addPairColumns(db.schema.createTable('subscription_request'))
    .addColumn('mode', 'text', column => column.notNull())
    .addColumn('base_hash', 'text', column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', column => column.notNull())
    .addUniqueConstraint('subscription_request_pair', ['topic', 'callback'])
    .execute()
}

function addPairColumns<Name extends string>(table: CreateTableBuilder<Name>) {
  return table
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('topic', 'text', column => column.notNull())
    .addColumn('topic_url', 'text', column => column.notNull())
    .addColumn('callback', 'text', column => column.notNull())
    .addColumn('host', 'text', column => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('lease_seconds', 'integer', column => column.notNull())
    .addColumn('slow', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text', column => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'text', column => column.notNull().defaultTo(''))
}
