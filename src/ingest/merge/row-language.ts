/** The language of a review whose file does not state it. */
import { detectLanguage } from '../../languages/detect-language.ts'
import type { KnownReview } from '../../model/record.ts'
import type { ReviewRow } from '../../model/review.ts'

/** What the file states counts, null included, and so does a stored language: a guess only fills a gap. */
export function withLanguage(row: ReviewRow, known: KnownReview | undefined): ReviewRow {
  if (row.language !== undefined || known?.particulars.language) return row
  const text = known ? row.text : (row.text ?? row.title)
  const language = text ? detectLanguage(text) : null
  return language === null ? row : { ...row, language }
}
