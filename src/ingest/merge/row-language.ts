/** The language of a review whose file does not state it. */
import type { KnownReview } from '../../model/record.ts'
import type { ReviewRow } from '../../model/review.ts'
import { type DetectLanguage, loadLanguageDetector } from '../values/detect-language.ts'

/** Loads the detector only if one of the rows needs it. */
export const detectorFor = async <T extends { row: ReviewRow }>(
  batch: readonly T[],
  find: (one: T) => KnownReview | undefined,
): Promise<DetectLanguage> =>
  batch.some(one => textWithoutLanguage(one.row, find(one))) ? await loadLanguageDetector() : () => null

export function withLanguage(
  row: ReviewRow,
  known: KnownReview | undefined,
  detect: DetectLanguage,
): ReviewRow {
  const text = textWithoutLanguage(row, known)
  const language = text ? detect(text) : null
  return language === null ? row : { ...row, language }
}

/** What the file states counts, null included, and so does a stored language: a guess only fills a gap. */
function textWithoutLanguage({ language, text, title }: ReviewRow, known: KnownReview | undefined) {
  if (language !== undefined || known?.particulars.language) return null
  return known ? text : (text ?? title)
}
