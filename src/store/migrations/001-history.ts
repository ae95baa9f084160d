/** Reviews with their revisions, the ledger, analyses, settings, and the version counter. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('source', 'text', column => column.notNull())
    .addColumn('source_key', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .addColumn('author_avatar_url', 'text')
    .addColumn('source_url', 'text')
    .addColumn('language', 'text')
    .addColumn('verification_level', 'text')
    .addColumn('verification_method', 'text')
    .addColumn('source_updated_at', 'text')
    .addColumn('date_precision', 'text', column => column.notNull())
    .addColumn('translation', 'text')
    .addColumn('tags', 'text', column => column.notNull())
    .addColumn('seq', 'integer')
    .addColumn('missing_since', 'text')
    .addColumn('renewed', 'integer', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addUniqueConstraint('review_source', ['source', 'source_key'])
    .execute()
  await db.schema.createIndex('review_version').on('review').column('version').execute()

  await db.schema
    .createTable('revision')
    .addColumn('review_id', 'text', column => column.notNull().references('review.id'))
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('recorded_at', 'text', column => column.notNull())
    .addColumn('author', 'text', column => column.notNull())
    .addColumn('rating', 'integer', column => column.notNull())
    .addColumn('date', 'text', column => column.notNull())
    .addColumn('text', 'text')
    .addColumn('reply_text', 'text')
    .addColumn('reply_date', 'text')
    .addColumn('salt', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('revision_key', ['review_id', 'revision'])
    .execute()

  await db.schema
    .createTable('ledger')
    .addColumn('seq', 'integer', column => column.primaryKey())
    .addColumn('op', 'text', column => column.notNull())
    .addColumn('recorded_at', 'text', column => column.notNull())
    .addColumn('review_id', 'text', column => column.notNull().references('review.id'))
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('commitment', 'text')
    .execute()

  await db.schema
    .createTable('analysis')
    .addColumn('content_hash', 'text', column => column.notNull())
    .addColumn('engine', 'text', column => column.notNull())
    .addColumn('result', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('analysis_key', ['content_hash', 'engine'])
    .execute()

  await db.schema
    .createTable('setting')
    .addColumn('key', 'text', column => column.primaryKey())
    .addColumn('value', 'text', column => column.notNull())
    .execute()

  await db.schema
    .createTable('publication')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('changed_at', 'text')
    .execute()
  await (db as Kysely<{ publication: { id: number; version: number } }>)
    .insertInto('publication')
    .values({ id: 1, version: 0 })
    .execute()
}
