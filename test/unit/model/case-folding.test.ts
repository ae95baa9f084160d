import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { foldCase, foldWithPlaces } from '../../../src/model/case-folding.ts'
import { ANY_CHARACTER } from '../../kit/any-character.ts'

const same = (a: string, b: string) => foldCase(a) === foldCase(b)

describe('case folding', () => {
  it('Case folding makes uppercase and lowercase letters of any script equal', () => {
    for (const [a, b] of ['Aa', 'Éé', 'Σσ', 'Σς', 'Жж', 'ẞß', 'ſs', 'Ǆǆ', '𐐀𐐨', 'Ꭰꭰ'].map(pair => [
      ...pair,
    ]))
      assert.ok(same(a!, b!), `${a} ${b}`)
  })

  it('Case folding keeps letters apart that are equal in some languages only, except the two of Turkish for i', () => {
    assert.ok(!same('ß', 'ss'))
    for (const letter of ['ı', 'İ', 'I', 'İ'.toLowerCase()]) assert.ok(same(letter, 'i'), letter)
  })

  it('Case folding makes typographic apostrophes, quotes and dashes equal to those of a keyboard', () => {
    assert.equal(
      foldCase('I didn’t say “yes” – or „no“ — at all'),
      `i didn't say "yes" - or "no" - at all`,
    )
  })

  it('Case folding makes composed and decomposed letters equal', () => {
    assert.ok(same('CAFE\u0301', 'café'))
    assert.deepEqual(foldWithPlaces('a e\u0301 b'), { folded: 'a é b', places: [0, 1, 2, 4, 5, 6] })
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
          const [one, other] = [a, b].map(letter => letter.normalize('NFC').replace(/[İı]/g, 'i'))
          const equal = new RegExp(`^${RegExp.escape(one!)}$`, 'iu').test(other!)
          assert.equal(same(a, b), equal, `${a} ${b}`)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('Case folding with places finds the same text, letter by letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), text => {
        const { folded, places } = foldWithPlaces(text)
        assert.equal(places.length, folded.length + 1)
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        )
      }),
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
  const variants = cased.flatMap(character => [
    character,
    character.toLowerCase(),
    character.toUpperCase(),
  ])
  return fc.constantFrom(...variants.filter(variant => [...variant].length === 1))
}
