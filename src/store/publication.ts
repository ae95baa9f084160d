/** Reads what is published, and all that changed since a version. */
import type { BusinessFile } from '../model/business.ts'
import type { Narrative } from '../model/narrative.ts'
import type { ReviewRecord } from '../model/record.ts'
import type { Verification } from '../model/review.ts'
import type { Db } from './schema.ts'
import { readSetting } from './setting.ts'
import type { Publication } from './store.ts'

const columns = [
  'review.id',
  'review.source',
  'review.source_key',
  'review.revision',
  'review.updated_at',
  'review.author_avatar_url',
  'review.source_url',
  'review.language',
  'review.verification_level',
  'review.verification_method',
  'review.source_updated_at',
  'revision.author',
  'revision.rating',
  'revision.date',
  'revision.text',
  'revision.reply_text',
  'revision.reply_date',
] as const

/** Every review with the revision that counts. */
export function selectRecords(db: Db) {
  return db
    .selectFrom('review')
    .innerJoin('revision', join =>
      join.onRef('revision.review_id', '=', 'review.id').onRef('revision.revision', '=', 'review.revision'),
    )
    .select(columns)
}

type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number]

export function toRecord(row: RecordRow): ReviewRecord {
  const { author_avatar_url, source_url, language, source_updated_at, author, rating, date, text } = row
  const owner_reply = row.reply_text === null ? null : { text: row.reply_text, date: row.reply_date! }
  const verification = row.verification_level && {
    level: row.verification_level as Verification['level'],
    method: row.verification_method,
  }
  return {
    id: row.id,
    source: row.source,
    source_key: row.source_key,
    revision: row.revision,
    updated_at: row.updated_at,
    content: { author, rating, date, text, owner_reply },
    particulars: {
      author_avatar_url,
      source_url,
      language,
      verification: verification || null,
      source_updated_at,
    },
  }
}

export async function readVersion(db: Db): Promise<{ version: number; changed_at: string | null }> {
  return await db.selectFrom('publication').select(['version', 'changed_at']).executeTakeFirstOrThrow()
}

export const readBusiness = (db: Db) => readSetting<BusinessFile>(db, 'business')
export const readNarrative = (db: Db) => readSetting<Narrative>(db, 'narrative')

export async function readSince(db: Db, version: number): Promise<Publication> {
  return await db.transaction().execute(async tx => {
    const state = await readVersion(tx)
    const business = await readBusiness(tx)
    const rows = await selectRecords(tx)
      .where('review.version', '>', version)
      .where('review.state', '=', 'published')
      .execute()
    const removed = await tx
      .selectFrom('review')
      .select('id')
      .where('version', '>', version)
      .where('state', '!=', 'published')
      .execute()
    return {
      version: state.version,
      changedAt: state.changed_at,
      business,
      shown: rows.map(toRecord),
      removed: removed.map(row => row.id),
      narrative: await readNarrative(tx),
    }
  })
}
