/** Replies that the owner wrote here, which imports without them must not remove. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('review')
    .addColumn('own_reply', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('review').addColumn('replaced_reply', 'text').execute()
}
