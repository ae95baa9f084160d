import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { html } from 'hono/html'
import { toMarkdown } from '../../../../src/site/markdown/to-markdown.ts'

const BASE_URL = 'https://reviews.example'
const labeled = (label: string, text: string) => `${label}: ${text}`
const read = (content: unknown) => toMarkdown(String(content), BASE_URL, labeled)

/** CommonMark §2.4 */
const ESCAPED = /\\([!-/:-@[-`{-~])/g

/** What begins or ends something within a line, where it is not escaped; a backslash only breaks a line. */
const ACTIVE = /[`*[\]<|~]|(?<!\w)_|_(?!\w)|&#?\w+;|:\/\/|www\.\S|[\w.+-]@\w|\\(?!\n)/

/** What begins something at the start of a line. */
const ACTIVE_FIRST =
  /^(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|=+\s*$|:?-+:?\s*$|>|\d{1,9}[.)](?:\s|$)| {4}|\t)/m

describe('a page in Markdown', () => {
  it('Headings, paragraphs, emphasis and absolute links are kept', () => {
    const page = `<h1>Reviews of <a href="/">Ann &amp; Co</a></h1>
<section><h2>What people say</h2>
<p>They are <strong>on time</strong>, <em>always</em>.
See <a href="/reviews?rating=5&amp;limit=2">all</a> or <a href="https://other.example/a(b)">elsewhere</a>.</p></section>
<h3>Three</h3><h4>Four</h4>`
    assert.equal(
      read(page),
      `# Reviews of [Ann & Co](https://reviews.example/)

## What people say

They are **on time**, _always_. See [all](https://reviews.example/reviews?rating=5&limit=2) or [elsewhere](https://other.example/a%28b%29).

### Three

#### Four
`,
    )
  })

  it('Nested lists are kept, numbered or not', () => {
    const page = `<ul><li>One<ul><li>Two</li><li><p>Three</p></li></ul></li><li>Four</li></ul>
<ol start="9"><li>Nine</li><li><p>Ten</p><p>still ten</p></li></ol>`
    assert.equal(
      read(page),
      '- One\n  - Two\n  - Three\n- Four\n\n9. Nine\n\n10. Ten\n\n    still ten\n',
    )
  })

  it('Two consecutive lists stay apart', () => {
    assert.equal(read('<ul><li>a</li></ul><ul><li>b</li></ul>'), '- a\n\n* b\n')
    assert.equal(read('<ol><li>a</li></ol><ol><li>b</li></ol>'), '1. a\n\n1) b\n')
  })

  it('Terms are bold and precede their meaning', () => {
    const page = `<dl><dt>Invited</dt><dd>By the <strong>business</strong>.</dd>
<div><dt>A</dt><dt>B</dt><dd><ul><li>both</li></ul></dd></div><dt>Alone</dt></dl>`
    assert.equal(
      read(page),
      '**Invited**: By the **business**.\n\n**A**, **B**\n\n- both\n\n**Alone**\n',
    )
  })

  it('Tables keep their caption and their head', () => {
    const page = `<table><caption>By month</caption><thead><tr><th>Month</th><th>Stars</th></tr></thead>
<tbody><tr><td>May | June</td><td><code>a|b</code></td></tr><tr><td colspan="2">None<br>yet</td></tr></tbody></table>`
    assert.equal(
      read(page),
      `**By month**

| Month | Stars |
| --- | --- |
| May \\| June | \`a\\|b\` |
| None yet |  |
`,
    )
  })

  it('A table whose names are in the first column gets an empty head, and a column of bars is left out', () => {
    const page = `<table><tr><th scope="row">5 stars</th><td><svg><rect width="9"/></svg></td><td>12</td></tr>
<tfoot><tr><th scope="row">All</th><td></td><td>12</td></tr></tfoot></table>`
    assert.equal(read(page), '|  |  |\n| --- | --- |\n| 5 stars | 12 |\n| All | 12 |\n')
  })

  it('Quotations, figures and details are kept', () => {
    const page = `<figure><blockquote><p>One<br>two</p><p>three</p></blockquote><figcaption><a href="/reviews/1">Ada</a>, <time datetime="2026-01-02">2 Jan</time></figcaption></figure>
<details><summary>More</summary><p>Within.</p></details>`
    assert.equal(
      read(page),
      `> One\\
> two
>
> three

[Ada](https://reviews.example/reviews/1), 2 Jan

**More**

Within.
`,
    )
  })

  it('Code stays as it is, whatever is in it', () => {
    const page = html`<p>Run <code>a \`b\` *c*</code>.</p><pre><code>
if (a < b) {
  \`\`\`
}
</code></pre>`
    assert.equal(read(page), 'Run ``a `b` *c*``.\n\n````\nif (a < b) {\n  ```\n}\n````\n')
  })

  it('A picture is replaced by its description', () => {
    const stars = '<svg role="img" aria-label="5 of 5 stars"><path d="M0 0"/><text>no</text></svg>'
    const page = `<p>${stars} <span role="img" aria-label="4 of 5 stars">★★★★☆</span> <img src="/a.png" alt="A van"></p>`
    assert.equal(read(page), '5 of 5 stars 4 of 5 stars A van\n')
  })

  it('The next page is linked as Markdown', () => {
    const page =
      '<nav class="paging" aria-label="Pages"><span>Page 1 of 2</span> <a href="/reviews?rating=5&amp;page=2">Next</a></nav>'
    assert.equal(
      read(page),
      'Page 1 of 2 [Next](https://reviews.example/reviews.md?rating=5&page=2)\n',
    )
  })

  it('Sources are linked by number alone', () => {
    const page =
      '<p>Good.<sup><a href="/reviews/1">1<span class="hidden">: Review of Ada</span></a></sup></p><p>5<span class="hidden"> reviews</span></p>'
    assert.equal(read(page), 'Good.[1](https://reviews.example/reviews/1)\n\n5 reviews\n')
  })

  it('Tags stand on one line after their label', () => {
    const page =
      '<ul class="tags" aria-label="Mentioned"><li><a href="/a">Ada</a></li><li>Heat <span>4</span></li></ul><ul class="tags"></ul>'
    assert.equal(read(page), 'Mentioned: [Ada](https://reviews.example/a), Heat 4\n')
  })

  it('Lists contain no headings', () => {
    assert.equal(
      read('<ul><li><h3><a href="/a">Heat</a></h3><p>Good.</p></li></ul>'),
      '- **[Heat](https://reviews.example/a)**\n\n  Good.\n',
    )
  })

  it('The facts in the head of a review are separated', () => {
    const page =
      '<header><h3>Ada</h3><p class="meta"><svg role="img" aria-label="5 of 5 stars"></svg> <time>2 Jan</time> <span>on Google</span></p></header>'
    assert.equal(read(page), '### Ada\n\n5 of 5 stars, 2 Jan, on Google\n')
  })

  it('Decoration and controls are left out', () => {
    const page = `<nav><a href="/">Home</a></nav><form><label>Search <input></label><button>Go</button></form>
<script>alert(1)</script><style>p { color: red }</style><noscript>no</noscript><template><p>no</p></template>
<p hidden>no</p><div aria-hidden="true"><p>no</p><br></div><p data-markdown="skip">no <b>no</b></p><svg><text>no</text></svg>
<p>yes <button type="button">no</button></p>`
    assert.equal(read(page), 'yes\n')
  })

  it('Links without text or without a meaning outside the page are left out', () => {
    const page = `<p><a href="/a"></a> <a href="#top">top</a> <a href="javascript:alert(1)">run</a> <a>bare</a>
<a href="mailto:a@b.example">write</a></p>`
    assert.equal(read(page), 'top run bare [write](mailto:a@b.example)\n')
  })

  it('White space stays outside of emphasis, and emphasis that would not be recognized is left out', () => {
    assert.equal(
      read('<p>a<strong> b </strong>c <mark>un</mark>clog</p>'),
      'a **b** c **un**clog\n',
    )
    assert.equal(
      read('<p><b>a</b><b>b</b> <b></b> x<b>(y)</b>z <i>i</i>n</p>'),
      '**ab** x(y)z in\n',
    )
  })

  it('A link after an exclamation mark does not become an image', () => {
    assert.equal(
      read('<p>Great!<a href="/a">More</a></p>'),
      'Great\\![More](https://reviews.example/a)\n',
    )
  })

  it('An empty page is one newline', () => {
    assert.equal(read('<div><p> </p></div>'), '\n')
  })
})

describe('the text of a review in Markdown', () => {
  it("A review keeps its author's line breaks, and only those", () => {
    assert.equal(
      read(html`<p class="text">${'One  two\nthree\n\nfour '}</p>`),
      'One two\\\nthree\n\nfour\n',
    )
    assert.equal(read(html`<p>${'One  two\nthree'}</p>`), 'One two three\n')
    assert.equal(read(html`<h3 class="text">${'One\ntwo #'}</h3>`), '### One two \\#\n')
  })

  it('A review is only text, whatever it looks like', () => {
    const hostile: [text: string, markdown: string][] = [
      ['# Sale', '\\# Sale'],
      ['Good\n====', 'Good\\\n\\===='],
      ['Good\n---', 'Good\\\n\\---'],
      ['- a\n+ b\n* c\n1. d\n2) e', '\\- a\\\n\\+ b\\\n\\* c\\\n1\\. d\\\n2\\) e'],
      ['> quote', '\\> quote'],
      ['a | b\n:-|-:', 'a \\| b\\\n\\:-\\|-:'],
      ['a\n:-', 'a\\\n\\:-'],
      ['```\ncode\n~~~', '\\`\\`\\`\\\ncode\\\n\\~\\~\\~'],
      ['    code', 'code'],
      ['Good\\\n\u00a0', 'Good\\\\'],
      ['[x](http://a.b) ![y](z) [r]: /u', '\\[x\\](http\\://a.b) !\\[y\\](z) \\[r\\]: /u'],
      ['<b onclick=x>&lt;&#60;', '\\<b onclick=x>\\&lt;\\&#60;'],
      ['**b** _i_ a_b \\*', '\\*\\*b\\*\\* \\_i\\_ a_b \\\\\\*'],
      ['www.a.b https://c.d me@e.fr', 'www\\.a.b https\\://c.d me\\@e.fr'],
      ['www. www.', 'www\\. www\\.'],
      ['+@.z a@ b', '+\\@.z a@ b'],
      ['5.0 of 5, -3 °C, +1 555 0100, #1', '5.0 of 5, -3 °C, +1 555 0100, #1'],
    ]
    for (const [text, markdown] of hostile)
      assert.equal(read(html`<p class="text">${text}</p>`), `${markdown}\n`, text)
  })

  it('A title or term that loses its bold starts no block', () => {
    assert.equal(read('<details><summary># \u00a0</summary></details>'), '\\#\n')
    assert.equal(read('<dl><dt>&gt; \u00a0</dt></dl>'), '\\>\n')
  })

  it('A tag or the label of tags starts no list', () => {
    assert.equal(read('<ul class="tags"><li>1. a</li><li>b</li></ul>'), '1\\. a, b\n')
    assert.equal(read('<ul class="tags" aria-label="- a"><li>b</li></ul>'), '\\- a: b\n')
  })

  it('A highlight that ends with its line starts no quotation', () => {
    assert.equal(read('<p class="text"><mark>(\n\t</mark>&gt; a</p>'), '(\\\n \\> a\n')
  })

  it('A link contains no brackets, because some readers take escaped ones for real', () => {
    const author = '[x](http://evil.example)'
    assert.equal(
      read(html`<h3><a href="/reviews/1">${author}</a></h3>`),
      '### [&#91;x&#93;(http\\://evil.example)](https://reviews.example/reviews/1)\n',
    )
  })

  it('Nothing but white space between two letters takes about as long as text', () => {
    const LENGTH = 20_000
    const pageOf = (text: string) =>
      String(
        html`${Array<string>(20)
          .fill(text)
          .map(one => html`<p class="text">${one}</p><pre>${one}</pre>`)}`,
      )
    const timeOf = (page: string) => {
      const start = performance.now()
      read(page)
      return performance.now() - start
    }
    const plain = pageOf('Rosa was on time. '.repeat(LENGTH / 18))
    read(plain)
    const plainMs = timeOf(plain)
    for (const space of ['\u00a0', '\n', '\u2003', '\n\u00a0', ' ']) {
      const ratio = timeOf(pageOf(`a${space.repeat(LENGTH / space.length)}b`)) / plainMs
      assert.ok(ratio < 150, `${JSON.stringify(space)}: ${Math.round(ratio)} times as long`)
    }
  })

  const signs = [...'\\`*_{}[]<>#+-.!|~&=:;"\'()^$@/ \n\t019az☆é\u00a0\u2028']
  const words = [
    '---',
    '===',
    '```',
    '~~~',
    '1. ',
    '- ',
    '&amp;',
    '&#42;',
    'http://x.y',
    'www.x.y',
    'a@b.co',
  ]
  const hostileText = fc
    .array(fc.constantFrom(...signs, ...words, '![', '](', '<!--', '</p>', '😀'), { maxLength: 30 })
    .map(parts => parts.join(''))
  const places: Record<
    string,
    { wrap: (text: string) => unknown; start: RegExp; end?: RegExp; never?: RegExp }
  > = {
    'a paragraph': { wrap: text => html`<p class="text">${text}</p>`, start: /^/ },
    'an item': { wrap: text => html`<ul><li>${text}</li></ul>`, start: /^- / },
    'a quotation': { wrap: text => html`<blockquote><p>${text}</p></blockquote>`, start: /^> / },
    'a heading': { wrap: text => html`<h3>${text}</h3>`, start: /^### /, never: /\n|(?:^|\s)#+$/ },
    'a cell': {
      wrap: text => html`<table><tr><td>${text}</td><td>end</td></tr></table>`,
      start: /^\| {2}\| {2}\|\n\| --- \| --- \|\n\| /,
      end: / \| end \|\n$/,
      never: /\n/,
    },
  }
  for (const [name, { wrap, start, end = /\n$/, never = ACTIVE_FIRST }] of Object.entries(places))
    it(`Hostile text in ${name} leaves nothing that Markdown could interpret`, () => {
      fc.assert(
        fc.property(hostileText, text => {
          if (squeeze(text) === '') return
          const markdown = read(wrap(text))
          assert.match(markdown, start)
          assert.match(markdown, end)
          const inside = markdown.replace(start, '').replace(end, '')
          assert.equal(squeeze(inside.replace(/\\\n/g, ' ').replace(ESCAPED, '$1')), squeeze(text))
          const bare = inside.replace(ESCAPED, '·')
          assert.doesNotMatch(bare, ACTIVE)
          assert.doesNotMatch(bare, never)
        }),
        { numRuns: 2000 },
      )
    })
})

const squeeze = (text: string) => text.replace(/[\s\u0085]+/g, ' ').trim()
