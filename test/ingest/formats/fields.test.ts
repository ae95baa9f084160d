import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  at,
  fieldValue,
  has,
  hasAny,
  nameIn,
  replied,
  translated,
} from '../../../src/ingest/formats/fields.ts'
import { sampleOf } from './fixtures.ts'

describe('the fields of a sample', () => {
  const sample = sampleOf({ ' Review ID ': '1', rating: '5' }, 'table')

  it('are found whatever their case and the space around them', () => {
    assert.ok(has(sample, 'review id', 'Rating'))
    assert.ok(hasAny(sample, 'Stars', 'REVIEW ID'))
  })

  it('are missed when one of several is not there', () => {
    assert.ok(!has(sample, 'Rating', 'Stars'))
    assert.ok(!hasAny(sample, 'Stars', 'Review'))
  })
})

describe('a value', () => {
  it('is told as it stands', () => {
    const record = { text: ' fine ', rating: 4, isAnonymous: false, zero: 0 }
    assert.deepEqual(
      ['text', 'rating', 'isAnonymous', 'zero'].map(name => fieldValue(record, name)),
      [' fine ', 4, false, 0],
    )
  })

  it('tells nothing when it is blank, missing, a list or an object', () => {
    const record = { blank: ' \n', nothing: null, list: ['a'], object: { a: 1 } }
    for (const name of ['blank', 'nothing', 'missing', 'list', 'object', 'constructor', '__proto__'])
      assert.equal(fieldValue(record, name), undefined, name)
  })

  it('is found at the end of a path', () => {
    assert.equal(fieldValue({ user: { name: 'Ada' } }, 'user', 'name'), 'Ada')
    assert.equal(fieldValue({ user: 'Ada' }, 'user', 'name'), undefined)
    assert.equal(fieldValue({ user: null }, 'user', 'name'), undefined)
    assert.deepEqual(at({ user: { name: ['Ada'] } }, 'user', 'name'), ['Ada'])
  })

  it('is taken from the first of a list on the way', () => {
    assert.equal(fieldValue({ authors: [{ name: 'Ada' }, { name: 'Bo' }] }, 'authors', 'name'), 'Ada')
    assert.equal(fieldValue({ authors: [] }, 'authors', 'name'), undefined)
  })

  it('is that of the exact name when two differ in case only', () => {
    assert.equal(fieldValue({ Rating: 1, rating: 5 }, 'rating'), 5)
  })
})

describe('a name', () => {
  it('is a string, that of an object, or that of the first of a list', () => {
    for (const author of ['Ada', { name: 'Ada' }, ['Ada', 'Bo'], [{ name: 'Ada' }]])
      assert.equal(nameIn(author), 'Ada')
  })

  it('is missing where there is none', () => {
    for (const author of [undefined, null, '', [], {}, { name: {} }, [[[]]]])
      assert.equal(nameIn(author), undefined)
  })
})

describe('a reply and a translation', () => {
  it('are there only with words', () => {
    assert.deepEqual(replied('Thanks.', '2026-03-14'), { reply: { text: 'Thanks.', date: '2026-03-14' } })
    assert.deepEqual(replied(undefined, '2026-03-14'), {})
    assert.deepEqual(translated('Fine.', 'en'), { translation: { text: 'Fine.', language: 'en' } })
    assert.deepEqual(translated(undefined, 'en'), {})
  })
})
