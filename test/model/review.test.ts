import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ReviewRow } from '../../src/model/review.ts'
import { type Row, row } from '../kit/rows.ts'

const parse = (change: Row) => ReviewRow.parse(row(change))
const faultsOf = (change: Row) =>
  ReviewRow.safeParse(row(change)).error?.issues.map(issue => issue.path.join('.')) ?? []

describe('A review row', () => {
  it('Missing fields are null', () => {
    const { text, owner_reply, source_id, updated_at, verified } = ReviewRow.parse({
      source: 'google',
      rating: 4,
      date: '2026-03-14',
    })
    assert.deepEqual(
      { text, owner_reply, source_id, updated_at, verified },
      { text: null, owner_reply: null, source_id: null, updated_at: null, verified: null },
    )
  })

  it('Control characters are dropped', () => {
    assert.equal(parse({ text: 'a\u0000b\u0007c\u001bd\u007fe\u009bf\uffff' }).text, 'abcdef')
  })

  it('Tabs and line breaks in a text are kept', () => {
    assert.equal(parse({ text: 'one\n\n\ttwo' }).text, 'one\n\n\ttwo')
  })

  it('Every line break becomes a line feed', () => {
    assert.equal(parse({ text: 'one\r\ntwo\rthree\nfour' }).text, 'one\ntwo\nthree\nfour')
  })

  it('A lone surrogate becomes the replacement character', () => {
    assert.equal(parse({ text: 'a\ud83d b' }).text, 'a\ufffd b')
  })

  it('A text of white space only is no text', () => {
    assert.equal(parse({ text: ' \r\n\u0000\t' }).text, null)
  })

  it('An author without a name is called Anonymous', () => {
    for (const author of [undefined, null, '', '  ', '\u0000'])
      assert.equal(parse({ author }).author, 'Anonymous')
  })

  it('An author’s name is put on one line', () => {
    assert.equal(parse({ author: '  Ada\r\n  Moreno ' }).author, 'Ada Moreno')
  })

  it('Unknown keys are dropped', () => {
    const parsed = parse({
      email: 'ada@example.com',
      owner_reply: { text: 'Thanks', date: '2026-03-15', by: 'x' },
    })
    assert.deepEqual(Object.keys(parsed).sort(), Object.keys(ReviewRow.shape).sort())
    assert.deepEqual(parsed.owner_reply, { text: 'Thanks', date: '2026-03-15' })
    assert.doesNotMatch(JSON.stringify(parsed), /ada@example/)
  })

  it('A day that does not exist is rejected', () => {
    assert.deepEqual(faultsOf({ date: '2026-02-30' }), ['date'])
    assert.deepEqual(faultsOf({ date: '2024-02-29' }), [])
  })

  it('A rating other than one to five whole stars is rejected', () => {
    for (const rating of [0, 6, 4.5, '5', null, undefined]) assert.deepEqual(faultsOf({ rating }), ['rating'])
  })

  it('A link that is not a web address is rejected', () => {
    for (const source_url of ['javascript:alert(1)', 'ftp://example.com/', 'example.com'])
      assert.deepEqual(faultsOf({ source_url }), ['source_url'])
  })

  it('A reply without text is rejected', () => {
    assert.deepEqual(faultsOf({ owner_reply: { text: ' \u0000', date: '2026-03-15' } }), ['owner_reply.text'])
  })

  it('A time without a zone is rejected', () => {
    assert.deepEqual(faultsOf({ updated_at: '2026-03-14T10:00:00' }), ['updated_at'])
    assert.deepEqual(faultsOf({ updated_at: '2026-03-14T10:00:00+02:00' }), [])
  })

  it('A verification level needs no method', () => {
    assert.deepEqual(parse({ verification: { level: 'invited' } }).verification, {
      level: 'invited',
      method: null,
    })
  })

  it('Reading a row a second time does not change it, whatever it contains', () => {
    fc.assert(
      fc.property(anything, anything, anything, (author, text, source_id) => {
        const result = ReviewRow.safeParse(row({ author, text, source_id }))
        if (result.success) assert.deepEqual(ReviewRow.parse(result.data), result.data)
      }),
      { numRuns: 300 },
    )
  })

  it('A row holds nothing that XML or PostgreSQL rejects, whatever comes in', () => {
    fc.assert(
      fc.property(anything, anything, anything, (author, text, method) => {
        const parsed = parse({
          author,
          text,
          source_id: `x${text}`,
          verification: { level: 'invited', method },
        })
        const all = [parsed.author, parsed.text, parsed.source_id, parsed.verification?.method].join(' ')
        assert.ok(all.isWellFormed())
        assert.doesNotMatch(all, /[\p{Control}--[\t\n]]|[\ufffe\uffff]/v)
      }),
      { numRuns: 300 },
    )
  })
})

/** Any UTF-16 units, including lone surrogates, with many control characters. */
const anything = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xa0 }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 60 })
  .map(units => String.fromCharCode(...units))
