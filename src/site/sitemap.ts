/** Sitemaps (sitemaps.org): an index, one of the pages, and those of the reviews by month. */
import { escapeXml } from '../publish/atom.ts'
import { share } from '../publish/bytes.ts'
import { digestOf } from '../publish/digest.ts'
import { type Document, reviewUrl } from '../publish/edition.ts'

export interface SitemapParts {
  baseUrl: string
  pages: { path: string; lastModified: string }[]
  months: Month[]
}

interface Month {
  month: string
  reviews: { id: string; updatedAt: string }[]
}

interface Entry {
  url: string
  lastModified: string
}

interface Sitemap {
  document: Document
  lastModified: string
}

const INDEX_PATH = '/sitemap.xml'

/** What the protocol allows. */
const MOST_URLS = 50_000

export function renderSitemaps({ baseUrl, pages, months }: SitemapParts): Document[] {
  const sitemaps = [
    renderSitemap(
      '/sitemap/pages.xml',
      pages.map(({ path, lastModified }) => ({ url: baseUrl + path, lastModified })),
    ),
    ...months.flatMap(month => rememberMonth(month, baseUrl)),
  ]
  const entries = sitemaps.map(({ document, lastModified }) => ({
    url: baseUrl + document.path,
    lastModified,
  }))
  const index = makeDocument(INDEX_PATH, 'sitemapindex', 'sitemap', entries)
  return [index, ...sitemaps.map(({ document }) => document)]
}

const remembered = new WeakMap<Month['reviews'], { baseUrl: string; sitemaps: Sitemap[] }>()

/** A month without a change keeps its very documents, whose bytes are in memory that threads share. */
function rememberMonth(month: Month, baseUrl: string): Sitemap[] {
  const known = remembered.get(month.reviews)
  if (known?.baseUrl === baseUrl) return known.sitemaps
  const sitemaps = renderMonth(month, baseUrl)
  remembered.set(month.reviews, { baseUrl, sitemaps })
  return sitemaps
}

function renderMonth({ month, reviews }: Month, baseUrl: string): Sitemap[] {
  const count = Math.ceil(reviews.length / MOST_URLS)
  return Array.from({ length: count }, (_, part) => {
    const listed = reviews.slice(part * MOST_URLS, (part + 1) * MOST_URLS)
    return renderSitemap(
      `/sitemap/${month}${part === 0 ? '' : `-${part + 1}`}.xml`,
      listed.map(({ id, updatedAt }) => ({ url: reviewUrl(baseUrl, id), lastModified: updatedAt })),
    )
  })
}

const renderSitemap = (path: string, entries: Entry[]): Sitemap => ({
  document: makeDocument(path, 'urlset', 'url', entries),
  lastModified: entries.reduce(
    (latest, entry) => (entry.lastModified > latest ? entry.lastModified : latest),
    '',
  ),
})

function makeDocument(path: string, root: string, element: string, entries: Entry[]): Document {
  const lines = entries.map(
    ({ url, lastModified }) =>
      `<${element}><loc>${escapeXml(url)}</loc><lastmod>${lastModified}</lastmod></${element}>\n`,
  )
  const text = `<?xml version="1.0" encoding="utf-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('')}</${root}>
`
  const body = share(Buffer.from(text))
  return { path, contentType: 'application/xml', body, digest: digestOf(body), isSeldom: true }
}
