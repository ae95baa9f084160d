/** Reads the published data and everything that changed since a version. */
import { sql } from 'kysely'
import { type KnownReview, NO_PARTICULARS, type ReviewState } from '../model/record.ts'
import {
  readBusiness,
  readCosignatures,
  readNarrative,
  readSetting,
} from './base/stored-settings.ts'
import { type Db, findInChunks, type Tx } from './base/tables.ts'
import { readCorrections } from './corrections.ts'
import { readLogRoot, toEntry } from './ledger-table.ts'
import { readHistory } from './read-history.ts'

export const IS_CURRENT = sql<boolean>`revision.review_id = review.id and revision.revision = review.revision`

/** Every review with its current revision. Erased reviews have no revision, so they are left out. */
export function selectKnown(db: Db) {
  return db
    .selectFrom('review')
    .innerJoin('revision', join => join.on(IS_CURRENT))
    .selectAll('review')
    .select(['author', 'rating', 'date', 'text', 'reply_text', 'reply_date', 'incentive', 'salt'])
}

type KnownRow = Awaited<ReturnType<ReturnType<typeof selectKnown>['execute']>>[number]

export function toKnown(row: KnownRow): KnownReview {
  const {
    id,
    source,
    source_key,
    revision,
    updated_at,
    salt,
    seq,
    missing_since,
    renewed,
    committed_level,
  } = row
  const { author, rating, date, text } = row
  const owner_reply =
    row.reply_text === null ? null : { text: row.reply_text, date: row.reply_date! }
  const incentive = row.incentive === null ? null : row.incentive === 1
  return {
    ...{
      id,
      source,
      source_key,
      revision,
      updated_at,
      salt,
      seq,
      missing_since,
      renewed,
      committed_level,
    },
    state: row.state as ReviewState,
    content: { author, rating, date, text, owner_reply, incentive },
    particulars: { ...NO_PARTICULARS, ...JSON.parse(row.particulars) },
    own_reply: row.own_reply === 1 ? { replaced: row.replaced_reply } : null,
  }
}

export async function findByIds(db: Db, ids: string[]): Promise<KnownReview[]> {
  const rows = await findInChunks(ids, chunk =>
    selectKnown(db).where('review.id', 'in', chunk).execute(),
  )
  return rows.map(toKnown)
}

export async function findBySourceKeys(
  db: Db,
  source: string,
  keys: string[],
): Promise<KnownReview[]> {
  const ofSource = selectKnown(db).where('review.source', '=', source)
  const rows = await findInChunks(keys, chunk =>
    ofSource.where('source_key', 'in', chunk).execute(),
  )
  return rows.map(toKnown)
}

export async function readVersion(db: Db): Promise<{ version: number; changed_at: string | null }> {
  return await db
    .selectFrom('publication')
    .select(['version', 'changed_at'])
    .executeTakeFirstOrThrow()
}

export type ChangesSince = Awaited<ReturnType<typeof changesSince>>

/** Needs a transaction that reads a single point in time: the parts must fit together. */
export async function changesSince(tx: Tx, version: number, afterSeq = 0) {
  const state = await readVersion(tx)
  const changed = selectKnown(tx).where('review.version', '>', version)
  const rows = await changed.where('review.state', '=', 'published').execute()
  const hidden = tx.selectFrom('review').select('id').where('state', '!=', 'published')
  const removed = await hidden.where('version', '>', version).execute()
  const later = tx.selectFrom('ledger').selectAll().where('seq', '>', afterSeq)
  const entries = await later.orderBy('seq').execute()
  return {
    version: state.version,
    /** When this version was written. */
    changedAt: state.changed_at,
    business: await readBusiness(tx),
    /** Changed reviews that are shown, and the ids of those that no longer are. */
    shown: rows.map(toKnown),
    removed: removed.map(row => row.id),
    /** The corrections of these reviews, without lapsed ones. */
    corrections: (await readCorrections(tx, version)).filter(({ isLapsed }) => !isLapsed),
    entries: entries.map(toEntry),
    /** The Merkle root of the whole ledger, stored when its last entry was written; base64. */
    logRoot: await readLogRoot(tx),
    /** The version in which the business last changed in a way that may affect how any review looks. */
    rosterVersion: (await readSetting<number>(tx, 'roster_version')) ?? 0,
    /** The text by a language model, if there is one. */
    narrative: await readNarrative(tx),
    cosignatures: await readCosignatures(tx),
    history: await readHistory(tx),
  }
}
