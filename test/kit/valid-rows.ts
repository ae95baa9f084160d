/** Rows as an import takes them. A row that it would refuse is a mistake of the test. */
import { checkRows } from '../../src/ingest/files/own-rows.ts'
import type { Row } from './rows.ts'

export function validRows(rows: Row[]) {
  const { good, problems } = checkRows(rows)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return good
}
