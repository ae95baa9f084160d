import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { canonicalJson, type Plain } from '../../../src/ledger/canonical-json.ts'
import { ANY_CHARACTER } from '../../kit/any-character.ts'

const text = fc.oneof(fc.string({ unit: ANY_CHARACTER }), fc.nat(200).map(String))
const { plain } = fc.letrec<{ plain: Plain; object: Plain }>(tie => ({
  plain: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('plain'), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc.dictionary(text, tie('plain'), { maxKeys: 6 }),
}))

describe('Canonical JSON', () => {
  it('Canonical JSON matches an independent implementation of RFC 8785', () => {
    fc.assert(fc.property(plain, value => assert.equal(canonicalJson(value), canonicalize(value))))
  })

  it('Keys are sorted by UTF-16 units, including numeric ones', () => {
    const value = { '\ufb33': 1, '😀': 2, '9': 3, '10': 4, a: 5, A: 6 }
    assert.equal(canonicalJson(value), '{"10":4,"9":3,"A":6,"a":5,"😀":2,"\ufb33":1}')
  })

  it('Parsing canonical JSON gives the original value', () => {
    fc.assert(
      fc.property(plain, value =>
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value))),
      ),
    )
  })
})
