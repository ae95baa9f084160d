/** What an import does, or would do, to the reviews: counts, reasons and examples, as plain data. */
import type { FileTotals } from '../../ingest/files/survey.ts'
import type { CompleteReport, MergeReport } from '../../ingest/merge/merge-rows.ts'
import type { ReviewFile } from '../../ingest/review-file.ts'
import type { KnownReview, RecordChange, ReviewContent, ReviewRecord } from '../../model/record.ts'
import { isVerified, type VerificationRules } from '../../model/verification.ts'

export interface ImportReport extends ReturnType<ImportTally['report']> {
  /** The time of the last entry of the log if the clock of this machine is behind it; otherwise null. */
  clockBehind: string | null
  files: FileReport[]
  /** What each file says about how many reviews its sources have, beside how many rows it holds. */
  totals: (FileTotals & { name: string; rows: number })[]
  /**
   * Of a complete import; `uncertain` if rejected rows or skipped files could hold the reviews that
   * seem absent.
   */
  complete: CompleteReport | 'uncertain' | null
  /** The first problems of rejected rows. */
  problems: ImportProblem[]
  rejected: number
}

export interface FileReport extends MergeReport {
  name: string
  /** The title of its format. */
  format: string
  rejected: number
  /** What became of each file of a folder, zip or workbook. */
  inputs: ReviewFile['inputs']
  skipped: ReviewFile['skipped']
}

/** `missing`: lacked by a complete import for the first time. */
export type ExampleKind = 'added' | 'edited' | 'returned' | 'gone' | 'missing'

export interface ReviewExample {
  id: string
  source: string
  content: ReviewContent
  /** What an edit replaces. */
  before?: ReviewContent
}

export interface ImportProblem {
  /** The file, and the input file inside of it. */
  file: string
  input: string
  row: number
  /** `row` for a problem of the whole row. */
  field: string
  message: string
}

/**
 * `no_rule`: nothing says how reviews sent in directly are verified. `no_evidence`: only the owner says that they were posted there. `rule`: the business file says that the source does not count.
 * `row`: a file says so about the review. `withheld`: the owner removed it.
 */
export type HiddenReason = 'no_rule' | 'no_evidence' | 'rule' | 'row' | 'withheld'

export type HiddenReviews = {
  reason: HiddenReason
  source: string
  count: number
  examples: ReviewExample[]
}

export const MOST_EXAMPLES = 3

const exampleOf = ({ id, source, content }: ReviewRecord): ReviewExample => ({
  id,
  source,
  content,
})

export type ImportTally = ReturnType<typeof createImportTally>

/** Watches the merges of all files of an import. */
export function createImportTally(rules: VerificationRules) {
  const examples: Record<ExampleKind, ReviewExample[]> = {
    added: [],
    edited: [],
    returned: [],
    gone: [],
    missing: [],
  }
  const hidden = new Map<string, Omit<HiddenReviews, 'count'>>()
  const notableEdits: NonNullable<ReturnType<typeof notableEdit>>[] = []
  const duplicates: { added: ReviewExample; stored: ReviewExample }[] = []
  let duplicateCount = 0

  function addExample(kind: ExampleKind, review: ReviewRecord, before?: ReviewContent): void {
    if (examples[kind].length < MOST_EXAMPLES)
      examples[kind].push({ ...exampleOf(review), ...(before && { before }) })
  }

  return {
    examples,
    /** For what happens outside of the merge. */
    addExample,

    onLikelyDuplicate(review: ReviewRecord, known: KnownReview) {
      if (++duplicateCount <= MOST_EXAMPLES)
        duplicates.push({ added: exampleOf(review), stored: exampleOf(known) })
    },

    onReview(review: ReviewRecord, change: RecordChange | null, known: KnownReview | null) {
      if (change?.op === 'add') addExample('added', review)
      else if (change && known?.state === 'gone') addExample('returned', review)
      else if (change && change.op !== 'touch') {
        addExample('edited', review, known!.content)
        const notable = notableEdit(review, known!.content)
        if (notable) notableEdits.push(notable)
      }
      const reason = hiddenReason(review, known, rules)
      // A later file may have what an earlier one lacked.
      if (reason === null) hidden.delete(review.id)
      else {
        // There may be very many, so only the first few keep their content.
        const shown = hidden.size < ENOUGH ? [exampleOf(review)] : []
        hidden.set(review.id, { reason, source: review.source, examples: shown })
      }
    },

    report: () => ({
      /** Reviews of this import that are kept but not shown, by reason. */
      hidden: [
        ...Map.groupBy(hidden.values(), ({ reason, source }) => `${reason} ${source}`).values(),
      ]
        .map(group => ({
          reason: group[0]!.reason,
          source: group[0]!.source,
          count: group.length,
          examples: group.flatMap(one => one.examples).slice(0, MOST_EXAMPLES),
        }))
        .toSorted((one, other) => other.count - one.count),
      /** New reviews that may be stored ones under another id. */
      likelyDuplicates: { count: duplicateCount, examples: duplicates },
      examples,
      /** Every edit that changes the stars or most of the words. */
      notableEdits,
    }),
  }
}

/** `stars` is null if they stay the same, and the text is another one. */
function notableEdit({ id, content }: ReviewRecord, before: ReviewContent) {
  const { author, rating } = content
  if (rating !== before.rating) return { id, author, stars: { from: before.rating, to: rating } }
  return isReplaced(before.text ?? '', content.text ?? '') ? { id, author, stars: null } : null
}

/** Whether most of the words that were there are gone. */
function isReplaced(before: string, after: string): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])
  const [old, now] = [words(before), words(after)]
  return old.size > 0 && 2 * old.intersection(now).size < old.size
}

const ENOUGH = 100

/** null for a review that is shown. */
function hiddenReason(review: ReviewRecord, known: KnownReview | null, rules: VerificationRules) {
  if (known?.state === 'withheld') return 'withheld'
  if (isVerified(review, rules)) return null
  const { source, particulars } = review
  const rule = Object.hasOwn(rules, source) ? rules[source] : undefined
  const stated = particulars.verification ?? rule
  if (source !== 'direct' && stated?.level !== 'none') return 'no_evidence'
  if (particulars.verification) return 'row'
  return rule ? 'rule' : 'no_rule'
}

/** Adds up what several files or pages did. */
export function sumCounts<T extends Record<string, number>>(one: T, other: T): T {
  const sums = Object.entries(one).map(([name, count]) => [name, count + other[name]!])
  return Object.fromEntries(sums)
}

const MOST_SKIPPED = 50

/** The files that were not imported: first those that may hold reviews, and how many more there are. */
export function listSkipped({ skipped }: Pick<FileReport, 'skipped'>) {
  const listed = [...skipped.filter(mayHold), ...skipped.filter(one => !mayHold(one))]
  return { listed: listed.slice(0, MOST_SKIPPED), more: Math.max(0, listed.length - MOST_SKIPPED) }
}

const mayHold = (one: FileReport['skipped'][number]) => one.mayHoldReviews

/** The names of the files that were not imported although reviews may stand in them. */
export const namesOfUnread = (files: Pick<FileReport, 'skipped'>[]) =>
  fewOf(files.flatMap(({ skipped }) => skipped.filter(mayHold)).map(({ name }) => name))

const MOST_NAMES = 5
/** The first names, and how many more there are. */
export const fewOf = (names: string[]) =>
  names.slice(0, MOST_NAMES).join(', ') +
  (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '')
