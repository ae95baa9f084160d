import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ulidOf } from '../../../src/ingest/merge/identity.ts'
import { renderSitemaps } from '../../../src/site/pages/all-pages.ts'
import { childrenOf, parseXml, textOf } from '../../kit/xml.ts'

const baseUrl = 'https://reviews.example'
const pages = ['/', '/services/a&b']

const makeMonth = (month: string, count: number) => ({
  month,
  reviews: Array.from({ length: count }, (_, number) => ({
    id: ulidOf(`${month}-01`, 'google', `r${number}`),
    updatedAt: `2026-11-15T12:00:00.${String(number % 1000).padStart(3, '0')}Z`,
  })),
})

function render(parts: Partial<Parameters<typeof renderSitemaps>[0]>) {
  const documents = renderSitemaps({ baseUrl, pages, months: [], ...parts })
  return new Map(documents.map(document => [document.path, document]))
}

function entriesOf(
  text: unknown,
  root: string,
  element: string,
): [url: string, lastModified: string | null][] {
  const { name, attributes, children } = parseXml(Buffer.from(text as Uint8Array).toString())
  assert.equal(name, root)
  assert.equal(attributes.xmlns, 'http://www.sitemaps.org/schemas/sitemap/0.9')
  assert.ok(children.every(child => child.name === element))
  return childrenOf({ name, attributes, children, text: '' }, element).map(entry => [
    textOf(entry, 'loc'),
    childrenOf(entry, 'lastmod').length > 0 ? textOf(entry, 'lastmod') : null,
  ])
}

describe('the sitemaps', () => {
  it('The sitemaps list the pages', () => {
    assert.deepEqual(entriesOf(render({}).get('/sitemap-pages.xml')!.body, 'urlset', 'url'), [
      [`${baseUrl}/`, null],
      [`${baseUrl}/services/a&b`, null],
    ])
  })

  it('The sitemaps list the reviews of each month, and the index lists the sitemaps', () => {
    const months = [makeMonth('2026-11', 3), makeMonth('2026-09', 1)]
    const documents = render({ months })
    assert.deepEqual(
      entriesOf(documents.get('/sitemap-2026-11.xml')!.body, 'urlset', 'url'),
      months[0]!.reviews.map(({ id, updatedAt }) => [`${baseUrl}/reviews/${id}`, updatedAt]),
    )
    assert.deepEqual(entriesOf(documents.get('/sitemap.xml')!.body, 'sitemapindex', 'sitemap'), [
      [`${baseUrl}/sitemap-pages.xml`, null],
      [`${baseUrl}/sitemap-2026-11.xml`, null],
      [`${baseUrl}/sitemap-2026-09.xml`, null],
    ])
    assert.ok([...documents.values()].every(({ contentType }) => contentType === 'application/xml'))
  })

  it('The sitemaps list every review of a large month once, in parts of 50,000', () => {
    const month = makeMonth('2026-11', 100_001)
    const documents = render({ months: [month] })
    const parts = ['', '-2', '-3'].map(part => documents.get(`/sitemap-2026-11${part}.xml`)!)
    assert.equal(documents.size, 2 + parts.length)
    assert.deepEqual(
      parts.flatMap(({ body }) => entriesOf(body, 'urlset', 'url').map(([url]) => url)),
      month.reviews.map(({ id }) => `${baseUrl}/reviews/${id}`),
    )
  })

  it('The sitemap of a month without a change stays the same object', () => {
    const months = [makeMonth('2026-11', 2), makeMonth('2026-10', 500)]
    const first = render({ months })
    const second = render({ months: [makeMonth('2026-11', 3), months[1]!] })
    assert.ok(first.has('/sitemap-2026-10.xml'))
    assert.equal(second.get('/sitemap-2026-10.xml'), first.get('/sitemap-2026-10.xml'))
    assert.notEqual(second.get('/sitemap-2026-11.xml'), first.get('/sitemap-2026-11.xml'))
    const moved = render({ months, baseUrl: 'https://other.example' })
    assert.match(
      Buffer.from(moved.get('/sitemap-2026-10.xml')!.body).toString(),
      /https:\/\/other\.example\/reviews/,
    )
  })

  it('The sitemaps are in memory that threads share, so they are not copied with every change', () => {
    const { body } = render({ months: [makeMonth('2026-11', 1)] }).get('/sitemap-2026-11.xml')!
    assert.ok((body as Uint8Array).buffer instanceof SharedArrayBuffer)
  })
})
