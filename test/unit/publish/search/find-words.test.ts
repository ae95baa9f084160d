import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findWords, lookUpWords } from '../../../../src/publish/search/find-words.ts'
import { placesOf, stemsIn, termsIn } from '../../../../src/publish/words/stemmed-words.ts'
import { indexTexts } from '../../../kit/publish/prepared-reviews.ts'
import { runs } from '../../../kit/runs.ts'

function find(texts: string[], query: string): number[] {
  const index = indexTexts(texts)
  return [...findWords(index, lookUpWords(index, query))]
}

/** The positions that reading every text finds. */
function findPlainly(texts: string[], query: string): number[] {
  const terms = lookUpWords(indexTexts(texts), query).terms.map(({ term }) => term)
  return [...texts.keys()].filter(position => {
    const text = texts[position]!
    return terms.every(term => placesOf(term, text, stemsIn(text, null)).length > 0)
  })
}

const PIECES = [
  ...[
    'no',
    'No',
    'show',
    'shows',
    'noshow',
    'late',
    'plate',
    'café',
    'Cafes',
    'don',
    'don’t',
    "don't",
    't',
  ],
  ...['東京', '3', '5', '35', "'", '’', '-', ' - ', '—', '/', '. ', ' ', ' ', ' ', '\n', '👍', 'İ'],
]
const anyText = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 8 })
  .map(pieces => pieces.join(''))
const anyQuery = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 })
  .map(pieces => pieces.join(''))
  .filter(query => termsIn(query).length > 0)

describe('a search for words', () => {
  it('A search for words finds what reading every text finds', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 12, size: 'max' }), anyQuery, (texts, query) => {
        assert.deepEqual(find(texts, query), findPlainly(texts, query))
      }),
      runs(1500),
    )
  })

  it('A term of two words is found right after a script without spaces', () => {
    assert.deepEqual(
      find(['東京shows👍show', '東京shows-show', 'Xshows-show'], 'show-show'),
      [0, 1],
    )
    assert.deepEqual(find(["東京don't-東京 don’t"], 'don’t—東京'), [])
  })

  it('A search for words finds other forms, but no parts of words', () => {
    const texts = ['He was late.', 'A license plate', 'Never late', 'The latest model', 'LATE']
    assert.deepEqual(find(texts, 'late'), [0, 2, 4])
    assert.deepEqual(find(texts, 'never was'), [])
    assert.deepEqual(find(texts, 'was late'), [0])
  })

  it('A word of five letters or more that nobody wrote is taken for a typing error', () => {
    const texts = [
      'The furnace broke.',
      'Two furnaces',
      'A meter, a healer',
      'They received it.',
      'plate',
    ]
    for (const typed of ['furnase', 'frunace', 'furnac', 'furnacce', 'Furnaze'])
      assert.deepEqual(find(texts, typed), [0, 1], typed)
    assert.deepEqual(find(texts, 'recieved'), [3])
    assert.deepEqual(find(texts, 'furnase two'), [1])
  })

  it('A word that somebody wrote, a short one and one with two errors are taken as they are', () => {
    assert.deepEqual(find(['heater', 'heaters', 'healer'], 'healer'), [2])
    assert.deepEqual(find(['plate'], 'late'), [])
    assert.deepEqual(find(['vacation'], 'cat'), [])
    assert.deepEqual(find(['furnace'], 'fornase'), [])
    assert.deepEqual(find(['10450'], '10459'), [])
  })

  it('Of the words that somebody may have meant, those with the same first letter come first', () => {
    assert.deepEqual(find(['meter', 'hester'], 'heter'), [1])
    assert.deepEqual(find(['meter'], 'heter'), [0])
  })

  it('A search says how it read a word that nobody wrote', () => {
    const index = indexTexts(['furnace', 'late'])
    assert.deepEqual(lookUpWords(index, 'late furnase').misspelled, [
      { word: 'furnase', read_as: ['furnace'] },
    ])
    assert.deepEqual(lookUpWords(index, 'late zebra').misspelled, [])
  })

  it('A word that nobody wrote finds nothing, even beside one that everybody wrote', () => {
    assert.deepEqual(find(['late', 'late'], 'late zebra'), [])
    assert.deepEqual(find(['late', 'late'], 'late-zebra'), [])
    assert.deepEqual(find([], 'late'), [])
  })
})
