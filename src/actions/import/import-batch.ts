/** One file of an import: read and checked first, merged later. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { checkBusiness, parseBusinessFile } from '../../ingest/business-file.ts'
import { readTextFile, withFileName } from '../../ingest/files/input-file.ts'
import { createDeduplicator } from '../../ingest/merge/identity.ts'
import { type Merged, type MergeObserver, mergeChosen } from '../../ingest/merge/merge-rows.ts'
import { isComplete, withLanguage } from '../../ingest/merge/row-content.ts'
import type { Outcome, ReviewFile } from '../../ingest/review-file.ts'
import { dateFault, REQUIRED } from '../../ingest/values/normalize.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { SourceTotal } from '../../model/change.ts'
import type { Review, ReviewRow, Translation } from '../../model/review.ts'
import { system } from '../../model/system.ts'
import type { Store, StoreWriter } from '../../store/store.ts'
import type { ImportProblem } from './import-report.ts'

export type Batch = Awaited<ReturnType<typeof readBatch>>

type IncompleteRow = Pick<Outcome, 'row' | 'input'> & { missing: string[] }

const MAX_TEXTS = 2000
export const MAX_SHOWN_PROBLEMS = 50

/** Told how an import goes. */
export interface ImportObserver {
  /** Before a file is read, which counts bytes, and before it is merged, which counts reviews. */
  begin(
    stage: 'reading' | 'merging',
    file: string,
    total: number,
  ): { update(done: number): void; end(): void }
  onProblem(problem: ImportProblem): void
  /** How many problems of a file there are beyond the first `MAX_SHOWN_PROBLEMS`. */
  onMoreProblems(file: string, count: number): void
}

/** As it is stored. */
const withTag = (translation: ReviewRow['translation']): Translation | null =>
  translation ? { language: translation.language ?? null, text: translation.text } : null

export async function readBatch(file: ReviewFile, observer: ImportObserver | undefined, now: Date) {
  const chooser = createDeduplicator()
  const spool = createSpool()
  const rejections = createRejectionLog(file.name, observer)
  const incomplete = new Map<number, IncompleteRow>()
  let texts: Pick<Review, 'text' | 'language' | 'translation' | 'rating'>[] | null = []
  let index = 0
  const progress = observer?.begin('reading', file.name, file.size)
  try {
    for await (const read of file.outcomes(progress?.update)) {
      const outcome = withDateCheck(read, now)
      if (!('good' in outcome)) {
        rejections.add(outcome)
        continue
      }
      const { row, input, good } = outcome
      chooser.take(good)
      spool.put(good)
      if (!isComplete(good)) incomplete.set(index, { row, input, missing: missingFrom(good) })
      index++
      const { text = null, language = null, translation, rating } = withLanguage(good, undefined)
      // Without stars it only adds to a stored review, which the service reads again.
      if (rating !== undefined)
        texts?.push({ text, language, translation: withTag(translation), rating })
      if (texts && texts.length > MAX_TEXTS) texts = null
    }
  } finally {
    progress?.end()
  }
  rejections.end()
  const business =
    file.business === undefined
      ? undefined
      : withFileName(file.name, () => checkBusiness(file.business))
  return {
    file,
    rows: spool as Iterable<ReviewRow>,
    choice: chooser.choose(),
    rejected: rejections.rows(),
    /** The first of them. */
    problems: rejections.problems,
    /** Where the rows without a rating or a date are, by their index: they can only update stored reviews. */
    incomplete,
    business,
    /** To be analyzed ahead; null if there are too many. */
    texts,
  }
}

function withDateCheck(outcome: Outcome, now: Date): Outcome {
  const fault = 'good' in outcome ? dateFault(outcome.good, now) : null
  return fault ? { row: outcome.row, input: outcome.input, faults: [fault] } : outcome
}

const missingFrom = (row: ReviewRow) => REQUIRED.filter(field => row[field] === undefined)

/** How many reviews the sources of these files say they have. */
export const sourceTotals = (
  batches: Batch[],
  at: Date,
  stated_by: 'export' | 'pull',
): SourceTotal[] =>
  batches.flatMap(({ file }) =>
    file.totals.stated.map(total => ({ ...total, at: at.toISOString(), stated_by })),
  )

/** Whether reviews may stand in a file that was not read. */
export const hasUnread = ({ file }: Batch) => file.skipped.some(one => one.mayHoldReviews)

/** Rows are rejected while they are read or, if only the store can tell, while they are merged. */
export type MergedBatch = Merged & { batch: Batch; rejected: number }

export async function mergeBatch(
  batch: Batch,
  writer: StoreWriter,
  observer?: ImportObserver,
  watch: Pick<MergeObserver, 'onReview' | 'onLikelyDuplicate'> = {},
  { now = system.now(), ...claims }: { now?: Date } & OwnersClaims = {},
): Promise<MergedBatch> {
  const { file, choice, business } = batch
  // What the owner wrote in the business file is better than what a review file says.
  if (business && !(await writer.business())) await writer.setBusiness(business)
  const progress = observer?.begin('merging', file.name, choice.count)
  const watching = { ...watch, ...(progress && { onProgress: progress.update }) }
  try {
    const rows = withClaims(batch.rows, claims)
    const merged = await mergeChosen(rows, choice, writer, now.toISOString(), watching)
    return { ...merged, batch, rejected: batch.rejected + merged.incomplete.length }
  } finally {
    progress?.end()
  }
}

/** What whoever imports says about all rows. */
export interface OwnersClaims {
  /** A business that does not exist says itself what the origin of its reviews rests on. Nobody else may. */
  isFictional?: boolean
  /** Every customer got a reward for writing. */
  incentive?: boolean
  /** How the owner knows that all of them are by customers. */
  level?: 'transaction' | 'invited' | undefined
}

function* withClaims(rows: Iterable<ReviewRow>, claims: OwnersClaims): Generator<ReviewRow> {
  const { isFictional = false, incentive = false, level } = claims
  for (const { verification = level && { level }, ...row } of rows) {
    const { basis, ...stated } = verification ?? {}
    const isAllowed = isFictional || row.evidence === 'sync'
    yield {
      ...row,
      ...(verification !== undefined && {
        verification: isAllowed || !verification ? verification : stated,
      }),
      ...(incentive && { incentive }),
    }
  }
}

/** Reports the rows that update nothing, once it is certain that the merge is not repeated. Returns the problems of all rejected rows. */
export function reportIncomplete({ batch, incomplete }: MergedBatch, observer?: ImportObserver) {
  const rejections = createRejectionLog(batch.file.name, observer)
  for (const index of incomplete) {
    const { row, input, missing } = batch.incomplete.get(index)!
    const message = 'is missing, and no earlier review has this id'
    rejections.add({ row, input, faults: missing.map(field => ({ field, message })) })
  }
  rejections.end()
  return [...batch.problems, ...rejections.problems]
}

type RejectedRow = Extract<Outcome, { faults: unknown }>

function createRejectionLog(name: string, observer?: ImportObserver) {
  const problems: ImportProblem[] = []
  let rows = 0
  let count = 0
  return {
    problems,
    add({ input, row, faults }: RejectedRow) {
      rows++
      for (const { field, message } of faults) {
        if (++count > MAX_SHOWN_PROBLEMS) continue
        const problem = { file: name, input, row, field, message }
        problems.push(problem)
        observer?.onProblem(problem)
      }
    },
    end() {
      if (count > MAX_SHOWN_PROBLEMS) observer?.onMoreProblems(name, count - MAX_SHOWN_PROBLEMS)
    },
    rows: () => rows,
  }
}

/** Keeps the rows of a file for a second pass, compressed because a large file has very many. */
const BATCH = 500
/** Fast and small: zlib's memory is not freed at once. */
const COMPRESSION = { level: 1, windowBits: 12, memLevel: 5 }

/** Can be iterated any number of times. */
function createSpool() {
  const packed: Uint8Array[] = []
  let pending: ReviewRow[] = []
  return {
    put(row: ReviewRow): void {
      pending.push(row)
      if (pending.length < BATCH) return
      packed.push(deflateRawSync(JSON.stringify(pending), COMPRESSION))
      pending = []
    },
    *[Symbol.iterator](): Generator<ReviewRow> {
      for (const batch of packed) yield* JSON.parse(inflateRawSync(batch).toString()) as ReviewRow[]
      yield* pending
    },
  }
}

/** Analyzes the texts of an import before they are stored, so that the service can show both at once. */
export async function analyzeAhead(
  batches: Batch[],
  store: Store,
  businessFile: string,
): Promise<void> {
  const business = await businessOf(batches, store, businessFile)
  const texts = batches.flatMap(batch => batch.texts ?? [])
  // The service analyzes large imports, on all cores.
  if (!business || batches.some(batch => !batch.texts)) return
  const { loadEngine } = await import('../../publish/load-engine.ts')
  const { createFindAnalyses } = await import('../../publish/months/find-analyses.ts')
  const findAnalyses = createFindAnalyses({ store: store.analyses, engine: await loadEngine() })
  await findAnalyses(texts, business)
}

/** The business as the service will know it: the owner's file counts before what is stored or comes with the reviews. */
export async function businessOf(
  batches: Pick<Batch, 'business'>[],
  store: Pick<Store, 'business'>,
  businessFile: string,
): Promise<BusinessFile | null> {
  return (
    (await readBusiness(businessFile)) ??
    (await store.business()) ??
    batches.find(batch => batch.business)?.business ??
    null
  )
}

/** Reporting a missing or invalid file is up to the service. */
const readBusiness = (path: string) =>
  readTextFile(path)
    .then(text => parseBusinessFile(text ?? ''))
    .catch(() => null)
