/** Splits text into words with their positions. The network, the cues and the names all see the same words. */

export interface Word {
  /** Lower case, straight apostrophes, contractions split: "Didn’t" is "did" and "n't". */
  norm: string
  /** Offsets in the text, in UTF-16 units. */
  start: number
  end: number
}

/** Words of a sentence from `first` up to `end`. */
export interface WordRange {
  first: number
  end: number
}

/** A word, a number with its separators, an emoji, or one punctuation mark. A hyphen inside a word splits it and is dropped. */
const TOKEN =
  /\p{L}[\p{L}\p{M}]*(?:['’´`]\p{L}+)*|\d+(?:[.,:]\d+)*|(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?\u200D?)+|[.!?…]+|(?<![\p{L}\d])-+|[^\s\p{L}\d-]/gu

const OTHER_APOSTROPHES = /[’´`]/
const ENDINGS = /^(.+)('s|'re|'ve|'ll|'d|'m)$/
const WITHOUT_APOSTROPHE = /^(do|did|does|is|was|are|were|has|have|had|ca|wo|could|would|should|ai)nt$/

export function splitWords(text: string): Word[] {
  const words: Word[] = []
  const hasOther = OTHER_APOSTROPHES.test(text)
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    const lower = found.toLowerCase()
    const norm = hasOther ? lower.replaceAll(/[’´`]/g, "'") : lower
    const cut = endingAt(norm)
    if (cut === 0 || norm.length !== found.length) {
      words.push({ norm, start: index, end: index + found.length })
      continue
    }
    const ending = norm.slice(cut)
    words.push({ norm: norm.slice(0, cut), start: index, end: index + cut })
    words.push({ norm: ending === 'nt' ? "n't" : ending, start: index + cut, end: index + found.length })
  }
  return words
}

/** Where the second part of a contraction begins, or 0. */
function endingAt(norm: string): number {
  if (norm.endsWith("n't") && norm.length > 3) return norm.length - 3
  if (norm.endsWith('nt') && WITHOUT_APOSTROPHE.test(norm)) return norm.length - 2
  const match = norm.includes("'") ? ENDINGS.exec(norm) : null
  return match ? match[1]!.length : 0
}

export function isWord({ norm }: Word): boolean {
  const first = norm.charCodeAt(0)
  return (first >= 97 && first <= 122) || /^[\p{L}\d']/u.test(norm)
}
