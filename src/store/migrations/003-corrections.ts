/** Corrections by the owner of what the insights engine read. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('correction')
    .addColumn('review_id', 'text', column => column.notNull().references('review.id'))
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('mark', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('corrected_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('correction_key', ['review_id', 'kind', 'subject'])
    .execute()
}
