/** Removes reviews that are gone at their source, withheld or erased, and restores withheld ones. */
import { commit } from '../ledger/commitment.ts'
import type { ChangeOp, ChangeReason, WithholdReason } from '../model/change.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import { verificationOf } from '../model/verification.ts'
import { sha256 } from './base/node-signatures.ts'
import { saveSetting } from './base/stored-settings.ts'
import { chunks } from './base/tables.ts'
import { ALIAS, ERASED, erasedKey } from './hashed-keys.ts'
import type { Transaction } from './ledger-table.ts'
import { noteErasure } from './read-history.ts'
import { kindsKey } from './review-aliases.ts'
import { findStored } from './review-queries.ts'

export function createTakedowns({ tx, version, at, ledger, rules, changed }: Transaction) {
  /** Moves a review to another state, with a ledger entry if the public can see the difference. */
  async function move(
    known: KnownReview,
    state: ReviewState,
    op: ChangeOp,
    reason: ChangeReason | null,
  ) {
    const isShown = state === 'published'
    const level = isShown ? verificationOf(known, rules()).level : null
    const commitment =
      level && commit({ ...known, level }, Buffer.from(known.salt, 'base64url'), sha256)
    const { id: review_id, revision } = known
    const isVisible = isShown || known.state === 'published'
    const seq = isVisible
      ? await ledger.append([{ op, review_id, revision, reason, commitment }])
      : known.seq
    const values = {
      state,
      seq,
      version,
      missing_since: null,
      ...(level && { committed_level: level }),
    }
    await tx.updateTable('review').set(values).where('id', '=', known.id).execute()
    changed()
  }

  const find = (id: string) => findStored(tx, id)

  async function setMissing(ids: string[], missing_since: string | null): Promise<void> {
    for (const chunk of chunks(ids))
      await tx.updateTable('review').set({ missing_since }).where('id', 'in', chunk).execute()
  }

  /** Keeps that identifiers were erased, and deletes which review they were. */
  async function unlink(id: string, erased: string): Promise<void> {
    const aliases = tx.selectFrom('setting').select('key').where('value', '=', JSON.stringify(id))
    const keys = (await aliases.where('key', 'like', `${ALIAS}%`).execute()).map(({ key }) => key)
    for (const mark of [erased, ...keys.map(key => ERASED + key.slice(ALIAS.length))])
      await saveSetting(tx, mark, true)
    const settings = [...keys, kindsKey(id)]
    await tx.deleteFrom('setting').where('key', 'in', settings).execute()
  }

  return {
    find,

    /** `find` does not find erased reviews. */
    async isErased(id: string): Promise<boolean> {
      const erased = tx
        .selectFrom('review')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'erased')
      return (await erased.executeTakeFirst()) !== undefined
    },

    /** The reviews of these sources that a complete import did not see, and how many it could have seen. */
    async listAbsent(sources: string[], seen: ReadonlySet<string>) {
      const query = tx.selectFrom('review').select(['id', 'source', 'missing_since']).orderBy('id')
      const present = query.where('state', 'in', ['published', 'unverified'])
      const rows = await present.where('source', 'in', sources).execute()
      return { known: rows.length, absent: rows.filter(({ id }) => !seen.has(id)) }
    },

    markMissing: (ids: string[]) => setMissing(ids, at),
    markFound: (ids: string[]) => setMissing(ids, null),

    /** For a review that is gone at its source. */
    async remove(id: string): Promise<void> {
      const known = await find(id)
      if (known) await move(known, 'gone', 'gone_at_source', 'source_removed')
    },

    withhold: (known: KnownReview, reason: WithholdReason) =>
      move(known, 'withheld', 'withhold', reason),

    /** Shows a withheld review again, unless it does not count as verified; returns its new state. */
    async restore(known: KnownReview): Promise<ReviewState> {
      const state = verificationOf(known, rules()).level === 'none' ? 'unverified' : 'published'
      await move(known, state, known.seq === null ? 'add' : 'restore', null)
      return state
    },

    /** Deletes text, name and salt for good. Call `scrub` afterwards to clean the files as well. */
    async erase({ id, source, source_key, revision, seq, content }: KnownReview): Promise<void> {
      const entry = {
        review_id: id,
        revision,
        reason: 'erasure_request',
        commitment: null,
      } as const
      if (seq !== null) await noteErasure(tx, at, content.rating)
      await tx.deleteFrom('correction').where('review_id', '=', id).execute()
      await tx.deleteFrom('revision').where('review_id', '=', id).execute()
      const rest = {
        ...NOTHING_LEFT,
        state: 'erased',
        source_key: ERASED + id,
        updated_at: at,
      } as const
      const newSeq = seq === null ? null : await ledger.append([{ op: 'erase', ...entry }])
      await tx
        .updateTable('review')
        .set({ ...rest, seq: newSeq, version })
        .where('id', '=', id)
        .execute()
      await unlink(id, erasedKey(source, source_key))
      // Analyses and the narrative may quote the review. Both can be regenerated, so all of it goes.
      await tx.deleteFrom('analysis').execute()
      await saveSetting(tx, 'narrative', null)
      changed()
    },
  }
}

/** What an erased review leaves: everything that says something about it is gone. A test looks at every column. */
const NOTHING_LEFT = {
  particulars: '{}',
  committed_level: null,
  missing_since: null,
  own_reply: 0,
  replaced_reply: null,
} as const
