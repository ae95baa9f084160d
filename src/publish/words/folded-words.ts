/** Words as search compares them: case, accents, hyphens and apostrophes do not matter. */
import { foldDiacritics } from '../../insights/text/diacritics.ts'
import { foldCase } from '../../model/case-folding.ts'

/** A word with the apostrophes inside it: "O’Brien", "don't". */
export const WORD_WITH_APOSTROPHES = /[\p{L}\p{M}\p{N}]+(?:['’´`ʼ][\p{L}\p{M}\p{N}]+)*/gu

export const APOSTROPHES = /['’´`ʼ]/g

export const hasApostrophe = (word: string) => /['’´`ʼ]/.test(word)

export const foldWord = (word: string) => foldAccents(foldCase(word).replace(APOSTROPHES, ''))

/** The words of a name: `Mini-Split` and `mini_split` are both `mini split`. */
export const foldName = (name: string) =>
  (name.match(WORD_WITH_APOSTROPHES) ?? []).map(foldWord).join(' ')

/** Only in alphabets whose marks are accents: in others, such as Devanagari, they are vowels. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u

const foldAccents = (word: string) =>
  ACCENTED.test(word) ? foldDiacritics(word).normalize('NFC') : word.normalize('NFC')

/** Words of scripts that put no spaces between them: Chinese, Japanese and Thai (and its neighbors). */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** The words in a run of letters, with their offsets; none if the run is a single word. */
export function segmentsOf(run: string): { text: string; index: number }[] {
  // With an apostrophe, it is not one of their runs.
  if (!UNSPACED.test(run) || hasApostrophe(run)) return []
  const segments = Array.from(segmenter.segment(run), ({ segment, index }) => ({
    text: segment,
    index,
  }))
  return segments.length > 1 ? segments : []
}
