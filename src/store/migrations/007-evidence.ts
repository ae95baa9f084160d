/** What a review's origin rests on, rewards, and ledger entries of version 2, some of which are not about a review. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('review').addColumn('basis', 'text').execute()
  await db.schema.alterTable('review').addColumn('committed_level', 'text').execute()
  await db.schema.alterTable('revision').addColumn('incentive', 'integer').execute()
  // Only what was published before keeps its place without evidence.
  await sql`update review set basis = 'owner' where seq is null`.execute(db)

  // SQLite cannot drop "not null" from a column, so the table is made again.
  await db.schema
    .createTable('ledger_again')
    .addColumn('seq', 'integer', column => column.primaryKey())
    .addColumn('op', 'text', column => column.notNull())
    .addColumn('recorded_at', 'text', column => column.notNull())
    .addColumn('review_id', 'text', column => column.references('review.id'))
    .addColumn('revision', 'integer')
    .addColumn('reason', 'text')
    .addColumn('commitment', 'text')
    .addColumn('v', 'integer', column => column.notNull())
    .addColumn('content', 'text')
    .execute()
  await sql`insert into ledger_again (seq, op, recorded_at, review_id, revision, reason, commitment, v)
    select seq, op, recorded_at, review_id, revision, reason, commitment, 1 from ledger`.execute(db)
  await db.schema.dropTable('ledger').execute()
  await db.schema.alterTable('ledger_again').renameTo('ledger').execute()
}
