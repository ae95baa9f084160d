/** The owner's corrections of what was read in reviews: kept beside them, never in them. */
import { sql } from 'kysely'
import type { CorrectionMark, CorrectionTarget, StoredCorrection } from '../model/correction.ts'
import type { KnownReview } from '../model/record.ts'
import type { Db } from './base/tables.ts'
import type { Transaction } from './ledger-table.ts'

type Mention = Pick<CorrectionTarget, 'kind' | 'id'>

export function createCorrectionWriter({ tx, version, at, changed }: Transaction) {
  const isMention = ({ id }: KnownReview, { kind, id: subject }: Mention) =>
    sql<boolean>`review_id = ${id} and kind = ${kind} and subject = ${subject}`

  async function find(known: KnownReview, mention: Mention): Promise<CorrectionMark | null> {
    const query = tx.selectFrom('correction').select('mark').where(isMention(known, mention))
    return (await query.executeTakeFirst())?.mark ?? null
  }

  /** Announces the review again if its record now names other people. */
  async function publish({ id }: KnownReview, { kind }: Mention, marks: (CorrectionMark | null)[]) {
    const isRenewed = kind === 'technicians' && marks.includes('not_mentioned')
    const values = isRenewed ? { version, renewed: version } : { version }
    await tx.updateTable('review').set(values).where('id', '=', id).execute()
    changed()
  }

  return {
    /** Corrects what was read in the review's text, in place of an earlier correction of the same mention. */
    async correct(known: KnownReview, target: CorrectionTarget): Promise<void> {
      const { kind, id: subject, mark } = target
      const before = await find(known, target)
      const values = { mark, revision: known.revision, corrected_at: at }
      await tx
        .insertInto('correction')
        .values({ review_id: known.id, kind, subject, ...values })
        .onConflict(conflict =>
          conflict.columns(['review_id', 'kind', 'subject']).doUpdateSet(values),
        )
        .execute()
      await publish(known, target, [before, mark])
    },

    async undoCorrection(known: KnownReview, mention: Mention): Promise<void> {
      const before = await find(known, mention)
      await tx.deleteFrom('correction').where(isMention(known, mention)).execute()
      await publish(known, mention, [before])
    },
  }
}

/** Of reviews that changed after a version and are not erased. */
export async function readCorrections(db: Db, afterVersion = 0): Promise<StoredCorrection[]> {
  const rows = await db
    .selectFrom('correction')
    .innerJoin('review', 'review.id', 'correction.review_id')
    .innerJoin('revision as newest', join =>
      join.on(sql<boolean>`newest.review_id = review.id and newest.revision = review.revision`),
    )
    .innerJoin('revision as misread', join =>
      join.on(
        sql<boolean>`misread.review_id = review.id and misread.revision = correction.revision`,
      ),
    )
    .select(['correction.review_id', 'kind', 'subject', 'mark', 'corrected_at'])
    .select(sql<number>`case when newest.text = misread.text then 0 else 1 end`.as('is_lapsed'))
    .where('review.version', '>', afterVersion)
    .execute()
  return rows
    .map(({ subject, is_lapsed, ...row }) => ({ ...row, id: subject, isLapsed: is_lapsed === 1 }))
    .sort((a, b) => (mentionOf(a) < mentionOf(b) ? -1 : 1))
}

/** Sorted here and not in the query: PostgreSQL sorts names by the rules of its own language. */
const mentionOf = ({ review_id, kind, id }: StoredCorrection) => `${review_id} ${kind} ${id}`
