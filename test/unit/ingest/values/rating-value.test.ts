import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { FieldValue } from '../../../../src/ingest/values/draft.ts'
import { readRating } from '../../../../src/ingest/values/field-values.ts'
import { ANY_CHARACTER } from '../../../kit/any-character.ts'

const problemOf = (...value: Parameters<typeof readRating>) => {
  const read = readRating(...value)
  return typeof read === 'number' ? `was read as ${read}` : read.problem
}

const SENTENCES = [
  'has no rating',
  'has a scale whose best rating is not above its worst',
  'is a recommendation, which has no stars',
  'is not a whole number of stars',
  'lies outside its own scale',
  'must be from 1 to 5 stars',
  'must be stars from 1 to 5, such as 4, 4/5 or ★★★★☆',
]

describe('A rating', () => {
  it('A rating is read from a number in any notation', () => {
    for (const value of [4, 4.0, '4', ' 4 ', '4.0', '4,0', '4.00'])
      assert.equal(readRating(value), 4)
  })

  it('A rating is read from the words that Google uses for stars, in any case', () => {
    const words = ['ONE', 'two', 'Three', 'FOUR', 'five']
    assert.deepEqual(
      words.map(word => readRating(word)),
      [1, 2, 3, 4, 5],
    )
  })

  it('A rating may be followed by a word or sign for stars in any language', () => {
    for (const value of [
      '4 stars',
      '4 Sterne',
      '4 étoiles',
      '4-star',
      '4 star(s)',
      '4★',
      '4 ⭐',
      '4.0 Stars',
    ])
      assert.equal(readRating(value), 4, value)
  })

  it('A rating is counted in star signs', () => {
    const signs = ['★☆☆☆☆', '★★', '⭐⭐⭐', '⭐️⭐️⭐️⭐️', '★ ★ ★ ★ ★']
    assert.deepEqual(
      signs.map(sign => readRating(sign)),
      [1, 2, 3, 4, 5],
    )
  })

  it('A rating out of five is used as it is', () => {
    for (const value of ['4/5', '4 / 5', '4.0/5', '4 out of 5', '4 out of 5 stars', '4 of 5'])
      assert.equal(readRating(value), 4, value)
  })

  it('A rating on another scale is stretched and rounded to the nearest star', () => {
    const cases: [FieldValue, FieldValue, FieldValue, number][] = [
      ['8/10', null, null, 4],
      ['9/10', null, null, 5],
      ['10/10', null, null, 5],
      ['1/10', null, null, 1],
      ['★★★★★★★★☆☆', null, null, 4],
      [8, 10, 1, 4],
      ['80', '100', '0', 4],
      ['0', '100', '0', 1],
      ['2', '3', '', 3],
      ['7,5', '10,0', undefined, 4],
    ]
    for (const [value, best, worst, stars] of cases)
      assert.equal(readRating(value, best, worst), stars, `${value} of ${best}`)
  })

  it('A maximum beside the number wins over the scale of the file', () => {
    assert.equal(readRating('4/5', 10, 1), 4)
    assert.equal(readRating('8/10', 5), 4)
    assert.equal(readRating('★★★★☆', 10), 4)
  })

  it('A worst rating of zero does not shift a scale up to five', () => {
    assert.equal(readRating(1, 5, 0), 1)
    assert.equal(readRating('4', '5', '0'), 4)
  })

  it('A rating given in stars is never rounded', () => {
    for (const value of [4.5, '4.5', '4,5', '4.5/5', '3.5 stars', '4.9 out of 5'])
      assert.match(problemOf(value), /not a whole number of stars, and is not rounded/)
  })

  it('A missing rating is a problem', () => {
    for (const value of ['', '  ', null, undefined, 'STAR_RATING_UNSPECIFIED'])
      assert.equal(problemOf(value), 'has no rating')
  })

  it('A rating outside its scale is a problem', () => {
    for (const value of [0, 6, -1, '0', '6', '0/5', '☆☆☆☆☆', '★★★★★★', '100'])
      assert.equal(problemOf(value), 'must be from 1 to 5 stars', String(value))
    for (const [value, best, worst] of [['11/10'], ['0/10'], [0, 10], [101, 100, 0]] as const)
      assert.match(problemOf(value, best, worst), /^lies outside its own scale/)
  })

  it('A scale that makes no sense is a problem', () => {
    for (const [best, worst] of [[1, 1], [10, 10], [3, 7], ['ten'], [10, 'low']] as const)
      assert.match(problemOf(3, best, worst), /^has a scale whose best rating/)
  })

  it('No rating is invented for a recommendation', () => {
    for (const value of [
      'positive',
      'NEGATIVE',
      'recommends',
      "doesn't recommend",
      'Not recommended',
    ])
      assert.match(problemOf(value), /recommendation, which has no stars, and none are invented/)
  })

  it('A rating that is not one number is a problem', () => {
    for (const value of [
      '4 5',
      '4-5',
      '4 and a half stars',
      '4½',
      '4 or 5',
      'FIVE_STARS',
      'good',
      'n/a',
      true,
    ])
      assert.match(problemOf(value), /^must be stars from 1 to 5|^has no rating$/, String(value))
  })

  it('Any input is a whole number of one to five stars or a problem that repeats nothing', () => {
    const ratingLike = fc.stringMatching(/^[-0-9.,/ ★☆⭐a-z]{0,12}$/u)
    const value = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      ratingLike,
      fc.double(),
      fc.integer(),
      fc.boolean(),
    )
    const end = fc.option(fc.oneof(fc.double(), fc.integer({ min: -2, max: 12 }), fc.string()))
    fc.assert(
      fc.property(value, end, end, (value, best, worst) => {
        const read = readRating(value, best, worst)
        if (typeof read === 'number') assert.ok([1, 2, 3, 4, 5].includes(read))
        else assert.ok(SENTENCES.some(sentence => read.problem.startsWith(sentence)))
      }),
      { numRuns: 2000 },
    )
  })
})
