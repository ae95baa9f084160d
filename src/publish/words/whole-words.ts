/** Finds text that begins and ends with a word: "Ed" is not in "fixed". */

const PART_OF_WORD = /[\p{L}\p{M}\p{N}]/u

/** The first index from `from` on, -1 where there is none. */
export function indexOfWords(text: string, wanted: string, from = 0): number {
  if (wanted === '') return -1
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!isWithinWord(text, at, at + wanted.length)) return at
  return -1
}

const isWithinWord = (text: string, start: number, end: number) =>
  PART_OF_WORD.test(text[start - 1] ?? '') ||
  PART_OF_WORD.test(String.fromCodePoint(text.codePointAt(end) ?? 32))
