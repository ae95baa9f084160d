/** Rows as an import takes them. A row that it would refuse is a mistake of the test. */
import { missingFrom } from '../../src/ingest/values/normalize.ts'
import { plainError } from '../../src/model/plain-errors.ts'
import { ReviewRow } from '../../src/model/review.ts'
import type { Row } from './rows.ts'

export function validRows(rows: Row[]) {
  const { good, problems } = checkRows(rows)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return good
}

/** Separates good rows from the problems of the others. */
export function checkRows(rows: unknown[]) {
  const good: ReviewRow[] = []
  const problems: { row: number; field: string; message: string }[] = []
  for (const [index, row] of rows.entries()) {
    const { data, error } = ReviewRow.safeParse(row, { error: plainError })
    const missing = data ? missingFrom(data) : []
    if (data && missing.length === 0) good.push(data)
    const issues = error?.issues.map(({ path, message }) => ({
      field: path.join('.') || 'row',
      message,
    }))
    for (const fault of [...missing, ...(issues ?? [])]) problems.push({ row: index + 1, ...fault })
  }
  return { good, problems }
}
