import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { foldCase } from '../../../src/publish/pieces/case-folding.ts'

const same = (a: string, b: string) => foldCase(a) === foldCase(b)

describe('case folding', () => {
  it('makes capital and small letters of any script equal', () => {
    for (const [a, b] of ['Aa', 'Éé', 'Σσ', 'Σς', 'Жж', 'ẞß', 'ſs', 'Ǆǆ', '𐐀𐐨', 'Ꭰꭰ'].map(pair => [...pair]))
      assert.ok(same(a!, b!), `${a} ${b}`)
  })

  it('keeps letters apart that only look alike in one language', () => {
    assert.ok(!same('ı', 'i'))
    assert.ok(!same('İ', 'i'))
    assert.ok(!same('ß', 'ss'))
  })

  it('agrees with the simple case folding of regular expressions for any two characters', () => {
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

  it('never changes how many characters a text has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text =>
        assert.equal([...foldCase(text)].length, [...text].length),
      ),
    )
  })
})

/** Pairs that differ by case only are rare among random ones. */
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
