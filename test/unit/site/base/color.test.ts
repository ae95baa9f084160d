import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { contrast, readableOn } from '../../../../src/site/base/color.ts'

const color = () =>
  fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`)

/** With hue and lightness apart, pale and dark colors come up as often as middling ones. */
const grey = () =>
  fc.integer({ min: 0, max: 255 }).map(one => `#${one.toString(16).padStart(2, '0').repeat(3)}`)
const any = () => fc.oneof(color(), grey())

describe('contrast', () => {
  it('Contrast is what WCAG computes', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#ffffff', '#ffffff'), 1)
    // The examples that WebAIM and others give for greys on white.
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
    assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
    assert.equal(contrast('#ff0000', '#ffffff').toFixed(2), '4.00')
  })

  it('Contrast does not depend on which of the two is the background', () => {
    fc.assert(fc.property(any(), any(), (a, b) => assert.equal(contrast(a, b), contrast(b, a))))
  })
})

describe('A readable color', () => {
  it('A readable color reaches the ratio for text on any background, whatever the color', () => {
    fc.assert(
      fc.property(any(), any(), fc.constantFrom(3, 4.5), (one, background, ratio) =>
        assert.ok(contrast(readableOn(one, background, ratio), background) >= ratio),
      ),
      { numRuns: 5000 },
    )
  })

  it('A readable color reaches the higher ratio on white and near-black pages', () => {
    fc.assert(
      fc.property(any(), fc.constantFrom('#ffffff', '#111111'), (one, background) =>
        assert.ok(contrast(readableOn(one, background, 7), background) >= 7),
      ),
    )
  })

  it('A color that is readable already stays as it is', () => {
    fc.assert(
      fc.property(any(), any(), (one, background) => {
        const readable = readableOn(one, background)
        assert.equal(readableOn(readable, background), readable)
        if (contrast(one, background) >= 4.5) assert.equal(readable, one)
      }),
    )
  })

  it('A readable color stays near the original: one step less would not be enough', () => {
    assert.equal(readableOn('#0b6e69', '#ffffff'), '#0b6e69')
    const yellow = readableOn('#ffd400', '#ffffff')
    assert.match(yellow, /^#[89].[67].00$/)
    assert.ok(contrast(yellow, '#ffffff') < 4.7)
  })

  it('A readable color is black or white where no color reaches the ratio', () => {
    assert.equal(readableOn('#ff0000', '#808080', 15), '#000000')
    assert.equal(readableOn('#ff0000', '#101010', 21), '#ffffff')
  })
})
