/** Tables in no known format: `firsthand init` asks whether their columns are guessed right. */
import { sourceInWords } from '../../actions/visibility.ts'
import { Mapping } from '../../ingest/formats/mapping.ts'
import type { PuzzlingFile } from '../../ingest/recognize-folder.ts'
import { openReviewFile } from '../../ingest/review-file.ts'
import { sourceOf } from '../../ingest/values/field-values.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { Asker } from './questions.ts'

export interface GuessedTable {
  path: string
  mapping: Mapping
}

/** How the owner knows that people who wrote directly are customers; null if reviews stay hidden for now. */
export type DirectLevel = 'transaction' | 'invited' | null

/** null if the owner does not want it, or if it cannot be read like this. */
export async function askTable(
  { path, guess }: PuzzlingFile,
  asker: Asker,
  output: NodeJS.WritableStream,
): Promise<GuessedTable | null> {
  if (!guess || !asker.canAsk) return null
  const columns = Object.entries(guess).map(
    ([field, column]) => `  ${FIELD_NAMES[field] ?? field}: ${column}\n`,
  )
  output.write(`${path} is in no known format. Its columns look like this:\n${columns.join('')}`)
  const answer = await asker.ask({
    text: 'Import it like this? (yes or no)',
    flag: '--reviews',
    usual: 'yes',
    check: yesOrNo,
  })
  if (!isYes(answer)) return null
  const source = guess.source ? undefined : readSource(await asker.ask(SOURCE))
  const mapping = Mapping.parse({ columns: guess, ...(source && { source }) })
  return (await canRead(path, mapping, output)) ? { path, mapping } : null
}

/** What the owner calls the fields, where that differs from ours. */
const FIELD_NAMES: Record<string, string> = {
  rating: 'stars',
  owner_reply: 'your reply',
  reply_date: 'date of your reply',
  source: 'where it was written',
  source_id: 'number of the review',
  source_url: 'link',
  updated_at: 'last edited',
}

const isYes = (answer: string) => /^y(?:es)?$/i.test(answer)
const yesOrNo = (answer: string) => (/^(?:y|yes|n|no)$/i.test(answer) ? null : 'Please answer yes or no.')

const SENT_TO_YOU = sourceInWords('direct')
const readSource = (answer: string) => (answer.toLowerCase() === SENT_TO_YOU ? 'direct' : sourceOf(answer)!)

const SOURCE = {
  text: 'Where were these reviews written? (Google, Yelp, …; "sent to you" if customers wrote to you)',
  flag: '--reviews',
  usual: SENT_TO_YOU,
  check: (answer: string) => (sourceOf(answer) === null ? 'The name of a site, such as Google.' : null),
}

/** The date order, for example, may still be unclear. */
async function canRead(path: string, mapping: Mapping, output: NodeJS.WritableStream): Promise<boolean> {
  try {
    await openReviewFile(path, { mapping })
    return true
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    output.write(`Not imported yet: ${error.message}\n`)
    return false
  }
}

/** Asked without a usual answer: this is a claim about every one of them. */
export async function askDirectLevel(asker: Asker): Promise<DirectLevel> {
  const answer = await asker.ask({
    text: 'How do you know that they are from customers? (record: you have a job or purchase on record for each; invited: they answered your invitation; no: keep them hidden for now)',
    flag: '--reviews',
    check: typed => (Object.hasOwn(LEVELS, typed) ? null : 'Please answer record, invited or no.'),
  })
  return LEVELS[answer as keyof typeof LEVELS]
}

const LEVELS = { record: 'transaction', invited: 'invited', no: null } as const
