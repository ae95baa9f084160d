/** All pages that stay the same until the data changes, and the sitemaps that list them. */
import { shareBytes } from '../../publish/base/bytes.ts'
import { digestOf } from '../../publish/base/content-digest.ts'
import { HTML, REVIEWS_PATH, reviewUrl } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { escapeXml } from '../../publish/documents/render-feed.ts'
import { developersPages, type ToolDescription } from '../developers/developers-pages.ts'
import type { ApiDescription } from '../developers/schema-tables.ts'
import { homePage } from '../home/home-page.ts'
import { renderPage } from '../parts/page-frame.ts'
import { highlightsPage, summaryDocuments } from './highlights-page.ts'
import { ownersEmbedPage } from './owners-embed-page.ts'
import { policyPage } from './policy-page.ts'
import { qrCode, reviewUsPages } from './review-us-pages.ts'
import { subjectPages } from './subject-pages.ts'

export function renderPages(
  context: RenderContext,
  api: ApiDescription,
  tools: ToolDescription[],
  verifyPackage?: string,
): Document[] {
  const pages = [
    homePage(context),
    highlightsPage(context),
    policyPage(context, verifyPackage),
    ...developersPages(context, api, tools),
    ownersEmbedPage(context),
    ...reviewUsPages(context),
    ...subjectPages(context),
  ]
  return [
    ...pages.map(page => ({ path: page.path, contentType: HTML, body: renderPage(context, page) })),
    ...summaryDocuments(context),
    ...qrCode(context),
    ...renderSitemaps({ ...context, pages: [...pages.map(({ path }) => path), REVIEWS_PATH] }),
  ]
}

type Month = RenderContext['months'][number]
type Entry = [url: string, lastModified?: string]
type Listed = Pick<RenderContext, 'baseUrl' | 'months'> & { pages: string[] }

/** The protocol's limit. */
const MOST_URLS = 50_000

/** At the top level, because a sitemap may list only what is below its own folder. When each of the pages last changed is unknown. */
export function renderSitemaps({ baseUrl, pages, months }: Listed): Document[] {
  const entriesOf = (paths: string[]) => paths.map((path): Entry => [baseUrl + path])
  const sitemaps = [
    makeSitemap('/sitemap-pages.xml', entriesOf(pages)),
    ...months.flatMap(month => rememberMonth(month, baseUrl)),
  ]
  const entries = entriesOf(sitemaps.map(({ path }) => path))
  return [makeDocument('/sitemap.xml', 'sitemapindex', 'sitemap', entries), ...sitemaps]
}

const remembered = new WeakMap<Month['reviews'], { baseUrl: string; sitemaps: Document[] }>()

/** An unchanged month keeps its documents, whose bytes are in memory shared between threads. */
function rememberMonth(month: Month, baseUrl: string): Document[] {
  const known = remembered.get(month.reviews)
  if (known?.baseUrl === baseUrl) return known.sitemaps
  const sitemaps = renderMonth(month, baseUrl)
  remembered.set(month.reviews, { baseUrl, sitemaps })
  return sitemaps
}

function renderMonth({ month, reviews }: Month, baseUrl: string): Document[] {
  const count = Math.ceil(reviews.length / MOST_URLS)
  return Array.from({ length: count }, (_, part) =>
    makeSitemap(
      `/sitemap-${month}${part === 0 ? '' : `-${part + 1}`}.xml`,
      reviews
        .slice(part * MOST_URLS, (part + 1) * MOST_URLS)
        .map(({ id, updatedAt }) => [reviewUrl(baseUrl, id), updatedAt]),
    ),
  )
}

const makeSitemap = (path: string, entries: Entry[]) => makeDocument(path, 'urlset', 'url', entries)

function makeDocument(path: string, root: string, element: string, entries: Entry[]): Document {
  const lines = entries.map(([url, lastModified]) => {
    const time = lastModified ? `<lastmod>${lastModified}</lastmod>` : ''
    return `<${element}><loc>${escapeXml(url)}</loc>${time}</${element}>\n`
  })
  const text = `<?xml version="1.0" encoding="utf-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('')}</${root}>
`
  const body = shareBytes(Buffer.from(text))
  return { path, contentType: 'application/xml', body, digest: digestOf(body) }
}
