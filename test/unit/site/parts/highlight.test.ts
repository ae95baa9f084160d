import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { foldCase } from '../../../../src/model/case-folding.ts'
import { highlight, markPassages } from '../../../../src/site/parts/highlight.ts'

const mark = (text: string, ...texts: string[]) => String(highlight(text, { texts }))

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
const decode = (html: string) =>
  html.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name) => ENTITIES[name]!)

describe('highlighted hits', () => {
  it('Hits are highlighted whatever their case', () => {
    assert.equal(
      mark('Fair PRICE, fair price.', 'price'),
      'Fair <mark>PRICE</mark>, fair <mark>price</mark>.',
    )
  })

  it('Hits are highlighted in place even when folding changes the length of a letter', () => {
    assert.equal(mark('ẞ straße Ⱥ x', 'X'), 'ẞ straße Ⱥ <mark>x</mark>')
    assert.equal(mark('İİ 🔧 pump', 'PUMP'), 'İİ 🔧 <mark>pump</mark>')
  })

  it('The longer of two hits that begin together is highlighted', () => {
    assert.equal(
      mark('Mike Delgado came', 'Mike', 'Mike Delgado'),
      '<mark>Mike Delgado</mark> came',
    )
  })

  it('Names are highlighted only as whole names', () => {
    const texts = ['Ed', 'AC']
    assert.equal(
      String(highlight('Ed fixed the AC at the place, ed.', { texts })),
      '<mark>Ed</mark> fixed the <mark>AC</mark> at the place, <mark>ed</mark>.',
    )
  })

  it('At most a hundred hits are highlighted', () => {
    assert.equal(mark('e '.repeat(500), 'e').split('<mark>').length - 1, 100)
  })

  it('Highlighting never turns text into markup', () => {
    assert.equal(mark('<b>a</b>', 'b'), '&lt;<mark>b</mark>&gt;a&lt;/<mark>b</mark>&gt;')
  })

  it('Passages that overlap are marked as one, and those that touch are not', () => {
    const passages = [
      { from: 4, to: 6 },
      { from: 0, to: 2 },
      { from: 1, to: 4 },
    ]
    assert.equal(
      String(markPassages('ab<de>f', passages)),
      '<mark>ab&lt;d</mark><mark>e&gt;</mark>f',
    )
  })

  it('Highlighting keeps the text unchanged and marks only what was searched for', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', 'ß', 'İ', 'é', ' ', '<', '&', '🔧'),
    })
    fc.assert(
      fc.property(letters, fc.array(letters, { maxLength: 3 }), (text, wanted) => {
        const marked = mark(text, ...wanted)
        assert.equal(decode(marked.replaceAll(/<\/?mark>/g, '')), text)
        const asked = wanted.map(foldCase)
        for (const [, hit] of marked.matchAll(/<mark>(.*?)<\/mark>/g))
          assert.ok(asked.includes(foldCase(decode(hit!))))
      }),
    )
  })
})
