/** Words of scripts that put no spaces between them: Chinese, Japanese and Thai (and its neighbors). */
import { hasApostrophe } from './folded-words.ts'

export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** The words in a run of letters, with their offsets; none if the run is a single word. */
export function segmentsOf(run: string): { text: string; index: number }[] {
  // With an apostrophe, it is not one of their runs.
  if (!UNSPACED.test(run) || hasApostrophe(run)) return []
  const segments = Array.from(segmenter.segment(run), ({ segment, index }) => ({ text: segment, index }))
  return segments.length > 1 ? segments : []
}
