import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { html } from 'hono/html'
import { Parser } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { toMarkdown } from '../../../../src/site/markdown/to-markdown.ts'

const labeled = (label: string, text: string) => `${label}: ${text}`

interface Parsed {
  /** Without white space: where lines end is not the question here. */
  words: string
  elements: Set<string>
  links: Set<string>
}

/** What a page holds: one of ours, or the one that a parser makes of Markdown. */
function parse(page: string): Parsed {
  const parsed: Parsed = { words: '', elements: new Set(), links: new Set() }
  const parser = new Parser({
    ontext(text) {
      parsed.words += text.replace(/[\s\u0085]+/g, '')
    },
    onopentag(name, { href }) {
      parsed.elements.add(name)
      if (href !== undefined) parsed.links.add(href)
    },
    oncomment: () => void parsed.elements.add('comment'),
  })
  parser.end(page)
  return parsed
}

/** With all that GitHub's dialect adds, and HTML let through: whatever the converter fails to escape shows. */
const parseMarkdown = (markdown: string) =>
  parse(
    micromark(markdown, {
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
      allowDangerousHtml: true,
    }),
  )

const SIGNS = [...'\\`*_{}[]<>#+-.!|~&=:;"\'()^$@/ \n\t019az☆é。\u00a0\u2028\ufeff']
const WORDS = [
  '---',
  '===',
  '```',
  '~~~',
  '1. ',
  '- ',
  '> ',
  '    ',
  '\n\n',
  '\r\n',
  '&amp;',
  '&#42;',
  '![',
  '](',
].concat([
  '<!--',
  '</p>',
  '<b>',
  '[^1]',
  '[^1]: ',
  '[ ] ',
  '[x]: /u',
  'http://x.y',
  'www.',
  'WWW.a.bc',
  'a@b.co',
  'mailto:a@b.co',
])
const anyText = fc
  .array(fc.constantFrom(...SIGNS, ...WORDS), { maxLength: 14 })
  .map(parts => parts.join(''))

/** A parser takes its time. What longer runs found stands as examples in markdown.test.ts. */
const RUNS = 200

/** Where texts of others stand on our pages, and the elements that are then allowed in the Markdown. */
const PLACES: Record<
  string,
  [elements: string, wrap: (a: string, b: string, c: string) => unknown]
> = {
  'a review': ['p br', a => html`<p class="text">${a}</p>`],
  'two paragraphs': ['p', (a, b) => html`<p>${a}</p><p>${b}</p>`],
  'an item and a paragraph': ['ul li p', (a, b) => html`<ul><li>${a}</li></ul><p>${b}</p>`],
  'a numbered item': ['ol li p br', a => html`<ol><li><p class="text">${a}</p></li></ol>`],
  'a quotation': ['blockquote p br', a => html`<blockquote><p class="text">${a}</p></blockquote>`],
  'a linked heading': ['h3 a', a => html`<h3><a href="/here">${a}</a></h3>`],
  'a link between texts': ['p a', (a, b, c) => html`<p>${a}<a href="/here">${b}</a>${c}</p>`],
  'a highlight': ['p br strong', (a, b, c) => html`<p class="text">${a}<mark>${b}</mark>${c}</p>`],
  'two highlights': ['p strong', (a, b, c) => html`<p>${a}<mark>${b}</mark><mark>${c}</mark></p>`],
  'code between texts': ['p code', (a, b, c) => html`<p>${a}<code>${b}</code>${c}</p>`],
  'a block of code': ['pre code', a => html`<pre><code>${a}</code></pre>`],
  'a table': [
    'table thead tbody tr th td',
    (a, b) => html`<table><tr><td>${a}</td><td>${b}</td></tr></table>`,
  ],
  'a term': ['p strong', a => html`<dl><dt>${a}</dt></dl>`],
  'a summary': ['p strong', (a, b) => html`<details><summary>${a}</summary><p>${b}</p></details>`],
  'a title in an item': ['ul li p strong', a => html`<ul><li><h3>${a}</h3></li></ul>`],
  'a tag': ['p', a => html`<ul class="tags"><li>${a}</li></ul>`],
}

describe('Markdown as a parser reads it', () => {
  for (const [name, [elements, wrap]] of Object.entries(PLACES))
    it(`The Markdown of ${name} has the words of the page and nothing else`, () => {
      fc.assert(
        fc.property(anyText, anyText, anyText, (a, b, c) => {
          const page = String(wrap(a, b, c))
          const read = parseMarkdown(toMarkdown(page, 'https://reviews.example', labeled))
          assert.equal(read.words, parse(page).words)
          assert.deepEqual([...read.elements.difference(new Set(elements.split(' ')))], [])
          assert.deepEqual(
            [...read.links.difference(new Set(['https://reviews.example/here']))],
            [],
          )
        }),
        { numRuns: RUNS },
      )
    })

  it('The label of tags becomes nothing but text', () => {
    fc.assert(
      fc.property(anyText, label => {
        const page = html`<ul class="tags" aria-label="${label}"><li>tag</li></ul>`
        const read = parseMarkdown(toMarkdown(String(page), 'https://reviews.example', labeled))
        assert.deepEqual([...read.elements], ['p'])
      }),
      { numRuns: RUNS },
    )
  })

  it("A link leads where the page's link leads, whatever is in the address", () => {
    fc.assert(
      fc.property(anyText, text => {
        const url = `https://maps.example/${encodeURI(text)}`
        const page = html`<p><a href="${url}">there</a></p>`
        const { elements, links } = parseMarkdown(
          toMarkdown(String(page), 'https://reviews.example', labeled),
        )
        assert.deepEqual([...elements], ['p', 'a'])
        assert.equal(decodeURIComponent([...links][0]!), decodeURIComponent(new URL(url).href))
      }),
      { numRuns: RUNS },
    )
  })
})
