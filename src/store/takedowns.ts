/** Removes reviews that are gone at their source, withheld or erased, and restores withheld ones. */
import { commit } from '../ledger/commitment.ts'
import type { ChangeOp, ChangeReason } from '../model/change.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import { verificationOf } from '../model/verification.ts'
import { chunks } from './base/chunks.ts'
import { sha256 } from './base/node-sha256.ts'
import { saveSetting } from './base/stored-settings.ts'
import { erasedKey } from './hashed-keys.ts'
import { noteErasure } from './read-history.ts'
import { findStored } from './review-queries.ts'
import type { StoreWriter } from './store.ts'
import type { Transaction } from './transaction.ts'

export function createTakedowns({ tx, version, at, ledger, rules, changed }: Transaction) {
  /** Moves a review to another state, with a ledger entry if the public can see the difference. */
  async function move(known: KnownReview, state: ReviewState, op: ChangeOp, reason: ChangeReason | null) {
    const isShown = state === 'published'
    const level = isShown ? verificationOf(known, rules()).level : null
    const commitment = level && commit({ ...known, level }, Buffer.from(known.salt, 'base64url'), sha256)
    const { id: review_id, revision } = known
    const isVisible = isShown || known.state === 'published'
    const seq = isVisible ? await ledger.append([{ op, review_id, revision, reason, commitment }]) : known.seq
    await tx
      .updateTable('review')
      .set({ state, seq, version, missing_since: null, ...(level && { committed_level: level }) })
      .where('id', '=', known.id)
      .execute()
    changed()
  }

  const find = (id: string) => findStored(tx, id)

  async function setMissing(ids: string[], missing_since: string | null): Promise<void> {
    for (const chunk of chunks(ids))
      await tx.updateTable('review').set({ missing_since }).where('id', 'in', chunk).execute()
  }

  return {
    find,

    async isErased(id) {
      const erased = tx.selectFrom('review').select('id').where('id', '=', id).where('state', '=', 'erased')
      return (await erased.executeTakeFirst()) !== undefined
    },

    async listAbsent(sources, seen) {
      const rows = await tx
        .selectFrom('review')
        .select(['id', 'source', 'missing_since'])
        .where('source', 'in', sources)
        .where('state', 'in', ['published', 'unverified'])
        .orderBy('id')
        .execute()
      return { known: rows.length, absent: rows.filter(({ id }) => !seen.has(id)) }
    },

    markMissing: ids => setMissing(ids, at),
    markFound: ids => setMissing(ids, null),

    async remove(id) {
      const known = await find(id)
      if (known) await move(known, 'gone', 'gone_at_source', 'source_removed')
    },

    withhold: (known, reason) => move(known, 'withheld', 'withhold', reason),

    async restore(known) {
      const state = verificationOf(known, rules()).level === 'none' ? 'unverified' : 'published'
      await move(known, state, known.seq === null ? 'add' : 'restore', null)
      return state
    },

    async erase({ id, source, source_key, revision, seq, content }) {
      const entry = {
        op: 'erase',
        review_id: id,
        revision,
        reason: 'erasure_request',
        commitment: null,
      } as const
      if (seq !== null) await noteErasure(tx, at, content.rating)
      await tx.deleteFrom('correction').where('review_id', '=', id).execute()
      await tx.deleteFrom('revision').where('review_id', '=', id).execute()
      await tx
        .updateTable('review')
        .set({
          state: 'erased',
          source_key: erasedKey(source, source_key),
          ...NOTHING_LEFT,
          updated_at: at,
          seq: seq === null ? null : await ledger.append([entry]),
          version,
        })
        .where('id', '=', id)
        .execute()
      // Analyses and the narrative may quote the review. Both can be regenerated, so all of it goes.
      await tx.deleteFrom('analysis').execute()
      await saveSetting(tx, 'narrative', null)
      changed()
    },
  } satisfies Partial<StoreWriter>
}

const NOTHING_LEFT = {
  author_avatar_url: null,
  source_url: null,
  language: null,
  verification_level: null,
  verification_method: null,
  basis: null,
  committed_level: null,
  source_updated_at: null,
  date_precision: 'day',
  translation: null,
  tags: '[]',
  own_reply: 0,
  replaced_reply: null,
  missing_since: null,
} as const
