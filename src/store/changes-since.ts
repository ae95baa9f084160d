/** Reads the published data and everything that changed since a version. */
import type { BusinessFile } from '../model/business.ts'
import type { LedgerEntry } from '../model/change.ts'
import type { Narrative } from '../model/narrative.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import type { Verification } from '../model/review.ts'
import { readSetting } from './base/stored-settings.ts'
import type { Db, LedgerTable, Tx } from './base/tables.ts'
import { readCorrections } from './corrections.ts'
import { readLogRoot } from './ledger-writer.ts'
import type { ChangesSince } from './store.ts'

const columns = [
  'review.id',
  'review.source',
  'review.source_key',
  'review.state',
  'review.revision',
  'review.updated_at',
  'review.author_avatar_url',
  'review.source_url',
  'review.language',
  'review.verification_level',
  'review.verification_method',
  'review.source_updated_at',
  'review.date_precision',
  'review.translation',
  'review.tags',
  'review.seq',
  'review.missing_since',
  'review.renewed',
  'review.own_reply',
  'review.replaced_reply',
  'revision.author',
  'revision.rating',
  'revision.date',
  'revision.text',
  'revision.reply_text',
  'revision.reply_date',
  'revision.salt',
] as const

/** Every review with its current revision. Erased reviews have no revision, so they are left out. */
export function selectKnown(db: Db) {
  return db
    .selectFrom('review')
    .innerJoin('revision', join =>
      join.onRef('revision.review_id', '=', 'review.id').onRef('revision.revision', '=', 'review.revision'),
    )
    .select(columns)
}

type KnownRow = Awaited<ReturnType<ReturnType<typeof selectKnown>['execute']>>[number]

export function toKnown(row: KnownRow): KnownReview {
  const { author_avatar_url, source_url, language, source_updated_at, date_precision } = row
  const { author, rating, date, text } = row
  const owner_reply = row.reply_text === null ? null : { text: row.reply_text, date: row.reply_date! }
  const verification = row.verification_level && {
    level: row.verification_level as Verification['level'],
    method: row.verification_method,
  }
  return {
    id: row.id,
    source: row.source,
    source_key: row.source_key,
    state: row.state as ReviewState,
    revision: row.revision,
    updated_at: row.updated_at,
    salt: row.salt,
    seq: row.seq,
    missing_since: row.missing_since,
    renewed: row.renewed,
    content: { author, rating, date, text, owner_reply },
    particulars: {
      author_avatar_url,
      source_url,
      language,
      verification: verification || null,
      source_updated_at,
      date_precision,
      translation: row.translation && JSON.parse(row.translation),
      tags: JSON.parse(row.tags),
    },
    own_reply: row.own_reply === 1 ? { replaced: row.replaced_reply } : null,
  }
}

export async function readVersion(db: Db): Promise<{ version: number; changed_at: string | null }> {
  return await db.selectFrom('publication').select(['version', 'changed_at']).executeTakeFirstOrThrow()
}

export const readBusiness = (db: Db) => readSetting<BusinessFile>(db, 'business')
export const readNarrative = (db: Db) => readSetting<Narrative>(db, 'narrative')

/** Needs a transaction that reads a single point in time: the parts must fit together. */
export async function changesSince(tx: Tx, version: number, afterSeq = 0): Promise<ChangesSince> {
  const state = await readVersion(tx)
  const rows = await selectKnown(tx)
    .where('review.version', '>', version)
    .where('review.state', '=', 'published')
    .execute()
  const removed = await tx
    .selectFrom('review')
    .select('id')
    .where('version', '>', version)
    .where('state', '!=', 'published')
    .execute()
  const entries = await tx
    .selectFrom('ledger')
    .selectAll()
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .execute()
  return {
    version: state.version,
    changedAt: state.changed_at,
    business: await readBusiness(tx),
    shown: rows.map(toKnown),
    removed: removed.map(row => row.id),
    corrections: (await readCorrections(tx, version)).filter(({ isLapsed }) => !isLapsed),
    entries: entries.map(toEntry),
    logRoot: await readLogRoot(tx),
    rosterVersion: (await readSetting<number>(tx, 'roster_version')) ?? 0,
    narrative: await readNarrative(tx),
  }
}

export function toEntry({ recorded_at, ...entry }: LedgerTable): LedgerEntry {
  return { ...entry, at: recorded_at }
}
