/** Merges rows into the stored reviews: added, edited, replied to, or unchanged. */
import type { KnownReview, RecordChange, ReviewRecord } from '../../model/record.ts'
import type { ReviewRow } from '../../model/review.ts'
import { FileProblem } from '../values/file-problem.ts'
import { type AliasStore, createOtherExports, idKind, type OtherExports } from './across-exports.ts'
import {
  createDeduplicator,
  type Deduplicated,
  hiddenId,
  type Identity,
  isDerived,
} from './identity.ts'
import { planAddition, planRevision } from './revision.ts'
import { isComplete, withLanguage } from './row-content.ts'
import { type CandidatesWithoutSourceId, matchWithoutSourceId } from './without-source-id.ts'

/** Looks up stored reviews and writes changes, in one transaction of the store. */
export interface MergeStore extends CandidatesWithoutSourceId, AliasStore {
  /** Also says which of them are erased: they must not come back. */
  findKnown(
    wanted: (Identity & { source: string })[],
  ): Promise<{ known: KnownReview[]; erased: string[] }>
  /** The secret of ids that must say nothing. */
  idKey(): Promise<string>
  apply(changes: RecordChange[]): Promise<void>
  markFound(ids: string[]): Promise<void>
}

export type MergeReport = typeof NO_CHANGES

export const NO_CHANGES = {
  ...{ added: 0, edited: 0, unchanged: 0, duplicate: 0 },
  /** Shown again after they were gone at their source. */
  returned: 0,
  /** Left out, because they were erased for good. */
  erased: 0,
}

/** The reviews and sources in an import. */
export type SeenReviews = { ids: Set<string>; sources: Set<string> }

export interface Merged {
  report: MergeReport
  met: SeenReviews
  /** Indexes of rows left out because no stored review has what they lack: a rating or a date. */
  incomplete: number[]
}

/** Follows a merge. */
export interface MergeObserver {
  /** How many rows are done. */
  onProgress?(done: number): void
  /** Once for each review in the import; `change` is null where the row changes nothing. */
  onReview?(review: ReviewRecord, change: RecordChange | null, known: KnownReview | null): void
  /** A new review that may be a stored one under another identifier. */
  onLikelyDuplicate?(review: ReviewRecord, known: KnownReview): void
}

/** Rows that can be read more than once, in the same order each time. */
export type Rows = Iterable<ReviewRow> | AsyncIterable<ReviewRow>

type IdentifiedRow = Identity & { row: ReviewRow; index: number }

const BATCH = 500

export async function mergeRows(rows: Rows, store: MergeStore, now: string): Promise<Merged> {
  const chooser = createDeduplicator()
  for await (const row of rows) chooser.take(row)
  return await mergeChosen(rows, chooser.choose(), store, now)
}

export async function mergeChosen(
  rows: Rows,
  choice: Deduplicated,
  store: MergeStore,
  now: string,
  observer: MergeObserver = {},
): Promise<Merged> {
  const merge = createMerge(store, await store.idKey(), now, observer)
  const settled = await matchWithoutSourceId(choice, store)
  let batch: IdentifiedRow[] = []
  let index = 0
  for await (const row of rows) {
    const identity = settled.get(index) ?? choice.chosen.get(index)
    if (identity) batch.push({ row, index, ...identity })
    index++
    if (batch.length < BATCH) continue
    await merge.take(batch)
    batch = []
    observer.onProgress?.(index)
  }
  await merge.take(batch)
  return merge.finish(choice.count)
}

function createMerge(
  store: MergeStore,
  secret: string,
  now: string,
  { onReview, onLikelyDuplicate }: MergeObserver,
) {
  const others = createOtherExports(store)
  const report = { added: 0, edited: 0, unchanged: 0, returned: 0, erased: 0 }
  const met: SeenReviews = { ids: new Set(), sources: new Set() }
  const incomplete: number[] = []

  const newId = ({ id, sourceKey, row: { date, source } }: IdentifiedRow) =>
    isDerived(sourceKey) && date ? hiddenId(date, source, sourceKey, secret) : id

  /** Two rows that turn out to be one stored review are duplicates. */
  function plan(batch: IdentifiedRow[], { find, likely }: Pick<Found, 'find' | 'likely'>) {
    const changes: RecordChange[] = []
    const found: string[] = []
    for (const identified of batch) {
      const { index, sourceKey } = identified
      const known = find(identified)
      const row = withLanguage(identified.row, known)
      const id = known?.id ?? newId(identified)
      if (met.ids.has(id)) continue
      let change: RecordChange | null
      if (known) change = planRevision(known, row, now)
      else if (isComplete(row)) change = planAddition({ id, sourceKey }, row, now)
      else {
        incomplete.push(index)
        continue
      }
      met.ids.add(id)
      onReview?.(change?.record ?? known!, change, known ?? null)
      const lookalike = likely.get(identified)
      if (lookalike) onLikelyDuplicate?.(change!.record, lookalike)
      if (change) changes.push(change)
      else if (known?.missing_since) found.push(id)
    }
    return { changes, found }
  }

  function count({ op, known }: RecordChange): void {
    if (op === 'add') report.added++
    else if (known?.state === 'gone') report.returned++
    else if (op !== 'touch') report.edited++
  }

  async function merge(batch: IdentifiedRow[]): Promise<void> {
    for (const { row } of batch) met.sources.add(row.source)
    const { erased, ...found } = await lookUp(batch, store, others)
    const allowed = batch.filter(one => !erased.has(one))
    report.erased += batch.length - allowed.length
    const { changes, found: foundAgain } = plan(allowed, found)
    await store.apply(changes)
    if (foundAgain.length > 0) await store.markFound(foundAgain)
    changes.forEach(count)
  }

  return {
    /** One kind of identifier after the other: what one export has just added may be in the next one too. */
    async take(batch: IdentifiedRow[]): Promise<void> {
      for (const ofKind of Map.groupBy(batch, ({ sourceKey }) => idKind(sourceKey)).values())
        await merge(ofKind)
    },
    finish(rows: number): Merged {
      const duplicate = rows - met.ids.size - report.erased - incomplete.length
      const unchanged = met.ids.size - report.added - report.edited - report.returned
      return { report: { ...report, unchanged, duplicate }, met, incomplete }
    },
  }
}

type Found = Awaited<ReturnType<typeof lookUp>>

async function lookUp(batch: IdentifiedRow[], store: MergeStore, others: OtherExports) {
  const aliases = await store.findAliases(
    batch.map(({ row, sourceKey }) => ({ source: row.source, sourceKey })),
  )
  const idOf = ({ id, row, sourceKey }: IdentifiedRow) =>
    aliases.get(`${row.source}\n${sourceKey}`) ?? id
  const wanted = batch.map(one => ({
    id: idOf(one),
    sourceKey: one.sourceKey,
    source: one.row.source,
  }))
  const { known, erased } = await store.findKnown(wanted)
  const byId = new Map(known.map(record => [record.id, record]))
  const bySource = new Map(known.map(record => [`${record.source}\n${record.source_key}`, record]))
  const stored = (one: IdentifiedRow) =>
    bySource.get(`${one.row.source}\n${one.sourceKey}`) ?? byId.get(idOf(one))
  const erasedIds = new Set(erased)
  const isErased = (one: IdentifiedRow) => erasedIds.has(idOf(one))
  const { same, likely } = await others.match(batch.filter(one => !stored(one) && !isErased(one)))
  const find = (one: IdentifiedRow) => stored(one) ?? same.get(one)
  return { find, likely, erased: new Set(batch.filter(isErased)) }
}

/** What follows from the absence of a review in an import that lists everything. */
interface AbsenceStore {
  listAbsent(
    sources: string[],
    met: ReadonlySet<string>,
  ): Promise<{ known: number; absent: { id: string; missing_since: string | null }[] }>
  markMissing(ids: string[]): Promise<void>
  /** Notes that the review is gone at its source. */
  remove(id: string): Promise<void>
}

export interface CompleteReport {
  /** Removed now. */
  gone: number
  /** Absent for the first time: removed if the next complete import lacks them too. */
  missing: number
}

/** More than this share at once suggests that the file is incomplete. */
const MOST = 0.1

/**
 * A review that a complete import lacks is only noted; it is gone when a second import lacks it, or at once with
 * `confirm`. If that would be more than a tenth, both are required: noted before, and confirmed now.
 */
export async function removeAbsent(
  { ids, sources }: SeenReviews,
  absentees: AbsenceStore,
  confirm: boolean,
) {
  const { known, absent } = await absentees.listAbsent([...sources], ids)
  const areMany = (list: unknown[]) => list.length > MOST * known
  const again = absent.filter(one => one.missing_since !== null)
  const isAgreed = confirm && areMany(again)
  // Then the first absences are only noted: otherwise those noted before could never be removed.
  const gone = confirm && !isAgreed ? absent : again
  if (areMany(gone) && !isAgreed) throw new FileProblem(tooMany(gone.length, known, confirm))
  for (const { id } of gone) await absentees.remove(id)
  const noted = gone === absent ? [] : absent.filter(one => one.missing_since === null)
  await absentees.markMissing(noted.map(({ id }) => id))
  return { gone: gone.length, missing: noted.length }
}

function tooMany(count: number, known: number, confirm: boolean): string {
  const next = confirm
    ? 'import it with --complete alone, which notes what is missing, and then with --complete --confirm'
    : 'import it again with --complete --confirm'
  return `Nothing was imported: ${count} of ${known} reviews would be removed. Is the file complete? If they are really gone at their source, ${next}.`
}
