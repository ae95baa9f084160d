import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { encodeBundle } from '../../../src/ledger/entry-bundle.ts'
import { decodeEntry, encodeEntry, splitBundle } from '../../../src/ledger/ledger-entry.ts'
import { ChangeOp, ChangeReason, LedgerEntry, type LogEntry } from '../../../src/model/change.ts'

const entry: LedgerEntry = {
  seq: 12,
  op: 'add',
  at: '2026-03-14T09:26:53.589Z',
  review_id: '01HRX3K5ZZZZZZZZZZZZZZZZZZ',
  revision: 1,
  reason: null,
  commitment: 'OwSEcFi2lmwP4YGRLrjc20bE1LLD7IRVf5gD3Tw0mqw',
}

const spelled =
  '{"at":"2026-03-14T09:26:53.589Z","commitment":"OwSEcFi2lmwP4YGRLrjc20bE1LLD7IRVf5gD3Tw0mqw","op":"add",' +
  '"reason":null,"review_id":"01HRX3K5ZZZZZZZZZZZZZZZZZZ","revision":1,"seq":12}'

describe('A log entry', () => {
  it('An entry is canonical JSON of its seven fields', () => {
    assert.equal(
      Buffer.from(encodeEntry({ ...entry, extra: 1 } as LedgerEntry)).toString(),
      spelled,
    )
  })

  it('An entry with any operation and reason decodes to what was encoded', () => {
    for (const op of ChangeOp.options)
      for (const reason of [...ChangeReason.options, null]) {
        const one = { ...entry, op, reason, commitment: reason ? null : entry.commitment }
        assert.deepEqual(decodeEntry(encodeEntry(one)), one)
        assert.deepEqual(LedgerEntry.parse(one), one)
      }
  })

  it('An entry of version 2 also says so', () => {
    const second: LedgerEntry = { ...entry, v: 2 }
    assert.equal(Buffer.from(encodeEntry(second)).toString(), spelled.replace('12}', '12,"v":2}'))
    assert.deepEqual(decodeEntry(encodeEntry(second)), second)
  })

  it('A rule is canonical JSON of its five fields', () => {
    const rule = { source: 'google', level: 'transaction', method: null } as const
    const one: LogEntry = { seq: 12, op: 'rule', at: entry.at, rule, v: 2 }
    const spelling =
      '{"at":"2026-03-14T09:26:53.589Z","op":"rule","rule":{"level":"transaction","method":null,"source":"google"},"seq":12,"v":2}'
    assert.equal(Buffer.from(encodeEntry(one)).toString(), spelling)
    assert.deepEqual(decodeEntry(Buffer.from(spelling)), one)
    for (const wrong of [
      spelling.replace(',"v":2', ''),
      spelling.replace('transaction', 'certain'),
      spelling.replace('"rule":{', '"rule":{"extra":1,'),
      spelling.replace('"method":null', '"method":1'),
    ])
      assert.throws(() => decodeEntry(Buffer.from(wrong)), /valid|canonical/)
  })

  it('An entry with an invalid field is rejected', () => {
    const wrong: Record<string, unknown[]> = {
      seq: [0, 1.5, '1', null, 2 ** 53],
      op: ['delete', 'toString', null],
      at: [
        '2026-03-14',
        'today',
        0,
        `${entry.at}x`,
        `x${entry.at}`,
        [entry.at],
        '2020-99-99T00:00:00Z',
      ],
      review_id: [
        '01HRX3K5',
        '01hrx3k5zzzzzzzzzzzzzzzzzz',
        null,
        [entry.review_id],
        `${entry.review_id}Z`,
        `8${entry.review_id.slice(1)}`,
      ],
      revision: [0, -1, '1'],
      reason: ['low_rating', 'constructor', ''],
      commitment: [
        '',
        'short',
        `${entry.commitment}=`,
        `A${entry.commitment}`,
        [entry.commitment],
        7,
      ],
    }
    for (const [field, values] of Object.entries(wrong))
      for (const value of values) {
        const bytes = encodeEntry({ ...entry, [field]: value } as LedgerEntry)
        assert.throws(() => decodeEntry(bytes), { message: `It has no valid "${field}".` })
      }
  })

  it('An entry in any other spelling is rejected', () => {
    const otherwise = [
      ` ${spelled}`,
      `${spelled}\n`,
      spelled.replace('{', '{"a":1,'),
      spelled.replace('"seq":12', '"seq":11,"seq":12'),
      JSON.stringify(entry),
      spelled.replace('add', '\\u0061dd'),
    ]
    for (const text of otherwise)
      assert.throws(() => decodeEntry(Buffer.from(text)), /canonical/, text)
  })

  it('An entry that is not a JSON object in UTF-8 is rejected', () => {
    for (const text of ['', '{', `\ufeff${spelled}`])
      assert.throws(() => decodeEntry(Buffer.from(text)), { message: 'It is not JSON.' }, text)
    for (const text of ['null', '7', '"text"'])
      assert.throws(() => decodeEntry(Buffer.from(text)), { message: 'It is not an object.' }, text)
    assert.throws(() => decodeEntry(Buffer.of(0x22, 0xff, 0x22)), /UTF-8/)
  })
})

describe('A bundle of entries', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 })

  it('A bundle has two bytes of length before each entry', () => {
    const bundle = encodeBundle([Buffer.from('ab'), Buffer.alloc(0), Buffer.alloc(0x102, 'c')])
    assert.equal(Buffer.from(bundle).toString('latin1'), `\0\x02ab\0\0\x01\x02${'c'.repeat(0x102)}`)
  })

  it('A bundle is split into the entries it was made of', () => {
    fc.assert(fc.property(entries, list => assert.deepEqual(splitBundle(encodeBundle(list)), list)))
  })

  it('A bundle inside a larger buffer is split the same way', () => {
    const bundle = encodeBundle([Uint8Array.of(1, 2), Uint8Array.of(3)])
    const inside = Buffer.concat([Buffer.of(9, 9, 9), bundle, Buffer.of(9)]).subarray(
      3,
      3 + bundle.length,
    )
    assert.deepEqual(splitBundle(inside).map(Buffer.from), [Buffer.of(1, 2), Buffer.of(3)])
  })

  it('A truncated bundle is rejected', () => {
    const bundle = encodeBundle([Uint8Array.of(1, 2, 3)])
    for (const length of [1, 2, 3, 4])
      assert.throws(() => splitBundle(bundle.subarray(0, length)), /in the middle of an entry/)
  })

  it('An entry longer than two bytes can count is rejected', () => {
    assert.equal(splitBundle(encodeBundle([Buffer.alloc(65_535)]))[0]!.length, 65_535)
    assert.throws(() => encodeBundle([Buffer.alloc(65_536)]), /65535 bytes/)
  })
})
