/** Writes what an import brings: reviews, their revisions, and the entries that tell of it. */
import { commit, SALT_BYTES } from '../ledger/commitment.ts'
import type { KnownReview, RecordChange, ReviewRecord, ReviewState } from '../model/record.ts'
import { isVerified } from '../model/verification.ts'
import { sha256 } from './base/node-sha256.ts'
import type { ReviewTable, RevisionTable } from './base/tables.ts'
import { selectKnown, toKnown } from './changes-since.ts'
import { erasedKey } from './erased-reviews.ts'
import { createUnnamedFinder } from './find-without-source-id.ts'
import type { NewEntry } from './ledger-writer.ts'
import type { StoreWriter } from './store.ts'
import type { Transaction } from './transaction.ts'

const BATCH = 500

type ReviewWriter = Pick<StoreWriter, 'findKnown' | 'findWithoutSourceId' | 'apply'> & {
  /** The rule for this source has changed: what was shown may be shown no more, and the other way round. */
  judgeAgain(source: string): Promise<void>
}

export function createReviewWriter(transaction: Transaction): ReviewWriter {
  const { tx, version, at, ledger, rules, randomBytes, changed } = transaction
  /** Most stores have none: then there is no need to look for each. */
  let anyErased: boolean | undefined

  const verifiedNow = ({ source, particulars }: ReviewRecord) =>
    isVerified(source, particulars.verification, rules())

  /** Writes the ledger and says which entry each of them got, in their order. */
  async function record(steps: Step[]): Promise<(number | null)[]> {
    const told = steps.map(entryOf)
    let seq = await ledger.append(told.filter(entry => entry !== null))
    return told.map(entry => (entry ? seq++ : null))
  }

  async function apply(changes: RecordChange[]): Promise<void> {
    if (changes.length === 0) return
    changed()
    const steps = changes.map((change): Step => {
      const salt =
        change.op === 'touch'
          ? change.known!.salt
          : Buffer.from(randomBytes(SALT_BYTES)).toString('base64url')
      return { ...change, salt, next: nextState(change.known, verifiedNow(change.record)) }
    })
    const seqs = await record(steps)
    const rows = steps.map((step, place) => reviewRow(step, seqs[place] ?? null, version))
    const additions = rows.filter((_, place) => !steps[place]!.known)
    if (additions.length > 0) await tx.insertInto('review').values(additions).execute()
    for (const [place, { known }] of steps.entries()) {
      if (!known) continue
      // The id stays out: an update that names it makes SQLite look through every table that refers to it.
      const { id, ...rest } = rows[place]!
      await tx.updateTable('review').set(rest).where('id', '=', id).execute()
    }
    const revisions = steps.filter(({ op }) => op !== 'touch').map(step => revisionRow(step, at))
    if (revisions.length > 0) await tx.insertInto('revision').values(revisions).execute()
  }

  return {
    apply,
    findWithoutSourceId: createUnnamedFinder(tx),

    async findKnown(wanted) {
      const ids = wanted.map(one => one.id)
      const found = [await selectKnown(tx).where('review.id', 'in', ids).execute()]
      const erased = [await selectErased(ids, 'id')]
      for (const [source, ones] of Map.groupBy(wanted, one => one.source)) {
        const keys = ones.map(one => one.sourceKey)
        const byKey = selectKnown(tx)
          .where('review.source', '=', source)
          .where('review.source_key', 'in', keys)
        found.push(await byKey.execute())
        erased.push(
          await selectErased(
            keys.map(key => erasedKey(source, key)),
            'source_key',
          ),
        )
      }
      const marks = new Set(erased.flat().flatMap(row => [row.id, row.source_key]))
      const met = wanted.filter(
        ({ id, source, sourceKey }) => marks.has(id) || marks.has(erasedKey(source, sourceKey)),
      )
      // Their texts may have been read ahead.
      if (met.length > 0) await tx.deleteFrom('analysis').execute()
      return { known: found.flat().map(toKnown), erased: met.map(one => one.id) }
    },

    async judgeAgain(source) {
      for (let after = ''; ; ) {
        const rows = await selectKnown(tx)
          .where('review.source', '=', source)
          .where('review.verification_level', 'is', null)
          .where('review.state', 'in', ['published', 'unverified'])
          .where('review.id', '>', after)
          .orderBy('review.id')
          .limit(BATCH)
          .execute()
        await apply(rows.map(toKnown).map(known => ({ op: 'touch', record: known, known })))
        if (rows.length < BATCH) return
        after = rows.at(-1)!.id
      }
    },
  }

  async function selectErased(values: string[], column: 'id' | 'source_key') {
    const erased = tx.selectFrom('review').select('id').where('state', '=', 'erased').limit(1)
    anyErased ??= (await erased.executeTakeFirst()) !== undefined
    if (!anyErased) return []
    return await tx
      .selectFrom('review')
      .select(['id', 'source_key'])
      .where('state', '=', 'erased')
      .where(column, 'in', values)
      .execute()
  }
}

/** One change with what it leads to. */
interface Step extends RecordChange {
  salt: string
  next: ReviewState
}

/** A review that was withheld does not come back by an import; one that was gone at its source does. */
function nextState(known: KnownReview | null, verified: boolean): ReviewState {
  if (known?.state === 'withheld') return 'withheld'
  return verified ? 'published' : 'unverified'
}

/** What the ledger tells of it: only changes of what is shown. */
function entryOf({ op, record, known, next, salt }: Step): NewEntry | null {
  const { id: review_id, revision } = record
  const wasShown = known?.state === 'published'
  if (next !== 'published')
    return wasShown ? { op: 'withhold', review_id, revision, reason: 'not_verified', commitment: null } : null
  if (wasShown && op === 'touch') return null
  const shownOp = wasShown ? (op as 'edit' | 'reply') : isNew(known) ? 'add' : 'restore'
  const commitment = commit(record, Buffer.from(salt, 'base64url'), sha256)
  return { op: shownOp, review_id, revision, reason: null, commitment }
}

const isNew = (known: KnownReview | null) => known === null || known.seq === null

/** `seq` is the entry that tells of the step; null where none does. */
function reviewRow({ record, known, next }: Step, seq: number | null, version: number): ReviewTable {
  const { id, source, source_key, revision, updated_at, particulars } = record
  const { verification, translation, tags, ...rest } = particulars
  return {
    id,
    source,
    source_key,
    state: next,
    revision,
    updated_at,
    ...rest,
    translation: translation && JSON.stringify(translation),
    tags: JSON.stringify(tags),
    verification_level: verification?.level ?? null,
    verification_method: verification?.method ?? null,
    seq: seq ?? known?.seq ?? null,
    // An import that has the review knows that it is there; a new rule for its source knows nothing of that.
    missing_since: record === known ? known.missing_since : null,
    renewed: seq === null ? version : (known?.renewed ?? 0),
    version,
  }
}

function revisionRow({ record, salt }: Step, recorded_at: string): RevisionTable {
  const { owner_reply, ...content } = record.content
  return {
    review_id: record.id,
    revision: record.revision,
    recorded_at,
    ...content,
    reply_text: owner_reply?.text ?? null,
    reply_date: owner_reply?.date ?? null,
    salt,
  }
}
