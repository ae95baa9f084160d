import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { layOut, type Screen, wrap } from '../../../../src/cli/base/screen.ts'

const screen = (width: number): Screen => ({
  width,
  paint: (style, text) => `<${style}>${text}</>`,
})

describe('layOut', () => {
  it('The function layOut aligns numbers to the right', () => {
    const rows = [
      [{ text: 'Speed' }, { text: '7', right: true }, { text: 'x' }],
      [{ text: 'Price' }, { text: '123', right: true }, { text: 'y' }],
    ]
    assert.deepEqual(layOut(rows, screen(40)), ['Speed    7  x', 'Price  123  y'])
  })

  it('The function layOut counts emoji and East Asian characters as two columns, and combining marks as none', () => {
    const rows = ['ab👍', '水道x', 'abcé'.normalize('NFD')].map(text => [{ text }, { text: '|' }])
    assert.deepEqual(layOut(rows, screen(40)), [
      'ab👍   |',
      '水道x  |',
      `${'abcé'.normalize('NFD')}   |`,
    ])
  })

  it('The function layOut shortens the first column, then drops the last columns', () => {
    const rows = [[{ text: 'A long name of a service' }, { text: '12345678' }, { text: '█████' }]]
    assert.deepEqual(layOut(rows, screen(30)), ['A long name…   12345678  █████'])
    assert.deepEqual(layOut(rows, screen(26)), ['A long name…  12345678'])
    assert.deepEqual(layOut(rows, screen(14)), ['A long name…'])
  })

  it('The function layOut pads a cell before it paints it', () => {
    const rows = [
      [{ text: 'a', style: 'bold' as const }, { text: '1' }],
      [{ text: 'long' }, { text: '2' }],
    ]
    assert.deepEqual(layOut(rows, screen(40)), ['<bold>a   </>  1', 'long  2'])
  })
})

describe('wrap', () => {
  it('The function wrap breaks between words, and within a word that is longer than a line', () => {
    assert.deepEqual(wrap('one two  three\nfour', 9), ['one two', 'three', 'four'])
    assert.deepEqual(wrap('see abcdefghijkl', 9, '  '), ['  see', '  abcdefg', '  hijkl'])
  })

  it('The function wrap keeps every letter and makes no line too long', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 30 }), (text, width) => {
        const lines = wrap(text, width)
        assert.equal(lines.join('').replace(/\s/g, ''), text.replace(/\s/g, ''))
        for (const line of lines) assert.ok(line.length <= width, JSON.stringify(line))
      }),
    )
  })
})
