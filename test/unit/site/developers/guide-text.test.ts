import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { html } from 'hono/html'
import { TopicPath } from '../../../../src/model/subscription.ts'
import {
  fillIn,
  parseGuideText,
  readGuideText,
} from '../../../../src/site/developers/guide-text.ts'

const MARKDOWN = `# Title

An *introduction* to {{name}}.

## First {#first}

{{table}}

\`\`\`sh A search
curl '{{base}}/a?b&c'
\`\`\`

\`\`\`js
fetch('{{base}}')
\`\`\`

Afterwards.

## Second {#second}

\`\`\`json Example
{ "a": 1 }
\`\`\`
`

describe('The text of the guide', () => {
  const { title, intro, chapters } = parseGuideText(MARKDOWN)
  const [first, second] = chapters

  it('A page has a title, an introduction and chapters with anchors', () => {
    assert.equal(title, 'Title')
    assert.equal(intro, '<p>An <em>introduction</em> to {{name}}.</p>')
    assert.deepEqual(
      chapters.map(({ anchor, title }) => [anchor, title]),
      [
        ['first', 'First'],
        ['second', 'Second'],
      ],
    )
  })

  it('Code blocks that follow each other are tabs, and one alone is not', () => {
    assert.match(
      first!.content,
      /name="tabs-first" data-language="sh" open>.*name="tabs-first" data-language="js">/s,
    )
    assert.match(first!.content, /aria-label="A search \(JavaScript\)"/)
    assert.match(first!.content, /<\/div>\n<p>Afterwards\.<\/p>$/)
    assert.doesNotMatch(second!.content, /tabs/)
    assert.match(
      second!.content,
      /aria-label="Example"><pre><code class="language-json">\{ &quot;a&quot;: 1 \}</,
    )
  })

  it('A name alone on a line stands for blocks, and values are filled in as text or as markup', () => {
    const values = { table: html`<table></table>`, base: "https://a.example/'<" }
    const filled = String(fillIn(first!.content, values))
    assert.ok(filled.startsWith('<table></table>\n'))
    assert.ok(filled.includes('curl &#39;https://a.example/&#39;&lt;/a?b&amp;c&#39;'))
  })

  it('A value that looks like a name is shown as it is, and a name without a value is an error', () => {
    assert.equal(
      String(fillIn(intro, { name: '{{name}}' })),
      '<p>An <em>introduction</em> to {{name}}.</p>',
    )
    assert.throws(() => fillIn(intro, {}), /needs a value for name/)
  })

  it('Every page of the guide can be read, and no code is without a name', () => {
    const folder = new URL('../../../../src/site/developers/guide/', import.meta.url)
    const pages = readdirSync(folder).map(file => file.replace('.md', ''))
    assert.equal(pages.length, 5)
    for (const page of pages) assert.ok(readGuideText(page).chapters.length > 2, page)
  })

  it('The guide lists every topic', () => {
    const { content } = readGuideText('push').chapters.find(({ anchor }) => anchor === 'topics')!
    assert.deepEqual(
      [...content.matchAll(/<a href="([^"]+)">/g)].map(([, path]) => path),
      TopicPath.options,
    )
  })
})
