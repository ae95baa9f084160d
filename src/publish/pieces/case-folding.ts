/** Unicode simple case folding: what makes a search case-insensitive. */

const ASCII = /^[\x00-\x7f]*$/
const folded = new Map<string, string>()

export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.replace(/[A-Z]|[^\x00-\x7f]/gu, foldCharacter)
}

/**
 * JavaScript offers no case folding, but its regular expressions compare by it when they ignore case (`iu`). So a
 * candidate, the small letter of the capital one first, counts only where they agree: "ſ" is "s", and "ı" is not "i".
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
