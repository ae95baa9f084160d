/** Unicode simple case folding, which makes search case-insensitive. */

const ASCII = /^[\x00-\x7f]*$/
const folded = new Map<string, string>()

export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.replace(/[A-Z]|[^\x00-\x7f]/gu, foldCharacter)
}

/**
 * JavaScript has no case folding, but its regular expressions compare by it when they ignore case (`iu`). So a candidate,
 * the lowercase of the uppercase first, counts only if such an expression agrees: "ſ" folds to "s", and "ı" not to "i".
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

/** Folding may change the length of a letter; `places` maps each unit of the folded text to its original position. */
export function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const letter of text) {
    const fold = foldCase(letter)
    for (let unit = 0; unit < fold.length; unit++) places.push(at)
    folded += fold
    at += letter.length
  }
  places.push(text.length)
  return { folded, places }
}
