/** Words without their diacritics, as many people type them. */

const ASCII_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }),
)

export const isAscii = (text: string) => !/[^\x00-\x7f]/.test(text)

export function foldDiacritics(norm: string): string {
  if (isAscii(norm)) return norm
  return norm
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðßæœı]/g, letter => ASCII_LETTERS.get(letter)!)
}
