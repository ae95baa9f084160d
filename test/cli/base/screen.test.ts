import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { layOut, type Screen, wrap } from '../../../src/cli/base/screen.ts'

const screen = (width: number): Screen => ({ width, paint: (style, text) => `<${style}>${text}</>` })

describe('layOut', () => {
  it('puts numbers at the right edge of their column', () => {
    const rows = [
      [{ text: 'Speed' }, { text: '7', right: true }, { text: 'x' }],
      [{ text: 'Price' }, { text: '123', right: true }, { text: 'y' }],
    ]
    assert.deepEqual(layOut(rows, screen(40)), ['Speed    7  x', 'Price  123  y'])
  })

  it('counts emoji and the letters of East Asia as two columns, and marks on a letter as none', () => {
    const rows = ['ab👍', '水道x', 'abcé'.normalize('NFD')].map(text => [{ text }, { text: '|' }])
    assert.deepEqual(layOut(rows, screen(40)), ['ab👍   |', '水道x  |', `${'abcé'.normalize('NFD')}   |`])
  })

  it('shortens the first column, then leaves out the last ones whole', () => {
    const rows = [[{ text: 'A long name of a service' }, { text: '12345678' }, { text: '█████' }]]
    assert.deepEqual(layOut(rows, screen(30)), ['A long name…   12345678  █████'])
    assert.deepEqual(layOut(rows, screen(26)), ['A long name…  12345678'])
    assert.deepEqual(layOut(rows, screen(14)), ['A long name…'])
  })

  it('pads before it paints', () => {
    const rows = [
      [{ text: 'a', style: 'bold' as const }, { text: '1' }],
      [{ text: 'long' }, { text: '2' }],
    ]
    assert.deepEqual(layOut(rows, screen(40)), ['<bold>a   </>  1', 'long  2'])
  })
})

describe('wrap', () => {
  it('breaks between words, and within a word that is longer than a line', () => {
    assert.deepEqual(wrap('one two  three\nfour', 9), ['one two', 'three', 'four'])
    assert.deepEqual(wrap('see abcdefghijkl', 9, '  '), ['  see', '  abcdefg', '  hijkl'])
  })

  it('keeps every letter and no line too long', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 30 }), (text, width) => {
        const lines = wrap(text, width)
        assert.equal(lines.join('').replace(/\s/g, ''), text.replace(/\s/g, ''))
        for (const line of lines) assert.ok(line.length <= width, JSON.stringify(line))
      }),
    )
  })
})
