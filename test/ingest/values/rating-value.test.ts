import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { FieldValue } from '../../../src/ingest/values/draft.ts'
import { readRating } from '../../../src/ingest/values/rating-value.ts'

const problemOf = (...told: Parameters<typeof readRating>) => {
  const read = readRating(...told)
  return typeof read === 'number' ? `was read as ${read}` : read.problem
}

const SENTENCES = [
  'has no rating',
  'has a scale whose best rating is not a number',
  'is a recommendation, which has no stars',
  'is not a whole number of stars',
  'lies outside the scale',
  'must be from 1 to 5 stars',
  'must be stars from 1 to 5, such as 4, 4/5 or ★★★★☆',
]

describe('a rating', () => {
  it('is read from a number, however it is written', () => {
    for (const told of [4, 4.0, '4', ' 4 ', '4.0', '4,0', '4.00']) assert.equal(readRating(told), 4)
  })

  it('is read from the words that Google has for stars, in any case', () => {
    const words = ['ONE', 'two', 'Three', 'FOUR', 'five']
    assert.deepEqual(
      words.map(word => readRating(word)),
      [1, 2, 3, 4, 5],
    )
  })

  it('is read with a word or sign for stars behind it, in any language', () => {
    for (const told of ['4 stars', '4 Sterne', '4 étoiles', '4-star', '4 star(s)', '4★', '4 ⭐', '4.0 Stars'])
      assert.equal(readRating(told), 4, told)
  })

  it('is counted in signs', () => {
    const signs = ['★☆☆☆☆', '★★', '⭐⭐⭐', '⭐️⭐️⭐️⭐️', '★ ★ ★ ★ ★']
    assert.deepEqual(
      signs.map(sign => readRating(sign)),
      [1, 2, 3, 4, 5],
    )
  })

  it('is taken out of five as it is', () => {
    for (const told of ['4/5', '4 / 5', '4.0/5', '4 out of 5', '4 out of 5 stars', '4 of 5'])
      assert.equal(readRating(told), 4, told)
  })

  it('is stretched from another scale and rounded to the nearest star', () => {
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
    for (const [told, best, worst, stars] of cases)
      assert.equal(readRating(told, best, worst), stars, `${told} of ${best}`)
  })

  it('is not shifted by a worst rating of nought on a scale up to five', () => {
    assert.equal(readRating(1, 5, 0), 1)
    assert.equal(readRating('4', '5', '0'), 4)
  })

  it('is never rounded where it is given in stars', () => {
    for (const told of [4.5, '4.5', '4,5', '4.5/5', '3.5 stars', '4.9 out of 5'])
      assert.match(problemOf(told), /not a whole number of stars, and is not rounded/)
  })

  it('is said to be missing where there is none', () => {
    for (const told of ['', '  ', null, undefined, 'STAR_RATING_UNSPECIFIED'])
      assert.equal(problemOf(told), 'has no rating')
  })

  it('is refused outside its scale', () => {
    for (const told of [0, 6, -1, '0', '6', '0/5', '☆☆☆☆☆', '★★★★★★', '100'])
      assert.equal(problemOf(told), 'must be from 1 to 5 stars', String(told))
    for (const [told, best, worst] of [['11/10'], ['0/10'], [0, 10], [101, 100, 0]] as const)
      assert.match(problemOf(told, best, worst), /^lies outside the scale/)
  })

  it('is refused on a scale that makes no sense', () => {
    for (const [best, worst] of [[1, 1], [10, 10], [3, 7], ['ten'], [10, 'low']] as const)
      assert.match(problemOf(3, best, worst), /^has a scale whose best rating/)
  })

  it('is not invented for a recommendation', () => {
    for (const told of ['positive', 'NEGATIVE', 'recommends', "doesn't recommend", 'Not recommended'])
      assert.match(problemOf(told), /recommendation, which has no stars, and none are invented/)
  })

  it('is refused where it is not one number', () => {
    for (const told of [
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
      assert.match(problemOf(told), /^must be stars from 1 to 5|^has no rating$/, String(told))
  })

  it('is a whole number of one to five stars or a problem that repeats nothing, whatever comes', () => {
    const ratingLike = fc.stringMatching(/^[-0-9.,/ ★☆⭐a-z]{0,12}$/u)
    const told = fc.oneof(fc.string({ unit: 'binary' }), ratingLike, fc.double(), fc.integer(), fc.boolean())
    const end = fc.option(fc.oneof(fc.double(), fc.integer({ min: -2, max: 12 }), fc.string()))
    fc.assert(
      fc.property(told, end, end, (value, best, worst) => {
        const read = readRating(value, best, worst)
        if (typeof read === 'number') assert.ok([1, 2, 3, 4, 5].includes(read))
        else assert.ok(SENTENCES.some(sentence => read.problem.startsWith(sentence)))
      }),
      { numRuns: 2000 },
    )
  })
})
