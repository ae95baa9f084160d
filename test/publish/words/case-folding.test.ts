import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { foldCase } from '../../../src/publish/words/case-folding.ts'
import { ANY_CHARACTER } from '../../kit/any-character.ts'

const same = (a: string, b: string) => foldCase(a) === foldCase(b)

describe('case folding', () => {
  it('Case folding makes uppercase and lowercase letters of any script equal', () => {
    for (const [a, b] of ['Aa', 'Éé', 'Σσ', 'Σς', 'Жж', 'ẞß', 'ſs', 'Ǆǆ', '𐐀𐐨', 'Ꭰꭰ'].map(pair => [...pair]))
      assert.ok(same(a!, b!), `${a} ${b}`)
  })

  it('Case folding keeps letters apart that are equal in some languages only', () => {
    assert.ok(!same('ı', 'i'))
    assert.ok(!same('İ', 'i'))
    assert.ok(!same('ß', 'ss'))
  })

  it('Case folding agrees with regular expressions on any two characters', () => {
    const letter = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
      anyCasedLetter(),
    )
    fc.assert(
      fc.property(
        letter.chain(a => fc.tuple(fc.constant(a), fc.oneof(letter, variantOf(a)))),
        ([a, b]) => {
          const equal = new RegExp(`^${RegExp.escape(a)}$`, 'iu').test(b)
          assert.equal(same(a, b), equal, `${a} ${b}`)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('Case folding never changes the number of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), text =>
        assert.equal([...foldCase(text)].length, [...text].length),
      ),
    )
  })
})

/** Pairs that differ only by case are rare among random ones. */
function variantOf(letter: string): fc.Arbitrary<string> {
  const variants = [letter.toUpperCase(), letter.toLowerCase(), letter.toUpperCase().toLowerCase()]
  return fc.constantFrom(letter, ...variants.filter(variant => [...variant].length === 1))
}

function anyCasedLetter(): fc.Arbitrary<string> {
  const cased = Array.from({ length: 0x1ffff }, (_, code) => code)
    .filter(code => code < 0xd800 || code > 0xdfff)
    .map(code => String.fromCodePoint(code))
    .filter(character => /\p{Changes_When_Casemapped}/u.test(character))
  const variants = cased.flatMap(character => [character, character.toLowerCase(), character.toUpperCase()])
  return fc.constantFrom(...variants.filter(variant => [...variant].length === 1))
}
