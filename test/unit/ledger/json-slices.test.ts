import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { elementsOf, memberOf, membersOf, parsePiece } from '../../../src/ledger/json-slices.ts'

function members(text: string): [string, unknown][] {
  const bytes = Buffer.from(text)
  return Array.from(membersOf(bytes), ([key, piece]) => [key, parsePiece(bytes, piece)])
}

function elements(text: string): unknown[] {
  const bytes = Buffer.from(text)
  return Array.from(elementsOf(bytes, 0), piece => parsePiece(bytes, piece))
}

const value = fc.jsonValue()
const spacing = fc.constantFrom(undefined, 1, '\t', 4)

describe('Reading a JSON document piece by piece', () => {
  it('The members of an object are those that a parser finds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), spacing, (object, space) => {
        const text = ` ${JSON.stringify(object, null, space)}\n`
        assert.deepEqual(new Map(members(text)), new Map(Object.entries(JSON.parse(text))))
      }),
    )
  })

  it('The elements of a list are those that a parser finds', () => {
    fc.assert(
      fc.property(fc.array(value), spacing, (list, space) => {
        const text = JSON.stringify(list, null, space)
        assert.deepEqual(elements(text), JSON.parse(text))
      }),
    )
  })

  it('Brackets and commas in strings are ignored', () => {
    const tricky = { '"}': '\\', 'a\\"b': '"],{', '{': ['}', '\\"', '\\\\'], é: '\\\\"' }
    assert.deepEqual(members(JSON.stringify(tricky)), Object.entries(tricky))
  })

  it('A key is recognized in any spelling', () => {
    const bytes = Buffer.from('{"rev\\u0069ews":[1]}')
    assert.deepEqual(parsePiece(bytes, memberOf(membersOf(bytes), 'reviews')), [1])
  })

  it('A duplicate key is rejected, in any spelling', () => {
    for (const text of ['{"a":1,"a":2}', '{"a":1,"b":2,"\\u0061":2}'])
      assert.throws(() => membersOf(Buffer.from(text)), /twice/)
  })

  it('Broken JSON is rejected', () => {
    const brokenObjects = [
      '',
      '7',
      '[]',
      '{',
      '{"a"}',
      '{"a":}',
      '{"a":1',
      '{"a":"x}',
      '{"a":1 "b":2}',
      '{a:1}',
      '{"a":1,}',
    ]
    for (const text of brokenObjects) assert.throws(() => members(text), /broken at byte/, text)
    for (const text of [
      '',
      '"a"',
      '{}',
      '[',
      '[1',
      '[1,,2]',
      '[1 2]',
      '[nul]',
      '[1,]',
      '["\\x"]',
      '["\\"]',
    ])
      assert.throws(() => elements(text), /broken at byte/, text)
  })

  it('A missing member is named in the error', () => {
    assert.throws(() => memberOf(membersOf(Buffer.from('{}')), 'reviews'), /There is no "reviews"/)
  })

  it('Errors never quote the document', () => {
    const text = '["ann@example.com]'
    assert.throws(
      () => elements(text),
      (error: Error) => !error.message.includes('example'),
    )
  })
})
