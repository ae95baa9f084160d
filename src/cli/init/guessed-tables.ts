/** Tables in no known format: `firsthand init` asks whether their columns are guessed right. */
import { sourceInWords } from '../../actions/visibility.ts'
import { Mapping } from '../../ingest/formats/mapping.ts'
import type { PuzzlingFile } from '../../ingest/recognize-folder.ts'
import { openReviewFile } from '../../ingest/review-file.ts'
import { sourceOf } from '../../ingest/values/field-values.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { countOf } from '../base/screen.ts'
import questions from './questions.json' with { type: 'json' }
import type { Asker } from './questions.ts'

export type GuessedTable = { path: string; mapping: Mapping }

/** null if the owner does not want it, or if it cannot be read like this. */
export async function askTable(
  { path, guess, unused = [] }: PuzzlingFile,
  asker: Asker,
  output: NodeJS.WritableStream,
) {
  if (!guess || !asker.canAsk) return null
  const columns = Object.entries(guess).map(
    ([field, column]) => `  ${FIELD_NAMES[field] ?? field}: ${column}\n`,
  )
  if (unused.length > 0) columns.push(`  not imported: ${unused.join(', ')}\n`)
  output.write(`${path} is in no known format. Its columns look like this:\n${columns.join('')}`)
  if (!isYes(await asker.ask({ ...questions.table, check: yesOrNo }))) return null
  const source = guess.source ? undefined : await askSource(asker)
  const mapping = Mapping.parse({ columns: guess, ...(source && { source }) })
  return (await canRead(path, mapping, output)) ? { path, mapping } : null
}

/** What the owner calls the fields, where that differs from ours. */
const FIELD_NAMES: Record<string, string> = questions.columns

const isYes = (answer: string) => /^y(?:es)?$/i.test(answer)
const yesOrNo = (answer: string) =>
  /^(?:y|yes|n|no)$/i.test(answer) ? null : 'Please answer yes or no.'

async function askSource(asker: Asker): Promise<string> {
  const usual = sourceInWords('direct')
  const check = (typed: string) =>
    sourceOf(typed) === null ? 'The name of a site, such as Google.' : null
  const answer = await asker.ask({ ...questions.source, usual, check })
  return answer.toLowerCase() === usual ? 'direct' : sourceOf(answer)!
}

/** The date order, for example, may still be unclear. */
async function canRead(
  path: string,
  mapping: Mapping,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  try {
    await openReviewFile(path, { mapping })
    return true
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    output.write(`Not imported yet: ${error.message}\n`)
    return false
  }
}

/** How the owner knows the people who wrote directly; null if their reviews stay hidden for now. No answer is usual: this is a claim about every one of them. */
export async function askDirectLevel(
  count: number,
  asker: Asker,
): Promise<'transaction' | 'invited' | null> {
  const text = `Sent to you, not posted on a site: ${countOf(count, 'review')}. ${questions.level.text}`
  const check = (typed: string) =>
    Object.hasOwn(LEVELS, typed) ? null : 'Please answer record, invited or no.'
  const answer = await asker.ask({ ...questions.level, text, check }).catch(() => 'no')
  return LEVELS[answer as keyof typeof LEVELS]
}

const LEVELS = { record: 'transaction', invited: 'invited', no: null } as const
