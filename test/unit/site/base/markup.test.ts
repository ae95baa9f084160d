import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html } from 'hono/html'
import { localeOf } from '../../../../src/locale/locale.ts'
import { joinHtml, sayHtml } from '../../../../src/site/base/markup.ts'

const english = localeOf('en-US')
const bold = html`<b>A &amp; B</b>`

describe('Messages with markup', () => {
  it('A message keeps markup among its values, escapes other texts, and formats numbers', () => {
    const said = sayHtml(english, '{who} wrote {count} of <{what}>', {
      who: bold,
      count: 1200,
      what: '&',
    })
    assert.equal(String(said), '<b>A &amp; B</b> wrote 1,200 of &lt;&amp;&gt;')
  })

  it('The plural of a message with markup goes by its count, or by the number that is given', () => {
    const message = { one: 'one {name}', other: 'many {name}' }
    assert.equal(
      String(sayHtml(english, message, { name: bold, count: 1 })),
      'one <b>A &amp; B</b>',
    )
    assert.equal(String(sayHtml(english, message, { name: bold }, 1)), 'one <b>A &amp; B</b>')
    assert.equal(
      String(sayHtml(english, message, { name: bold, count: 1 }, 2)),
      'many <b>A &amp; B</b>',
    )
  })

  it('A message whose value is missing is an error', () => {
    assert.throws(() => sayHtml(english, 'by {author}', {}), /needs a value for author/)
  })

  it('Markup is joined without a separator at either end', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(one => html`<i>${one}</i>`)
    assert.equal(String(joinHtml([a!, b!])), '<i>a</i>, <i>b</i>')
    assert.equal(String(joinHtml([a!, b!, c!], ' or ')), '<i>a</i> or <i>b</i> or <i>c</i>')
    assert.equal(String(joinHtml([])), '')
  })
})
