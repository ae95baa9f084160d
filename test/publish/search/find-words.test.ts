import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findWords } from '../../../src/publish/search/find-words.ts'
import { placesOf, stemsIn, termsIn } from '../../../src/publish/words/stemmed-words.ts'
import { runs } from '../../kit/runs.ts'
import { indexTexts } from '../prepared-reviews.ts'

const find = (texts: string[], query: string) => [...findWords(indexTexts(texts), query)]

/** The positions that reading every text finds. */
function findPlainly(texts: string[], query: string): number[] {
  const terms = termsIn(query)
  return [...texts.keys()].filter(position => {
    const text = texts[position]!
    return terms.every(term => placesOf(term, text, stemsIn(text)).length > 0)
  })
}

const PIECES = [
  ...['no', 'No', 'show', 'shows', 'noshow', 'late', 'plate', 'café', 'Cafes', 'don', 'don’t', "don't", 't'],
  ...['東京', '3', '5', '35', "'", '’', '-', ' - ', '—', '/', '. ', ' ', ' ', ' ', '\n', '👍', 'İ'],
]
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map(pieces => pieces.join(''))
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

  it('A search for words finds other forms, but no parts of words', () => {
    const texts = ['He was late.', 'A license plate', 'Never late', 'The latest model', 'LATE']
    assert.deepEqual(find(texts, 'late'), [0, 2, 4])
    assert.deepEqual(find(texts, 'never was'), [])
    assert.deepEqual(find(texts, 'was late'), [0])
  })

  it('A word that nobody wrote finds nothing, even beside one that everybody wrote', () => {
    assert.deepEqual(find(['late', 'late'], 'late zebra'), [])
    assert.deepEqual(find(['late', 'late'], 'late-zebra'), [])
    assert.deepEqual(find([], 'late'), [])
  })
})
