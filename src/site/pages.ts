/** All pages that are the same for everybody until the data changes, and the sitemaps that list them. */
import { type Document, type Edition, HTML, REVIEWS_PATH } from '../publish/edition.ts'
import type { ToolDescription } from './developers/agents.ts'
import type { ApiDescription } from './developers/api.ts'
import { developersPage } from './developers/page.ts'
import { homePage } from './home.ts'
import { renderPage } from './page.ts'

import { policyPage } from './policy.ts'
import { renderSitemaps } from './sitemap.ts'
import { subjectPages } from './subject.ts'
import { faqPage, summaryPage } from './summary.ts'

export function renderPages(edition: Edition, api: ApiDescription, tools: ToolDescription[]): Document[] {
  const pages = [
    homePage(edition),
    summaryPage(edition),
    faqPage(edition),
    policyPage(edition),
    developersPage(edition, api, tools),
    ...subjectPages(edition),
  ]
  const paths = [...pages.map(({ path }) => path), REVIEWS_PATH]
  return [
    ...pages.map(page => ({
      path: page.path,
      contentType: HTML,
      body: renderPage(edition, page),
      isSeldom: true as const,
    })),
    ...renderSitemaps({
      baseUrl: edition.baseUrl,
      pages: paths,
      months: edition.months,
    }),
  ]
}
