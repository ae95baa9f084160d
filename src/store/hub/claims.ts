/** What the queries of the hub share. Claims: each instance works on rows that no other works on, until the claim runs out. */
import { type RawBuilder, sql } from 'kysely'
import type { DeliveryAttempt, TopicPath } from '../../model/subscription.ts'
import type { DatabaseEngine } from '../base/database-engine.ts'
import { type Db, later } from '../base/tables.ts'

/** What the queries of the hub work with. */
export interface HubContext extends DatabaseEngine {
  /** The server's time: a claim must run out at the same moment for every instance, even if their clocks differ. */
  now(): Date
  clock(): string
  newId(): string
}

export interface Claim {
  /** The instance, a hyphen, and a number that is unique for each call, so that a claim that ran out settles nothing. */
  by: string
  seconds: number
  /** Claims either callbacks that were slow or failed before, or all others. */
  slow: boolean
  limit: number
  /** Hosts to leave out. */
  without: string[]
}

/** The tables whose rows are claimed. */
export const CLAIMED = ['subscription', 'subscription_request', 'denial'] as const

/** Claims the rows that are due and meet the condition, by default those that have waited longest first. */
export async function claimDue<Row>(
  { db, attempt, locksRows, now }: HubContext,
  table: (typeof CLAIMED)[number],
  { by, seconds, limit }: Pick<Claim, 'by' | 'seconds' | 'limit'>,
  condition: RawBuilder<unknown> = sql`true`,
  order: RawBuilder<unknown> = sql`next_attempt_at`,
): Promise<Row[]> {
  const claimedAt = now()
  const at = claimedAt.toISOString()
  // Materialized, because PostgreSQL might otherwise evaluate the selection more than once and claim too many rows.
  const query = sql<Row>`
    with due as materialized (
      select id from ${sql.table(table)}
      where next_attempt_at <= ${at} and claimed_until <= ${at} and ${condition}
      order by ${order} limit ${sql.lit(limit)} ${locksRows ? sql`for update skip locked` : sql``}
    )
    update ${sql.table(table)} set claimed_by = ${by}, claimed_until = ${later(claimedAt, seconds)}
    where id in (select id from due) returning *`
  return (await attempt(() => query.execute(db))).rows
}

export const isWanted = ({ slow, without }: Claim) =>
  sql`slow = ${slow ? 1 : 0} and ${without.length > 0 ? sql`host not in (${sql.join(without)})` : sql`true`}`

/** Before any time, so that a clock that is set back changes nothing: due as soon as there is something to send. */
export const NOTHING_SCHEDULED = ''

/** The columns of a row that nobody has claimed yet. */
export const UNCLAIMED = { claimed_by: null, claimed_until: '' }

export const isStillClaimed = ({ id, claimed_by }: { id: string; claimed_by: string | null }) =>
  sql<boolean>`id = ${id} and claimed_by = ${claimed_by}`

/** There is at most one subscription, request and denial for each topic and callback. */
export const isPair = ({ topic, callback }: { topic: TopicPath; callback: string }) =>
  sql<boolean>`topic = ${topic} and callback = ${callback}`

/** Subscriptions within their lease, with the current content of their topic. */
export const selectActive = (db: Db, at: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('topic', 'topic.path', 'subscription.topic')
    .where('expires_at', '>', at)

/** Compares hashes, because the clocks of instances differ. */
export const IS_BEHIND = sql<boolean>`delivered_hash <> hash`

/** The last deliveries of a subscription, as one short text: entries of the same length, so that one expression adds to it on both engines. */
const KEPT = 10
/** The time, a space, the status or hyphens, a line feed. */
const ENTRY_LENGTH = 29
const NO_RESPONSE = '---'

/** The new value of the column: this attempt before the others. */
export function addAttempt(at: string, status: number | null): RawBuilder<string> {
  const entry = `${at} ${status ?? NO_RESPONSE}\n`
  return sql<string>`substr(${entry} || attempts, 1, ${sql.lit(KEPT * ENTRY_LENGTH)})`
}

/** Newest first. */
export function readAttempts(attempts: string): DeliveryAttempt[] {
  const lines = attempts.split('\n').slice(0, -1)
  return lines.map(line => {
    const [at, status] = line.split(' ') as [string, string]
    return { at, status: status === NO_RESPONSE ? null : Number(status) }
  })
}
