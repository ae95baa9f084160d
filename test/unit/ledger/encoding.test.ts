import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  concat,
  concatUtf8,
  fromBase64,
  fromBase64Url,
  fromUtf8,
  sameBytes,
  toBase64,
  toBase64Url,
  toHex,
  toUtf8,
} from '../../../src/ledger/encoding.ts'
import { ANY_CHARACTER } from '../../kit/any-character.ts'

const someBytes = fc.uint8Array({ maxLength: 80 })

describe('Bytes as text', () => {
  it('Base64, base64url, hex and UTF-8 match those of Node', () => {
    fc.assert(
      fc.property(someBytes, bytes => {
        const buffer = Buffer.from(bytes)
        assert.equal(toBase64(bytes), buffer.toString('base64'))
        assert.equal(toBase64Url(bytes), buffer.toString('base64url'))
        assert.equal(toHex(bytes), buffer.toString('hex'))
      }),
    )
  })

  it('Encoding and decoding gives the same bytes', () => {
    fc.assert(
      fc.property(someBytes, bytes => {
        assert.deepEqual(fromBase64(toBase64(bytes)), bytes)
        assert.deepEqual(fromBase64Url(toBase64Url(bytes)), bytes)
      }),
    )
  })

  it('Only the canonical base64 spelling is accepted', () => {
    for (const text of ['AA', 'AB==', 'AA==\n', ' AA==', 'A', 'AA=A', '-_8=', 'é', '=', 'AA==='])
      assert.throws(() => fromBase64(text), /not base64/, text)
    for (const text of ['AA==', 'AB', '+/8', 'A-', 'A'])
      assert.throws(() => fromBase64Url(text), /not base64/, text)
  })

  it('Text must be UTF-8, and a byte order mark is kept', () => {
    assert.equal(fromUtf8(toUtf8('\ufeffé😀')), '\ufeffé😀')
    assert.throws(() => fromUtf8(Uint8Array.of(0xc3)), /not UTF-8/)
  })
})

describe('Bytes', () => {
  it('Bytes are concatenated in order', () => {
    assert.deepEqual(
      concat(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)),
      Uint8Array.of(1, 2, 3),
    )
  })

  it('Bytes are put before a text of any length', () => {
    const anyText = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.integer({ min: 20_000, max: 90_000 }).map(n => '€'.repeat(n)),
    )
    fc.assert(
      fc.property(someBytes, anyText, (head, text) =>
        assert.ok(Buffer.concat([head, Buffer.from(text)]).equals(concatUtf8(head, text))),
      ),
    )
  })

  it('Earlier results stay unchanged when more bytes are concatenated', () => {
    const numbers = Array.from({ length: 5000 }, (_, number) => [number >> 8, number & 255])
    const joined = numbers.map(([high, low]) => [
      concat(Uint8Array.of(high!), Uint8Array.of(low!)),
      concatUtf8(Uint8Array.of(high!), 'é'),
    ])
    for (const [place, [high, low]] of numbers.entries()) {
      assert.deepEqual([...joined[place]![0]!], [high, low])
      assert.deepEqual([...joined[place]![1]!], [high, 0xc3, 0xa9])
    }
  })

  it('Bytes are equal if length and content are', () => {
    assert.ok(sameBytes(Uint8Array.of(1, 2), Buffer.of(1, 2)))
    for (const other of [[], [1], [1, 3], [1, 2, 0]])
      assert.ok(!sameBytes(Uint8Array.of(1, 2), Uint8Array.from(other)))
  })
})
