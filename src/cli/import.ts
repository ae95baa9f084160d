/** `firsthand import`: brings files of reviews into the store. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { loadEngine } from '../engine.ts'
import { checkBusiness, parseBusinessFile } from '../ingest/business-file.ts'
import { mergeRows } from '../ingest/merge.ts'
import { checkRows, readOwn } from '../ingest/own.ts'
import { FileProblem, type RowProblem } from '../ingest/problem.ts'
import { inFile, readTextFile } from '../ingest/text-file.ts'
import type { BusinessFile } from '../model/business.ts'
import type { ReviewRow } from '../model/review.ts'
import { createAnalyses } from '../publish/analyses.ts'
import { openStore, sqlitePath } from '../store/open.ts'
import { type Store, Undo, type Writer } from '../store/store.ts'
import { system } from '../system.ts'
import { EXIT } from './problem.ts'
import { createProgress } from './progress.ts'

export interface ImportOptions {
  databaseUrl: string
  businessFile: string
  strict: boolean
  dryRun: boolean
}

/** Every file is read and checked before the first one is imported. */
export async function importFiles(
  files: string[],
  { databaseUrl, businessFile, strict, dryRun }: ImportOptions,
  streams: NodeJS.Process,
): Promise<number> {
  const batches: Batch[] = []
  for (const file of files) batches.push(await readBatch(file, streams.stderr))
  const faulty = batches.filter(({ rejected }) => rejected > 0)
  if (strict && faulty.length > 0) throw new FileProblem(faulty.map(refusal).join('\n'))
  const store = await openStore(dryRun ? rehearsalUrl(databaseUrl) : databaseUrl, system)
  try {
    if (!dryRun) await readAhead(batches, store, businessFile)
    const reports = await importBatches(batches, store, dryRun, streams.stderr)
    streams.stdout.write(reports.join(''))
    if (dryRun) streams.stdout.write('Dry run: nothing was written.\n')
    else if (!existsSync(businessFile) && !(await store.business()))
      streams.stderr.write(`No business is known yet: write ${businessFile}, then start the service.\n`)
    return faulty.length > 0 ? EXIT.someRejected : EXIT.done
  } finally {
    await store.close()
  }
}

/** The rows of one file. */
interface Batch {
  name: string
  good: ReviewRow[]
  rejected: number
  business: BusinessFile | undefined
}

async function readBatch(file: string, stderr: NodeJS.WriteStream): Promise<Batch> {
  const name = basename(file)
  const text = await readTextFile(file)
  if (text === null) throw new FileProblem(`${file}: there is no such file.`)
  const { rows, business } = inFile(name, () => readOwn(text))
  const { good, rejected, problems } = checkRows(rows)
  stderr.write(describeProblems(name, problems))
  return {
    name,
    good,
    rejected,
    business: business === undefined ? undefined : inFile(name, () => checkBusiness(business)),
  }
}

const refusal = ({ name, good, rejected }: Batch) =>
  `${name}: nothing was imported, because of ${good.length + rejected} rows ${rejected} are wrong (--strict).`

/** More than these are left to the service, which reads them on all cores. */
const FEW_TEXTS = 2000

/** What the insights engine finds in the new texts is in the store before they are: the service can show both at once. */
async function readAhead(batches: Batch[], store: Store, businessFile: string): Promise<void> {
  const texts = batches.flatMap(({ good }) => good)
  const business =
    (await readBusiness(businessFile)) ??
    (await store.business()) ??
    batches.find(one => one.business)?.business
  if (!business || texts.length > FEW_TEXTS) return
  const findAnalyses = createAnalyses({ store: store.analyses, engine: await loadEngine() })
  await findAnalyses(texts, business)
}

/** A file that is missing or wrong is the service's business. */
async function readBusiness(path: string): Promise<BusinessFile | null> {
  try {
    return parseBusinessFile((await readTextFile(path)) ?? '')
  } catch {
    return null
  }
}

/** A dry run leaves no trace: where there is no database yet, not even an empty one. */
function rehearsalUrl(databaseUrl: string): string {
  return existsSync(sqlitePath(databaseUrl)) ? databaseUrl : 'sqlite::memory:'
}

/** One transaction for all files. */
async function importBatches(
  batches: Batch[],
  store: Store,
  dryRun: boolean,
  stderr: NodeJS.WriteStream,
): Promise<string[]> {
  const reports: string[] = []
  try {
    await store.write(async writer => {
      for (const batch of batches) reports.push(await importBatch(batch, writer, stderr))
      if (dryRun) throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return reports
}

async function importBatch(
  { name, good, rejected, business }: Batch,
  writer: Writer,
  stderr: NodeJS.WriteStream,
): Promise<string> {
  // What the owner wrote in the business file knows more than a file of reviews does.
  if (business && !(await writer.business())) await writer.setBusiness(business)
  const progress = createProgress(stderr, good.length, name)
  try {
    const report = await mergeRows(good, writer, system.now().toISOString(), progress.update)
    const { added, edited, unchanged, duplicate } = report
    return `${name}: ${added} added, ${edited} edited, ${unchanged} unchanged, ${duplicate} duplicate, ${rejected} rejected\n`
  } finally {
    progress.end()
  }
}

const SHOWN_PROBLEMS = 50

function describeProblems(name: string, problems: RowProblem[]): string {
  const lines = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ row, field, message }) => `${name}: row ${row}, ${field}: ${message}\n`)
  const more = problems.length - lines.length
  return lines.join('') + (more > 0 ? `${name}: and ${more} more problems\n` : '')
}
