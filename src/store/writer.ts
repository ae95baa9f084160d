/** The writes of one transaction: reviews, their revisions, the ledger, the business, and the version they make. */
import { commit } from '../ledger/commitment.ts'
import type { BusinessFile } from '../model/business.ts'
import type { RecordChange, ReviewRecord } from '../model/record.ts'
import { readBusiness, readNarrative, readVersion, selectRecords, toRecord } from './publication.ts'
import type { LedgerTable, ReviewTable, RevisionTable, Tx } from './schema.ts'
import { readSetting, saveSetting } from './setting.ts'
import type { StoreDependencies, Writer } from './store.ts'

const SALT_BYTES = 32

/** `finish` must be called last, in the same transaction: it makes the changes a new version. */
export async function createWriter(
  tx: Tx,
  { now, randomBytes }: StoreDependencies,
): Promise<Writer & { finish(): Promise<void> }> {
  const before = await readVersion(tx)
  const version = before.version + 1
  const recordedAt = now().toISOString()
  let lastSeq =
    (await tx.selectFrom('ledger').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst())?.seq ?? 0
  let changed = false

  return {
    async findKnown(wanted) {
      const bySource = Map.groupBy(wanted, one => one.source)
      const found = await Promise.all([
        selectRecords(tx)
          .where(
            'review.id',
            'in',
            wanted.map(one => one.id),
          )
          .execute(),
        ...Array.from(bySource, ([source, ones]) =>
          selectRecords(tx)
            .where('review.source', '=', source)
            .where(
              'review.source_key',
              'in',
              ones.map(one => one.sourceKey),
            )
            .execute(),
        ),
      ])
      return found.flat().map(toRecord)
    },

    async apply(changes) {
      if (changes.length === 0) return
      changed = true
      const additions = changes.filter(change => change.op === 'add')
      const revisions = changes.filter(change => change.op !== 'touch')
      const salted = revisions.map(change => ({ ...change, salt: Buffer.from(randomBytes(SALT_BYTES)) }))
      if (additions.length > 0)
        await tx
          .insertInto('review')
          .values(additions.map(({ record }) => reviewRow(record, version)))
          .execute()
      for (const { op, record } of changes) {
        if (op === 'add') continue
        // The id stays out: an update that names it makes SQLite look through every table that refers to it. The state too: a
        // review that was taken down does not come back by an import.
        const { id, state, ...rest } = reviewRow(record, version)
        await tx.updateTable('review').set(rest).where('id', '=', id).execute()
      }
      if (salted.length > 0) {
        const rows = salted.map(({ record, salt }) => revisionRow(record, salt, recordedAt))
        await tx.insertInto('revision').values(rows).execute()
        const entries = salted.map(({ op, record, salt }) =>
          ledgerRow(op, record, salt, ++lastSeq, recordedAt),
        )
        await tx.insertInto('ledger').values(entries).execute()
      }
    },

    business: () => readBusiness(tx),

    async setBusiness(business: BusinessFile) {
      await saveSetting(tx, 'business', business)
      changed = true
    },

    narrative: () => readNarrative(tx),

    async setNarrative(narrative) {
      await saveSetting(tx, 'narrative', narrative)
      changed = true
    },

    narratorCalls: async () => (await readSetting<string[]>(tx, 'narrator_calls')) ?? [],
    setNarratorCalls: times => saveSetting(tx, 'narrator_calls', times),

    async finish() {
      if (!changed) return
      const changed_at = laterSecond(recordedAt, before.changed_at)
      await tx.updateTable('publication').set({ version, changed_at }).execute()
    },
  }
}

/** Last-Modified counts in seconds: two versions never share one. */
function laterSecond(now: string, before: string | null): string {
  if (before === null) return now
  const next = (Math.floor(Date.parse(before) / 1000) + 1) * 1000
  return new Date(Math.max(Date.parse(now), next)).toISOString()
}

function reviewRow(record: ReviewRecord, version: number): ReviewTable {
  const { id, source, source_key, revision, updated_at, particulars } = record
  const { verification, ...rest } = particulars
  return {
    id,
    source,
    source_key,
    state: 'published',
    revision,
    updated_at,
    ...rest,
    verification_level: verification?.level ?? null,
    verification_method: verification?.method ?? null,
    version,
  }
}

function revisionRow(record: ReviewRecord, salt: Buffer, recorded_at: string): RevisionTable {
  const { owner_reply, ...content } = record.content
  return {
    review_id: record.id,
    revision: record.revision,
    recorded_at,
    ...content,
    reply_text: owner_reply?.text ?? null,
    reply_date: owner_reply?.date ?? null,
    salt: salt.toString('base64url'),
  }
}

function ledgerRow(
  op: RecordChange['op'],
  record: ReviewRecord,
  salt: Buffer,
  seq: number,
  recorded_at: string,
): LedgerTable {
  const { id, revision } = record
  return { seq, op, recorded_at, review_id: id, revision, reason: null, commitment: commit(record, salt) }
}
