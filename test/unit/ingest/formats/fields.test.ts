import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { at, fieldValue, has, nameIn, replied } from '../../../../src/ingest/formats/format.ts'
import { sampleOf } from '../../../kit/ingest/formats/fixtures.ts'

describe('The fields of a sample', () => {
  const sample = sampleOf({ ' Review ID ': '1', rating: '5' }, 'table')

  it('Column names match in any case and with space around them', () => {
    assert.ok(has(sample, 'review id', 'Rating'))
  })

  it('A sample lacks its fields if one of several is missing', () => {
    assert.ok(!has(sample, 'Rating', 'Stars'))
  })
})

describe('A value', () => {
  it('A plain value is returned as it is', () => {
    const record = { text: ' fine ', rating: 4, isAnonymous: false, zero: 0 }
    assert.deepEqual(
      ['text', 'rating', 'isAnonymous', 'zero'].map(name => fieldValue(record, name)),
      [' fine ', 4, false, 0],
    )
  })

  it('A value that is blank, null, missing, a list or an object counts as missing', () => {
    const record = { blank: ' \n', nothing: null, list: ['a'], object: { a: 1 } }
    for (const name of [
      'blank',
      'nothing',
      'missing',
      'list',
      'object',
      'constructor',
      '__proto__',
    ])
      assert.equal(fieldValue(record, name), undefined, name)
  })

  it('A value is found at the end of a path', () => {
    assert.equal(fieldValue({ user: { name: 'Ada' } }, 'user', 'name'), 'Ada')
    assert.equal(fieldValue({ user: 'Ada' }, 'user', 'name'), undefined)
    assert.equal(fieldValue({ user: null }, 'user', 'name'), undefined)
    assert.deepEqual(at({ user: { name: ['Ada'] } }, 'user', 'name'), ['Ada'])
  })

  it('A list on the path stands for its first element', () => {
    assert.equal(
      fieldValue({ authors: [{ name: 'Ada' }, { name: 'Bo' }] }, 'authors', 'name'),
      'Ada',
    )
    assert.equal(fieldValue({ authors: [] }, 'authors', 'name'), undefined)
  })

  it('The exact name wins if two names differ only in case', () => {
    assert.equal(fieldValue({ Rating: 1, rating: 5 }, 'rating'), 5)
  })
})

describe('A name', () => {
  it('A name may be a string, an object with a name, or the first of a list', () => {
    for (const author of ['Ada', { name: 'Ada' }, ['Ada', 'Bo'], [{ name: 'Ada' }]])
      assert.equal(nameIn(author), 'Ada')
  })

  it('A name is missing if there is none', () => {
    for (const author of [undefined, null, '', [], {}, { name: {} }, [[[]]]])
      assert.equal(nameIn(author), undefined)
  })
})

describe('A reply', () => {
  it('A reply exists only with a text', () => {
    assert.deepEqual(replied('Thanks.', '2026-03-14'), {
      reply: { text: 'Thanks.', date: '2026-03-14' },
    })
    assert.deepEqual(replied(undefined, '2026-03-14'), {})
  })
})
