/** Reads and checks rows of our own format in a text held in memory. */
import { plainError } from '../../model/plain-errors.ts'
import { ReviewRow } from '../../model/review.ts'
import { FileProblem, type RowProblem } from '../values/file-problem.ts'
import { missingFrom } from '../values/normalize.ts'
import { parseJson, withoutBom } from '../values/parse-json.ts'
import { type JsonRecords, looksLikeJsonLines, recordsOf, recordsOfLine } from './json-records.ts'

export interface OwnFile {
  rows: unknown[]
  /** Present if the file carries the business too, as /reviews.json does. */
  business?: unknown
}

export function readOwn(text: string): OwnFile {
  const content = withoutBom(text)
  if (content.trim() === '') throw new FileProblem('is empty')
  const { records, ...rest } = looksLikeJsonLines(content)
    ? readLines(content)
    : recordsOf(parseJson(content))
  return { rows: records, ...rest }
}

function readLines(text: string): JsonRecords {
  const lines = [...text.split('\n').entries()].filter(([, line]) => line.trim() !== '')
  const records = lines.flatMap(([index, line]) => {
    const found = recordsOfLine(line)
    if (!found) throw new FileProblem(`line ${index + 1}: is not valid JSON`)
    return found
  })
  return { records }
}

/** Separates good rows from the problems of the others. Rows are numbered from 1. */
export function checkRows(rows: unknown[]): { good: ReviewRow[]; rejected: number; problems: RowProblem[] } {
  const good: ReviewRow[] = []
  const problems: RowProblem[] = []
  for (const [index, row] of rows.entries()) {
    const { data, error } = ReviewRow.safeParse(row, { error: plainError })
    const missing = data ? missingFrom(data) : []
    if (data && missing.length === 0) good.push(data)
    for (const { field, message } of missing) problems.push({ row: index + 1, field, message })
    for (const { path, message } of error?.issues ?? [])
      problems.push({ row: index + 1, field: path.join('.') || 'row', message })
  }
  return { good, rejected: rows.length - good.length, problems }
}
