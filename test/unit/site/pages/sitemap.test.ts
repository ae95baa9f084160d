import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ulidOf } from '../../../../src/ingest/merge/identity.ts'
import { listSitemaps } from '../../../../src/site/pages/all-pages.ts'
import { childrenOf, parseXml, textOf } from '../../../kit/xml.ts'

const baseUrl = 'https://reviews.example'
const pages = ['/', '/services/a&b']

const makeReviews = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    id: ulidOf('2026-11-01', 'google', `r${number}`),
    updated_at: `2026-11-15T12:00:00.${String(number % 1000).padStart(3, '0')}Z`,
  }))

function render(reviews: ReturnType<typeof makeReviews>) {
  const listed = {
    baseUrl,
    reviewCount: reviews.length,
    reviewAt: (position: number) => Buffer.from(JSON.stringify(reviews[position])),
  }
  const documents = listSitemaps(listed, pages).flatMap(({ render }) => render())
  return new Map(documents.map(document => [document.path, document]))
}

function entriesOf(
  text: unknown,
  root: string,
  element: string,
): [url: string, lastModified: string | null][] {
  const { name, attributes, children } = parseXml(String(text))
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
    assert.deepEqual(entriesOf(render([]).get('/sitemap-pages.xml')!.body, 'urlset', 'url'), [
      [`${baseUrl}/`, null],
      [`${baseUrl}/services/a&b`, null],
    ])
  })

  it('The sitemaps list the reviews, and the index lists the sitemaps', () => {
    const reviews = makeReviews(3)
    const documents = render(reviews)
    assert.deepEqual(
      entriesOf(documents.get('/sitemap-reviews.xml')!.body, 'urlset', 'url'),
      reviews.map(({ id, updated_at }) => [`${baseUrl}/reviews/${id}`, updated_at]),
    )
    assert.deepEqual(entriesOf(documents.get('/sitemap.xml')!.body, 'sitemapindex', 'sitemap'), [
      [`${baseUrl}/sitemap-pages.xml`, null],
      [`${baseUrl}/sitemap-reviews.xml`, null],
    ])
    assert.ok([...documents.values()].every(({ contentType }) => contentType === 'application/xml'))
  })

  it('The sitemaps list every review once, in parts of 50,000', () => {
    const reviews = makeReviews(100_001)
    const documents = render(reviews)
    const parts = ['', '-2', '-3'].map(part => documents.get(`/sitemap-reviews${part}.xml`)!)
    assert.equal(documents.size, 2 + parts.length)
    assert.deepEqual(
      parts.flatMap(({ body }) => entriesOf(body, 'urlset', 'url').map(([url]) => url)),
      reviews.map(({ id }) => `${baseUrl}/reviews/${id}`),
    )
  })
})
