import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { foldCase } from '../../../../src/model/case-folding.ts'
import { findText } from '../../../../src/publish/search/find-reviews.ts'
import { indexTexts } from '../../../kit/publish/prepared-reviews.ts'
import { runs } from '../../../kit/runs.ts'

const find = (texts: string[], query: string) => [...findText(indexTexts(texts), query)]

/** The positions that reading every text finds. */
function findPlainly(texts: string[], query: string): number[] {
  const needle = foldCase(query)
  return [...texts.keys()].filter(position => foldCase(texts[position]!).includes(needle))
}

/** Punctuation of one to four bytes, spaces, and a few letters. */
const CHARACTERS = ['!', '?', '.', ')', ' ', '\n', '…', '—', '👍', 'a', 'B', 'é', '1']

const anyTexts = fc.array(fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 6 }), {
  minLength: 2,
  maxLength: 9,
  size: 'max',
})

/** A part of all texts joined: often one that no single text contains. */
const anyTextsAndQuery = anyTexts
  .filter(texts => texts.join('') !== '')
  .chain(texts => {
    const joined = [...texts.join('')]
    const start = fc.nat(joined.length - 1)
    const length = fc.integer({ min: 1, max: 4 })
    return fc.tuple(fc.constant(texts), start, length).map(([list, from, count]) => ({
      texts: list,
      query: joined.slice(from, from + count).join(''),
    }))
  })

describe('Text search', () => {
  it('Text search finds what reading every text finds, also for queries cut across the end of a review', () => {
    fc.assert(
      fc.property(anyTextsAndQuery, ({ texts, query }) => {
        assert.deepEqual(find(texts, query), findPlainly(texts, query))
      }),
      runs(1500),
    )
  })

  it('A query of punctuation does not match across the end of one review and the start of the next', () => {
    assert.deepEqual(find(['Great!', '?Really'], '!?'), [])
    assert.deepEqual(find(['Great!', '', '?Really'], '!?'), [])
    assert.deepEqual(find(['…', '—', '!'], '…—'), [])
  })

  it('A query of punctuation finds the next review after a match that runs over the end of the last', () => {
    assert.deepEqual(find(['Great!', '?Really!?'], '!?'), [1])
    assert.deepEqual(find(['a!', '?b', 'c!?', '!', '?', 'd!?'], '!?'), [2, 5])
  })

  it('A query of punctuation matches at the very start and the very end of a review', () => {
    assert.deepEqual(find(['!? first', 'second !?', '!?'], '!?'), [0, 1, 2])
  })

  it('A review with several matches is found once', () => {
    assert.deepEqual(find(['!!! !!!', 'no', '!'], '!'), [0, 2])
    assert.deepEqual(find(['ha haha ah', 'no', 'aha'], 'ha'), [0, 2])
  })

  it('A query with words does not match across the end of a review', () => {
    assert.deepEqual(find(['on', 'time'], 'ontime'), [])
    assert.deepEqual(find(['on ', 'time'], 'on time'), [])
    assert.deepEqual(find(['time on', 'on time'], 'on time'), [1])
  })

  it('A word in a query must end or start a word in the text where the query continues after or before it', () => {
    const texts = ['pipe', 'pipes leak', 'bagpipe leak', 'pipe leak']
    assert.deepEqual(find(texts, 'pipe'), [0, 1, 2, 3])
    assert.deepEqual(find(texts, 'pipe '), [2, 3])
    assert.deepEqual(find(texts, ' leak'), [1, 2, 3])
    assert.deepEqual(find(texts, ' eak'), [])
  })

  it('All words of a query must be in one review, in any number of reviews', () => {
    assert.deepEqual(find(['a b', 'a', 'b', 'b a', 'a b a'], 'a b'), [0, 4])
    assert.deepEqual(find(['a b', 'b a'], 'a a'), [])
  })

  it('A query finds nothing where there are no reviews', () => {
    for (const query of ['!', 'a', 'a b']) assert.deepEqual(find([], query), [])
  })
})
