/** Text into words, each with its place. The model, the cues and the names all see the same words. */

export interface Word {
  /** Lower-cased, apostrophes straight, contractions taken apart: "Didn’t" is "did" and "n't". */
  norm: string
  /** The span in the text, in UTF-16 units. */
  start: number
  end: number
}

/** A word, a number with its separators, an emoji, or one sign. A hyphen inside a word parts it and is no word itself. */
const TOKEN =
  /\p{L}[\p{L}\p{M}]*(?:['’´`]\p{L}+)*|\d+(?:[.,:]\d+)*|(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?\u200D?)+|[.!?…]+|(?<![\p{L}\d])-+|[^\s\p{L}\d-]/gu

const ENDINGS = /^(.+)('s|'re|'ve|'ll|'d|'m)$/
const WITHOUT_APOSTROPHE = /^(do|did|does|is|was|are|were|has|have|had|ca|wo|could|would|should|ai)nt$/

export function splitWords(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    const norm = found.toLowerCase().replaceAll(/[’´`]/g, "'")
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

/** Where the contraction's second part begins; 0 where there is none. */
function endingAt(norm: string): number {
  if (norm.endsWith("n't") && norm.length > 3) return norm.length - 3
  if (WITHOUT_APOSTROPHE.test(norm)) return norm.length - 2
  const match = norm.includes("'") ? ENDINGS.exec(norm) : null
  return match ? match[1]!.length : 0
}

export const isWord = ({ norm }: Word) => /^[\p{L}\d']/u.test(norm)
