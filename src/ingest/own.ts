/** Our own file format: an object with `reviews`, a bare array, or JSON lines. */
import { ReviewRow } from '../model/review.ts'
import { parseJson, withoutBom } from './json.ts'
import { FileProblem, type RowProblem } from './problem.ts'

export interface OwnFile {
  rows: unknown[]
  /** Present when the file carries the business too, as /reviews.json does. */
  business?: unknown
}

export function readOwn(text: string): OwnFile {
  const content = withoutBom(text)
  if (content.trim() === '') throw new FileProblem('is empty')
  if (looksLikeJsonLines(content.trim())) return { rows: readLines(content) }
  const document = parseJson(content)
  if (Array.isArray(document)) return { rows: document }
  if (isObject(document) && Array.isArray(document.reviews))
    return { rows: document.reviews, ...(document.business !== undefined && { business: document.business }) }
  if (isObject(document) && 'rating' in document) return { rows: [document] }
  throw new FileProblem(
    'has no reviews: expected an object with a "reviews" array, an array of reviews, or one review per line',
  )
}

/** Sorts rows into good ones and the faults of the others; row numbers count from 1. */
export function checkRows(rows: unknown[]): { good: ReviewRow[]; rejected: number; problems: RowProblem[] } {
  const good: ReviewRow[] = []
  const problems: RowProblem[] = []
  for (const [index, row] of rows.entries()) {
    const result = ReviewRow.safeParse(row)
    if (result.success) good.push(result.data)
    else
      for (const issue of result.error.issues)
        problems.push({ row: index + 1, field: issue.path.join('.') || 'row', message: issue.message })
  }
  return { good, rejected: rows.length - good.length, problems }
}

function looksLikeJsonLines(text: string): boolean {
  const firstLine = text.slice(0, text.indexOf('\n') + 1).trim()
  return firstLine.startsWith('{') && firstLine.endsWith('}') && isJson(firstLine)
}

function readLines(text: string): unknown[] {
  const lines = text.split('\n').entries()
  return [...lines].flatMap(([index, line]) => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line)]
    } catch {
      throw new FileProblem(`line ${index + 1}: is not valid JSON`)
    }
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
