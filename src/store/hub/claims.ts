/** Claims: each instance works on rows that no other works on, until the claim runs out. */
import { type RawBuilder, sql } from 'kysely'
import type { TopicPath } from '../../model/subscription.ts'
import type { DatabaseEngine } from '../base/database-engine.ts'
import { later } from '../base/tables.ts'
import type { Claim } from './hub-store.ts'

/** What the queries of the hub work with. */
export interface HubContext extends DatabaseEngine {
  /** The server's time: a claim must run out at the same moment for every instance, even if their clocks differ. */
  now(): Date
  clock(): string
  newId(): string
}

/** Claims the rows that are due and meet the condition, those that have waited longest first. */
export async function claimDue<Row>(
  { db, locksRows, now }: HubContext,
  table: 'subscription_request' | 'denial',
  { by, seconds, limit }: Pick<Claim, 'by' | 'seconds' | 'limit'>,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Row[]> {
  const claimedAt = now()
  const at = claimedAt.toISOString()
  // Materialized, because PostgreSQL might otherwise evaluate the selection more than once and claim too many rows.
  const { rows } = await sql<Row>`
    with due as materialized (
      select id from ${sql.table(table)}
      where next_attempt_at <= ${at} and claimed_until <= ${at} and ${condition}
      order by next_attempt_at limit ${sql.lit(limit)} ${locksRows ? sql`for update skip locked` : sql``}
    )
    update ${sql.table(table)} set claimed_by = ${by}, claimed_until = ${later(claimedAt, seconds)}
    where id in (select id from due) returning *`.execute(db)
  return rows
}

/** Before any time, so that a clock that is set back changes nothing: due as soon as there is something to send. */
export const NOTHING_SCHEDULED = ''

/** The columns of a row that nobody has claimed yet. */
export const UNCLAIMED = { claimed_by: null, claimed_until: '' }

export const isStillClaimed = ({ id, claimed_by }: { id: string; claimed_by: string | null }) =>
  sql<boolean>`id = ${id} and claimed_by = ${claimed_by}`

/** There is at most one subscription, request and denial for each topic and callback. */
export const isPair = ({ topic, callback }: { topic: TopicPath; callback: string }) =>
  sql<boolean>`topic = ${topic} and callback = ${callback}`
