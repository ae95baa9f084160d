import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ReviewRow } from '../../../src/model/review.ts'
import { type Row, row } from '../../kit/rows.ts'

const parse = (change: Row) => ReviewRow.parse(row(change))
const faultsOf = (change: Row) =>
  ReviewRow.safeParse(row(change)).error?.issues.map(issue => issue.path.join('.')) ?? []

describe('A row of reviews', () => {
  it('A row has only the values that the file states', () => {
    assert.deepEqual(ReviewRow.parse({ source: 'google' }), {
      source: 'google',
      id: null,
      source_id: null,
      updated_at: null,
    })
  })

  it('A row has null, "Anonymous" or an empty list for values that the file clears', () => {
    const cleared = ReviewRow.parse({
      source: 'google',
      author: null,
      text: null,
      owner_reply: null,
      verification: null,
      tags: null,
    })
    const { author, text, owner_reply, verification, tags } = cleared
    assert.deepEqual(
      [author, text, owner_reply, verification, tags],
      ['Anonymous', null, null, null, []],
    )
  })

  it('Control characters are dropped', () => {
    assert.equal(parse({ text: 'a\u0000b\u0007c\u001bd\u007fe\u009bf\uffff' }).text, 'abcdef')
  })

  it('Tabs and line breaks of a text are kept', () => {
    assert.equal(parse({ text: 'one\n\n\ttwo' }).text, 'one\n\n\ttwo')
  })

  it('Every line break becomes a line feed', () => {
    assert.equal(parse({ text: 'one\r\ntwo\rthree\nfour' }).text, 'one\ntwo\nthree\nfour')
  })

  it('Half a character becomes the replacement character', () => {
    assert.equal(parse({ text: 'a\ud83d b' }).text, 'a\ufffd b')
  })

  it('A text of nothing but space is no text', () => {
    assert.equal(parse({ text: ' \r\n\u0000\t' }).text, null)
  })

  it('An author without a name is Anonymous', () => {
    for (const author of [null, '', '  ', '\u0000'])
      assert.equal(parse({ author }).author, 'Anonymous')
  })

  it('The name of an author is put on one line', () => {
    assert.equal(parse({ author: '  Ada\r\n  Moreno ' }).author, 'Ada Moreno')
  })

  it('Unknown keys are dropped', () => {
    const parsed = parse({
      email: 'ada@example.com',
      owner_reply: { text: 'Thanks', date: '2026-03-15', by: 'x' },
    })
    for (const key of Object.keys(parsed)) assert.ok(key in ReviewRow.shape, key)
    assert.deepEqual(parsed.owner_reply, { text: 'Thanks', date: '2026-03-15' })
    assert.doesNotMatch(JSON.stringify(parsed), /ada@example/)
  })

  it('A day that does not exist is rejected', () => {
    assert.deepEqual(faultsOf({ date: '2026-02-30' }), ['date'])
    assert.deepEqual(faultsOf({ date: '2024-02-29' }), [])
  })

  it('A rating that is not a whole number of one to five stars is rejected', () => {
    for (const rating of [0, 6, 4.5, '5', null]) assert.deepEqual(faultsOf({ rating }), ['rating'])
  })

  it('A link that is not http or https is rejected', () => {
    for (const source_url of ['javascript:alert(1)', 'ftp://example.com/', 'example.com'])
      assert.deepEqual(faultsOf({ source_url }), ['source_url'])
  })

  it('A reply without a text is rejected', () => {
    assert.deepEqual(faultsOf({ owner_reply: { text: ' \u0000', date: '2026-03-15' } }), [
      'owner_reply.text',
    ])
  })

  it('A time without a zone is rejected', () => {
    assert.deepEqual(faultsOf({ updated_at: '2026-03-14T10:00:00' }), ['updated_at'])
    assert.deepEqual(faultsOf({ updated_at: '2026-03-14T10:00:00+02:00' }), [])
  })

  it('A verification needs no method beside its level', () => {
    assert.deepEqual(parse({ verification: { level: 'invited' } }).verification, {
      level: 'invited',
    })
  })

  it('Parsing a row again does not change it', () => {
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
        const all = [
          parsed.author,
          parsed.text,
          parsed.source_id,
          parsed.verification?.method,
        ].join(' ')
        assert.ok(all.isWellFormed())
        assert.doesNotMatch(all, /[\p{Control}--[\t\n]]|[\ufffe\uffff]/v)
      }),
      { numRuns: 300 },
    )
  })
})

/** Any UTF-16 units, including lone surrogates, with many control characters. */
const anything = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xa0 }), fc.integer({ min: 0, max: 0xffff })), {
    maxLength: 60,
  })
  .map(units => String.fromCharCode(...units))
