/** Writes imported reviews, their revisions, and the ledger entries about them. */
import { commit, SALT_BYTES } from '../ledger/commitment.ts'
import { once } from '../model/once-per.ts'
import type { KnownReview, RecordChange, ReviewRecord, ReviewState } from '../model/record.ts'
import type { Level } from '../model/review.ts'
import { verificationOf } from '../model/verification.ts'
import { sha256 } from './base/node-signatures.ts'
import { readKey } from './base/stored-settings.ts'
import type { ReviewTable, RevisionTable } from './base/tables.ts'
import { findByIds, findBySourceKeys, selectKnown, toKnown } from './changes-since.ts'
import {
  erasedKey,
  findWithoutSourceId,
  type KeyGroup,
  readErased,
  type SourceKey,
} from './hashed-keys.ts'
import type { NewEntry, Transaction } from './ledger-table.ts'

const BATCH = 500

export function createReviewWriter(transaction: Transaction) {
  const { tx, version, at, ledger, rules, randomBytes, changed } = transaction
  /** An import asks for every few hundred rows. */
  const findErased = once(() => readErased(tx))

  const levelOf = (record: ReviewRecord) => verificationOf(record, rules()).level

  /** Another level is an edit, although the content is the same. A new rule changes both sides, and is an entry of its own. */
  function withLevelChange(change: RecordChange): RecordChange {
    const { op, record, known } = change
    if (op !== 'touch' || known?.state !== 'published') return change
    const level = levelOf(record)
    if (level === 'none' || level === levelOf(known)) return change
    return {
      op: 'edit',
      known,
      record: { ...record, revision: known.revision + 1, updated_at: at },
    }
  }

  /** Appends to the ledger and returns the entry number of each step, or null for steps without an entry. */
  async function appendEntries(steps: Step[]): Promise<(number | null)[]> {
    const entries = steps.map(entryOf)
    let seq = await ledger.append(entries.filter(entry => entry !== null))
    return entries.map(entry => (entry ? seq++ : null))
  }

  async function apply(changes: RecordChange[]): Promise<void> {
    if (changes.length === 0) return
    changed()
    const steps = changes.map(withLevelChange).map((change): Step => {
      const salt =
        change.op === 'touch'
          ? change.known!.salt
          : Buffer.from(randomBytes(SALT_BYTES)).toString('base64url')
      const level = levelOf(change.record)
      return { ...change, salt, level, next: nextState(change.known, level !== 'none') }
    })
    const seqs = await appendEntries(steps)
    const rows = steps.map((step, index) => reviewRow(step, seqs[index] ?? null, version))
    const additions = rows.filter((_, index) => !steps[index]!.known)
    if (additions.length > 0) await tx.insertInto('review').values(additions).execute()
    for (const [index, { known }] of steps.entries()) {
      if (!known) continue
      // Without the id: an update that sets it makes SQLite search every table that refers to it.
      const { id, ...rest } = rows[index]!
      await tx.updateTable('review').set(rest).where('id', '=', id).execute()
    }
    const revisions = steps.filter(({ op }) => op !== 'touch').map(step => revisionRow(step, at))
    if (revisions.length > 0) await tx.insertInto('revision').values(revisions).execute()
  }

  return {
    apply,
    /** For each group: the reviews with one of the ids, or with the group's key and any number after it. */
    findWithoutSourceId: async (groups: KeyGroup[]) =>
      findWithoutSourceId(tx, groups, await findErased()),
    /** The secret of the ids of reviews without an identifier of their source: generated once, never changed. */
    idKey: () => readKey(tx, 'id_key', { randomBytes }),

    /** Finds reviews by id or by source key, and reports which of the wanted ones are erased and must not come back. */
    async findKnown(wanted: (SourceKey & { id: string })[]) {
      const ids = wanted.map(({ id }) => id)
      const known = await findByIds(tx, ids)
      for (const [source, ofSource] of Map.groupBy(wanted, ({ source }) => source)) {
        const keys = ofSource.map(({ sourceKey }) => sourceKey)
        known.push(...(await findBySourceKeys(tx, source, keys)))
      }
      const { keys, marks } = await findErased()
      const wantedErased = wanted.filter(
        ({ id, source, sourceKey }) => keys.has(id) || marks.has(erasedKey(source, sourceKey)),
      )
      // An import analyzes texts ahead of time, so results for these may be cached.
      if (wantedErased.length > 0) await tx.deleteFrom('analysis').execute()
      return { known, erased: wantedErased.map(({ id }) => id) }
    },

    /** Shows or hides reviews of this source after its verification rule has changed. */
    async reapplyRule(source: string): Promise<void> {
      for (let after = ''; ; ) {
        const next = selectKnown(tx)
          .where('review.id', '>', after)
          .orderBy('review.id')
          .limit(BATCH)
        const ofSource = next.where('source', '=', source)
        const rows = await ofSource.where('state', 'in', ['published', 'unverified']).execute()
        const moving = rows
          .map(toKnown)
          .filter(({ particulars }) => particulars.verification === null)
          .filter(known => nextState(known, levelOf(known) !== 'none') !== known.state)
        await apply(moving.map(known => ({ op: 'touch', record: known, known })))
        if (rows.length < BATCH) return
        after = rows.at(-1)!.id
      }
    },
  }
}

/** A change with what follows from it. */
type Step = RecordChange & { salt: string; level: Level; next: ReviewState }

/** An import brings back a review that was gone at its source, but never one that was withheld. */
function nextState(known: KnownReview | null, verified: boolean): ReviewState {
  if (known?.state === 'withheld') return 'withheld'
  return verified ? 'published' : 'unverified'
}

/** The ledger only records changes to what is shown. */
function entryOf({ op, record, known, next, salt, level }: Step): NewEntry | null {
  const { id: review_id, revision } = record
  const wasShown = known?.state === 'published'
  if (next !== 'published')
    return wasShown
      ? { op: 'withhold', review_id, revision, reason: 'not_verified', commitment: null }
      : null
  if (wasShown && op === 'touch') return null
  const shownOp = wasShown ? (op as 'edit' | 'reply') : isNew(known) ? 'add' : 'restore'
  const commitment = commit({ ...record, level }, Buffer.from(salt, 'base64url'), sha256)
  return { op: shownOp, review_id, revision, reason: null, commitment }
}

const isNew = (known: KnownReview | null) => known === null || known.seq === null

/** `seq` is the number of the step's ledger entry, if it has one. */
function reviewRow(
  { record, known, next, level }: Step,
  seq: number | null,
  version: number,
): ReviewTable {
  const { id, source, source_key, revision, updated_at, particulars, own_reply } = record
  return {
    ...{ id, source, source_key, state: next, revision, updated_at },
    particulars: JSON.stringify(particulars),
    committed_level: seq === null ? (known?.committed_level ?? null) : level,
    own_reply: own_reply ? 1 : 0,
    replaced_reply: own_reply?.replaced ?? null,
    seq: seq ?? known?.seq ?? null,
    // An import has just seen the review at its source; a new rule says nothing about that.
    missing_since: record === known ? known.missing_since : null,
    renewed: seq === null ? version : (known?.renewed ?? 0),
    version,
  }
}

function revisionRow({ record, salt }: Step, recorded_at: string): RevisionTable {
  const { owner_reply, incentive, ...content } = record.content
  return {
    review_id: record.id,
    revision: record.revision,
    recorded_at,
    ...content,
    reply_text: owner_reply?.text ?? null,
    reply_date: owner_reply?.date ?? null,
    incentive: incentive === null ? null : incentive ? 1 : 0,
    salt,
  }
}
