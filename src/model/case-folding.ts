/** Texts as a search compares them: case, typographic signs and the two forms of accented letters do not matter. */

const ASCII = /^[\x00-\x7f]*$/
const folded = new Map<string, string>()

/** Unicode simple case folding of the composed form (NFC), with the signs of a typewriter. */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  // JavaScript writes the lowercase of "İ" as two characters.
  return text
    .normalize('NFC')
    .replace(/[A-Z]|[^\x00-\x7f]/gu, foldCharacter)
    .replaceAll('i\u0307', 'i')
}

/** What phones and word processors make of ' " and -, and the letters that Turkish has for i. */
const SIGNS: [typed: string, written: string][] = [
  ["'", '‘’‚‛′´ʼ＇'],
  ['"', '“”„‟″«»＂'],
  ['-', '‐‑‒–—―−－'],
  ['i', 'İı'],
]

for (const [typed, written] of SIGNS) for (const sign of written) folded.set(sign, typed)

/**
 * JavaScript has no case folding, but its regular expressions compare by it when they ignore case (`iu`). So a candidate,
 * the lowercase of the uppercase first, counts only if such an expression agrees: "ſ" folds to "s".
 */
function foldCharacter(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const same = new RegExp(`^${RegExp.escape(character)}$`, 'iu')
  const candidates = [character.toUpperCase().toLowerCase(), character.toLowerCase()]
  const fold = candidates.find(candidate => same.test(candidate)) ?? character
  folded.set(character, fold)
  return fold
}

/** A letter with the marks that follow it: composed, they may be one character. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gsu

/** Folding may change the length of a letter; `places` maps each unit of the folded text to its original position. */
export function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    const fold = foldCase(letter)
    for (let unit = 0; unit < fold.length; unit++) places.push(index)
    folded += fold
  }
  places.push(text.length)
  return { folded, places }
}
