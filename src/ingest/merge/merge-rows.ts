/** Brings rows into what is already known: added, edited, replied to, or unchanged. */
import type { KnownReview, RecordChange } from '../../model/record.ts'
import type { ReviewRow } from '../../model/review.ts'
import { type Choice, createChooser, type Identity } from './identity.ts'
import { planAddition, planRevision } from './revision.ts'
import { type CandidatesWithoutSourceId, matchWithoutSourceId } from './without-source-id.ts'

/** Where the known reviews are looked up and the changes are put: one transaction of the store. */
export interface Shelf extends CandidatesWithoutSourceId {
  /** Also which of them are erased: they must not come back. */
  findKnown(wanted: (Identity & { source: string })[]): Promise<{ known: KnownReview[]; erased: string[] }>
  apply(changes: RecordChange[]): Promise<void>
  markFound(ids: string[]): Promise<void>
}

export interface MergeReport {
  added: number
  edited: number
  unchanged: number
  duplicate: number
  /** Shown again after they were gone at their source. */
  returned: number
  /** Left out, because they were erased for good. */
  erased: number
}

/** What an import came upon. */
export interface Met {
  ids: Set<string>
  sources: Set<string>
}

export interface Merged {
  report: MergeReport
  met: Met
}

/** Rows that can be read more than once, and come in the same order each time. */
export type Rows = Iterable<ReviewRow> | AsyncIterable<ReviewRow>

type Identified = Identity & { row: ReviewRow }

const BATCH = 500

export async function mergeRows(rows: Rows, shelf: Shelf, now: string): Promise<Merged> {
  const chooser = createChooser()
  for await (const row of rows) chooser.take(row)
  return await mergeChosen(rows, chooser.choose(), shelf, now)
}

export async function mergeChosen(
  rows: Rows,
  choice: Choice,
  shelf: Shelf,
  now: string,
  onProgress: (done: number) => void = () => {},
): Promise<Merged> {
  const merge = createMerge(shelf, now)
  const settled = await matchWithoutSourceId(choice, shelf)
  let batch: Identified[] = []
  let place = 0
  for await (const row of rows) {
    const identity = settled.get(place) ?? choice.chosen.get(place)
    place++
    if (identity) batch.push({ row, ...identity })
    if (batch.length < BATCH) continue
    await merge.take(batch)
    batch = []
    onProgress(place)
  }
  await merge.take(batch)
  return merge.finish(choice.count)
}

function createMerge(shelf: Shelf, now: string) {
  const report = { added: 0, edited: 0, unchanged: 0, returned: 0, erased: 0 }
  const met: Met = { ids: new Set(), sources: new Set() }

  /** Two rows that turn out to be one known review are duplicates. */
  function plan(batch: Identified[], find: (wanted: Identified) => KnownReview | undefined) {
    const changes: RecordChange[] = []
    const found: string[] = []
    for (const { row, ...identity } of batch) {
      const known = find({ row, ...identity })
      const id = known?.id ?? identity.id
      if (met.ids.has(id)) continue
      met.ids.add(id)
      const change = known ? planRevision(known, row, now) : planAddition(identity, row, now)
      if (change) changes.push(change)
      else if (known?.missing_since) found.push(id)
    }
    return { changes, found }
  }

  function count(changes: RecordChange[]): void {
    for (const { op, known } of changes) {
      if (op === 'add') report.added++
      else if (known?.state === 'gone') report.returned++
      else if (op !== 'touch') report.edited++
    }
  }

  return {
    async take(batch: Identified[]): Promise<void> {
      if (batch.length === 0) return
      for (const { row } of batch) met.sources.add(row.source)
      const { find, erased } = await lookUp(batch, shelf)
      const allowed = batch.filter(({ id }) => !erased.has(id))
      report.erased += batch.length - allowed.length
      const { changes, found } = plan(allowed, find)
      await shelf.apply(changes)
      if (found.length > 0) await shelf.markFound(found)
      count(changes)
    },
    finish(rows: number): Merged {
      const duplicate = rows - met.ids.size - report.erased
      const unchanged = met.ids.size - report.added - report.edited - report.returned
      return { report: { ...report, unchanged, duplicate }, met }
    },
  }
}

async function lookUp(batch: Identified[], shelf: Shelf) {
  const wanted = batch.map(({ id, sourceKey, row }) => ({ id, sourceKey, source: row.source }))
  const { known, erased } = await shelf.findKnown(wanted)
  const byId = new Map(known.map(record => [record.id, record]))
  const bySource = new Map(known.map(record => [`${record.source}\n${record.source_key}`, record]))
  return {
    find: ({ id, row, sourceKey }: Identified) => bySource.get(`${row.source}\n${sourceKey}`) ?? byId.get(id),
    erased: new Set(erased),
  }
}
