/** Any character of Unicode, as a unit of random strings: like fast-check's `binary`, which lists all of them first and takes a second and a half. */
import fc from 'fast-check'

const FIRST_SURROGATE = 0xd800
const SURROGATES = 0x800

export const ANY_CHARACTER: fc.Arbitrary<string> = fc
  .nat(0x10ffff - SURROGATES)
  .map(
    number => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES),
    numberOf,
  )

function numberOf(value: unknown): number {
  const [character, ...more] = typeof value === 'string' ? value : ''
  if (character === undefined || more.length > 0 || !character.isWellFormed())
    throw new Error('is not a character')
  const code = character.codePointAt(0)!
  return code < FIRST_SURROGATE ? code : code - SURROGATES
}
