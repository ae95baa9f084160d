/** All pages that stay the same until the data changes, and the sitemaps that list them. */
import { HTML, QR_CODE_PATH, REVIEWS_PATH, reviewUrl } from '../../publish/base/public-paths.ts'
import { type Document, type DocumentSet, documentAt } from '../../publish/documents/document.ts'
import { escapeXml } from '../../publish/documents/render-feed.ts'
import { parseReview } from '../../publish/months/prepare-review.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { FAQ_PATH, markdownPath, SUMMARY_PATH } from '../base/site-paths.ts'
import { developersPages, type ToolDescription } from '../developers/developers-pages.ts'
import type { ApiDescription } from '../developers/schema-tables.ts'
import { homePage } from '../home/home-page.ts'
import { type PageAt, renderPage } from '../parts/page-frame.ts'
import { highlightsPage, summaryDocuments } from './highlights-page.ts'
import { ownersEmbedPage } from './owners-embed-page.ts'
import { policyPage } from './policy-page.ts'
import { qrCode, reviewUsPages } from './review-us-pages.ts'
import { subjectPages } from './subject-pages.ts'

export function listPages(
  snapshot: Snapshot,
  describeApi: () => ApiDescription,
  tools: ToolDescription[],
  verifyPackage?: string,
): DocumentSet[] {
  const context = snapshot.context()
  const pages: PageAt[] = [
    ['/', () => homePage(context)],
    ['/highlights', () => highlightsPage(context)],
    ['/policy', () => policyPage(context, verifyPackage)],
    ...developersPages(context, describeApi, tools),
    ['/embed', () => ownersEmbedPage(context)],
    ...reviewUsPages(context),
    ...subjectPages(context),
  ]
  const paths = pages.map(([path]) => path)
  return [
    ...pages.map(([path, page]) =>
      documentAt(path, () => ({ path, contentType: HTML, body: renderPage(context, page()) })),
    ),
    {
      paths: [SUMMARY_PATH, FAQ_PATH].map(markdownPath),
      render: () => summaryDocuments(context),
    },
    { paths: [QR_CODE_PATH], render: () => qrCode(context) },
    ...listSitemaps(snapshot, [...paths, REVIEWS_PATH]),
  ]
}

type Listed = Pick<Snapshot, 'baseUrl' | 'reviewCount' | 'reviewAt'>
type Entry = [url: string, lastModified?: string]

/** The protocol's limit. */
const MOST_URLS = 50_000

/** At the top level, because a sitemap may list only what is below its own folder. When each of the pages last changed is unknown. */
export function listSitemaps(listed: Listed, pages: string[]): DocumentSet[] {
  const { baseUrl, reviewCount } = listed
  const entriesOf = (paths: string[]) => paths.map((path): Entry => [baseUrl + path])
  const parts = Array.from({ length: Math.ceil(reviewCount / MOST_URLS) }, (_, part) => ({
    path: `/sitemap-reviews${part === 0 ? '' : `-${part + 1}`}.xml`,
    entries: () => entriesOfReviews(listed, part * MOST_URLS),
  }))
  const sitemaps = [{ path: PAGES_PATH, entries: () => entriesOf(pages) }, ...parts]
  const all = entriesOf(sitemaps.map(({ path }) => path))
  return [
    documentAt('/sitemap.xml', () => makeDocument('/sitemap.xml', 'sitemapindex', 'sitemap', all)),
    ...sitemaps.map(({ path, entries }) =>
      documentAt(path, () => makeDocument(path, 'urlset', 'url', entries())),
    ),
  ]
}

const PAGES_PATH = '/sitemap-pages.xml'

function entriesOfReviews({ baseUrl, reviewCount, reviewAt }: Listed, from: number): Entry[] {
  return Array.from({ length: Math.min(MOST_URLS, reviewCount - from) }, (_, offset) => {
    const { id, updated_at } = parseReview(reviewAt(from + offset))
    return [reviewUrl(baseUrl, id), updated_at]
  })
}

function makeDocument(path: string, root: string, element: string, entries: Entry[]): Document {
  const lines = entries.map(([url, lastModified]) => {
    const time = lastModified ? `<lastmod>${lastModified}</lastmod>` : ''
    return `<${element}><loc>${escapeXml(url)}</loc>${time}</${element}>\n`
  })
  const body = `<?xml version="1.0" encoding="utf-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('')}</${root}>
`
  return { path, contentType: 'application/xml', body }
}
