import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { previewReview } from '../../../../src/cli/base/screen.ts'

const review = { date: '2026-03-14', rating: 4, author: 'Ada M.', source: 'google', text: 'Fine.' }

describe('The preview of a review', () => {
  it('A preview has the date, stars, author, source and text', () => {
    assert.deepEqual(previewReview(review, 80), ['2026-03-14 ★★★★☆ Ada M. (google)', '“Fine.”'])
  })

  it('A preview of a review without text says so', () => {
    for (const text of [null, ' '])
      assert.equal(previewReview({ ...review, text }, 80)[1], 'Rated without a comment.')
  })

  it('A preview shows only the first line of a text, shortened to the width of the terminal', () => {
    const text = `\n${'word '.repeat(30)}\nsecond line`
    assert.equal(previewReview({ ...review, text }, 20)[1], '“word word word wor…')
    assert.deepEqual(previewReview({ ...review, author: 'A'.repeat(50), text: 'One\r\nTwo' }, 20), [
      '2026-03-14 ★★★★☆ AA…',
      '“One”',
    ])
  })

  it('A preview has no control characters, neither in the text nor in the name', () => {
    const hostile = 'a\u001b[2J\u009b1A\u0007\tb'
    const lines = previewReview({ ...review, author: hostile, text: hostile }, 80)
    assert.deepEqual(lines, ['2026-03-14 ★★★★☆ a[2J1A b (google)', '“a[2J1A b”'])
  })

  it('A preview has no characters that change the direction of text', () => {
    const [line, text] = previewReview(
      { ...review, author: 'A\u202eda', text: '\u2067Fine\u200f' },
      80,
    )
    assert.deepEqual([line, text], ['2026-03-14 ★★★★☆ Ada (google)', '“Fine”'])
  })

  it('A preview has no e-mail addresses, neither in the text nor in the name', () => {
    const lines = previewReview(
      { ...review, author: 'ada@example.com', text: 'Ask bo.b@mail.example.' },
      80,
    )
    assert.deepEqual(lines, [
      '2026-03-14 ★★★★☆ [e-mail address] (google)',
      '“Ask [e-mail address]”',
    ])
  })
})
