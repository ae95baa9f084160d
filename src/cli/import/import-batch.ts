/** One file of an import: read and checked first, merged later. */
import { checkBusiness } from '../../ingest/business-file.ts'
import { inFile } from '../../ingest/files/text-file.ts'
import { type Choice, createChooser } from '../../ingest/merge/identity.ts'
import { type Merged, type MergeReport, mergeChosen } from '../../ingest/merge/merge-rows.ts'
import type { Outcome, ReviewFile } from '../../ingest/review-file.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { ReviewRow } from '../../model/review.ts'
import { system } from '../../service/system.ts'
import type { StoreWriter } from '../../store/store.ts'
import { createProgress } from '../base/progress.ts'
import { createSpool } from './spool.ts'

export interface Batch {
  file: ReviewFile
  rows: Iterable<ReviewRow>
  choice: Choice
  rejected: number
  business: BusinessFile | undefined
  /** To be analyzed ahead; null if there are too many. */
  texts: Pick<ReviewRow, 'text' | 'language'>[] | null
}

const MAX_TEXTS = 2000
const MAX_SHOWN_PROBLEMS = 50

export async function readBatch(file: ReviewFile, stderr: NodeJS.WriteStream): Promise<Batch> {
  const chooser = createChooser()
  const spool = createSpool()
  const rejections = createRejectionLog(file.name, stderr)
  let texts: Batch['texts'] = []
  const progress = createProgress(stderr, file.size, `${file.name}: reading`)
  try {
    for await (const outcome of file.outcomes(progress.update)) {
      if (!('good' in outcome)) {
        rejections.add(outcome)
        continue
      }
      chooser.take(outcome.good)
      spool.put(outcome.good)
      texts?.push(outcome.good)
      if (texts && texts.length > MAX_TEXTS) texts = null
    }
  } finally {
    progress.end()
  }
  rejections.end()
  const business =
    file.business === undefined ? undefined : inFile(file.name, () => checkBusiness(file.business))
  return {
    file,
    rows: spool,
    choice: chooser.choose(),
    rejected: rejections.rows(),
    business,
    texts,
  }
}

export async function mergeBatch(
  { file, rows, choice, business }: Batch,
  writer: StoreWriter,
  stderr: NodeJS.WriteStream,
): Promise<Merged> {
  // What the owner wrote in the business file is better than what a review file says.
  if (business && !(await writer.business())) await writer.setBusiness(business)
  const progress = createProgress(stderr, choice.count, file.name)
  try {
    return await mergeChosen(rows, choice, writer, system.now().toISOString(), progress.update)
  } finally {
    progress.end()
  }
}

/** `more` are further counts of the command. */
export function describeReport(
  { name, format }: Pick<ReviewFile, 'name' | 'format'>,
  { added, edited, unchanged, duplicate, returned, erased }: MergeReport,
  rejected: number,
  more: string[] = [],
): string {
  const rare = [
    returned > 0 && `${returned} shown again`,
    erased > 0 && `${erased} skipped because they were erased`,
  ].filter(count => count !== false)
  const counts = [
    `${added} added`,
    `${edited} edited`,
    `${unchanged} unchanged`,
    `${duplicate} duplicate`,
    `${rejected} rejected`,
    ...rare,
    ...more,
  ]
  return `${name} (${format}): ${counts.join(', ')}\n`
}

function createRejectionLog(name: string, stderr: NodeJS.WriteStream) {
  let rows = 0
  let count = 0
  return {
    add({ part, row, faults }: Extract<Outcome, { faults: unknown }>) {
      rows++
      const location = part === name ? name : `${name}: ${part}`
      for (const { field, message } of faults)
        if (++count <= MAX_SHOWN_PROBLEMS)
          stderr.write(`${location}: row ${row}${field === 'row' ? '' : `, ${field}`}: ${message}\n`)
    },
    end() {
      if (count > MAX_SHOWN_PROBLEMS)
        stderr.write(`${name}: and ${count - MAX_SHOWN_PROBLEMS} more problems\n`)
    },
    rows: () => rows,
  }
}
