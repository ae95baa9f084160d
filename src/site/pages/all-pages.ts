/** All pages that stay the same until the data changes, and the sitemaps that list them. */
import { HTML, REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import type { ApiDescription } from '../developers/api-description.ts'
import { developersPages, type ToolDescription } from '../developers/developers-pages.ts'
import { homePage } from '../home/home-page.ts'
import { renderPage } from '../parts/page-frame.ts'
import { highlightsPage, summaryDocuments } from './highlights-page.ts'
import { ownersEmbedPage } from './owners-embed-page.ts'
import { policyPage } from './policy-page.ts'
import { qrCode, reviewUsPages } from './review-us-pages.ts'
import { renderSitemaps } from './sitemap.ts'
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
