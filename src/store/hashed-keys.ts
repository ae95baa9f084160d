/** Hashes of source keys: they recognize a review, and nothing of an erased one remains in them. */
import { createHash } from 'node:crypto'
import type { Tx } from './base/tables.ts'

export type SourceKey = { source: string; sourceKey: string }

/** The name of a setting that says that a review was erased, and not which: so that an import does not bring it back. */
export const erasedKey = (source: string, sourceKey: string) => ERASED + hashOf(source, sourceKey)

export const ERASED = 'erased:'

/** Erased reviews: what is left of their keys, and which of those an id has. There are few. */
export async function readErased(tx: Tx) {
  const query = tx.selectFrom('review').select(['id', 'source_key']).where('state', '=', 'erased')
  const rows = await query.execute()
  // Written so that the primary key finds them: a semicolon follows the colon.
  const marks = tx.selectFrom('setting').select('key').where('key', '>', ERASED).where('key', '<', 'erased;')
  return {
    // Earlier versions kept the hash with the review.
    marks: new Set([...rows.map(row => row.source_key), ...(await marks.execute()).map(({ key }) => key)]),
    keys: new Map(rows.map(({ id, source_key }) => [id, source_key])),
  }
}

/** The name of the setting by which a further identifier leads to its review, even to an erased one. */
export const aliasKey = ({ source, sourceKey }: SourceKey) => ALIAS + hashOf(source, sourceKey)

export const ALIAS = 'review_alias:'

const hashOf = (source: string, sourceKey: string) =>
  createHash('sha256').update(`${source}\n${sourceKey}`).digest('base64url')
