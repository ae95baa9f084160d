/** What `firsthand init` asks about the business, its reviews and its domain (`questions.json`). Every answer is also a flag. */
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type Places, PROGRAM } from '../../actions/shell-command.ts'
import { recognizeFolder } from '../../ingest/recognize-folder.ts'
import { DEFAULT_ACCENT } from '../../model/business.ts'
import { cleanLine } from '../../model/scalars.ts'
import { isPostgres, sqlitePath } from '../../store/open-store.ts'
import { UsageError } from '../base/result.ts'
import { countOf } from '../base/screen.ts'
import { Domain } from '../base/settings.ts'
import { type Answers, readColor } from './answers.ts'
import { askTable, type GuessedTable } from './guessed-tables.ts'
import questions from './questions.json' with { type: 'json' }
import type { Asker, Question } from './questions.ts'

export interface InitFlags extends Partial<Answers> {
  reviews?: string[]
  yes: boolean
}

const checkName = (answer: string) => (cleanLine(answer) === '' ? 'Please answer this one.' : null)
const checkColor = (answer: string) => (readColor(answer) ? null : 'A color looks like #0b6e69.')
const checkDomain = (answer: string) =>
  answer === '' || Domain.safeParse(answer).success
    ? null
    : 'A domain looks like reviews.example.com.'

export async function askBusiness(flags: InitFlags, asker: Asker): Promise<Answers> {
  const { name, trade, address, color } = questions
  return {
    name: await answerTo({ ...name, check: checkName }, flags.name, asker),
    trade: await answerTo(trade, flags.trade, asker),
    address: await answerTo(address, flags.address, asker),
    color: await answerTo(
      { ...color, usual: DEFAULT_ACCENT, check: checkColor },
      flags.color,
      asker,
    ),
  }
}

async function answerTo(
  question: Question,
  given: string | undefined,
  asker: Asker,
): Promise<string> {
  if (given === undefined) return await asker.ask(question)
  const problem = question.check?.(given)
  if (problem) throw new UsageError(`${question.flag}: ${problem}`)
  return given
}

/** Empty if there is none yet. Without a terminal, only the flag says it. */
export async function askDomain(given: string | undefined, asker: Asker): Promise<string> {
  const question = { ...questions.domain, check: checkDomain }
  const answer = await answerTo(question, given ?? (asker.canAsk ? undefined : ''), asker)
  return answer && Domain.parse(answer)
}

/** What to import. */
export interface ReviewFiles {
  files: string[]
  /** Tables whose columns the owner confirmed. */
  tables: GuessedTable[]
}

export async function askReviews(
  { reviews }: InitFlags,
  places: Places,
  asker: Asker,
  output: NodeJS.WritableStream,
  folder = '.',
): Promise<ReviewFiles> {
  if (reviews && !reviews.includes('found')) {
    const named = reviews.filter(file => file !== 'none')
    const problem = missingIn(named)
    if (problem) throw new UsageError(problem)
    return { files: named, tables: [] }
  }
  const { files, puzzling, others } = await recognizeFolder(folder, isOurs(places))
  for (const { path, format, reviews } of files)
    output.write(`Found ${path}: ${countOf(reviews, 'review')} (${format}).\n`)
  if (others.length > 0) output.write(describeOthers(others))
  const found = files.map(({ path }) => path)
  const puzzleAt = (name: string) => puzzling.find(({ path }) => resolve(path) === resolve(name))
  const askFiles = async (usual: string, problemOf: typeof missingIn) => {
    const check = (typed: string) => problemOf(namesIn(typed))
    const answer = await asker.ask({ ...questions.reviews, usual, check })
    return answer === 'found' ? found : namesIn(answer)
  }
  // Before the questions about single tables, so that "found" stands below what was found.
  const chosen = reviews || found.length === 0 ? found : await askFiles('found', missingIn)
  const tables: GuessedTable[] = []
  for (const file of puzzling) {
    if (!file.guess || !asker.canAsk) output.write(`Not imported yet: ${file.problem}\n`)
    const table = await askTable(file, asker, output)
    if (table) tables.push(table)
  }
  const missingOrPuzzling = (names: string[]) =>
    missingIn(names) ?? names.map(puzzleAt).find(file => file)?.problem ?? null
  const hasSome = reviews || found.length + tables.length > 0
  if (!hasSome) return { files: await askFiles('none', missingOrPuzzling), tables }
  // The others were asked about on their own.
  return { files: chosen.filter(name => !puzzleAt(name)), tables }
}

/** Those with the same reason in one line. */
function describeOthers(others: { path: string; reason: string }[]): string {
  const lines = [...Map.groupBy(others, ({ reason }) => reason)].map(([reason, same]) => {
    const names = same.map(({ path }) => path).join(', ')
    return `Not recognized as reviews: ${names}: ${reason}\n`
  })
  const remedy = `If one of them has reviews, this says what is missing: ${PROGRAM} import FILE\n`
  return lines.join('') + remedy
}

const namesIn = (answer: string) =>
  ['none', 'found'].includes(answer)
    ? []
    : answer
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '')

function missingIn(files: string[]): string | null {
  const missing = files.find(file => !existsSync(file))
  return missing === undefined ? null : `There is no file ${missing}.`
}

/** Our own files in the folder are not exports. */
function isOurs({ businessFile, databaseUrl }: Places): (name: string) => boolean {
  const names = new Set([
    basename(businessFile),
    isPostgres(databaseUrl) ? '' : basename(sqlitePath(databaseUrl)),
  ])
  return name => names.has(name)
}
