/** The last deliveries of a subscription, as one short text: entries of the same length, so that one expression adds to it on both engines. */
import { type RawBuilder, sql } from 'kysely'
import type { DeliveryAttempt } from '../../model/subscription.ts'

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
