/** Pages rendered on request: the list of reviews, a single review, and error pages. */
import { html } from 'hono/html'
import type { Tombstone } from '../../model/change.ts'
import type { Issue } from '../../model/error.ts'
import type { ListArgs } from '../../model/search.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { renderMarkdown } from '../markdown/markdown-page.ts'
import { renderPage } from '../parts/page-frame.ts'
import { gonePage, reviewPage } from './review-page.ts'
import { badReviewsPage, reviewsPage } from './reviews-page.ts'

export const ON_DEMAND_PAGES = {
  reviews: (snapshot: Snapshot, args: ListArgs) => renderPage(snapshot, reviewsPage(snapshot, args)),
  badReviews: (snapshot: Snapshot, valid: ReadonlyMap<string, string>, issues: Issue[]) =>
    renderPage(snapshot, badReviewsPage(snapshot, valid, issues)),
  review: (snapshot: Snapshot, json: Uint8Array) => renderPage(snapshot, reviewPage(snapshot, json)),
  markdown: renderMarkdown,
  gone: (snapshot: Snapshot, tombstone: Tombstone) => renderPage(snapshot, gonePage(snapshot, tombstone)),
  missing: (snapshot: Snapshot) =>
    renderPage(snapshot, {
      title: 'Page not found',
      description: `Page not found among the reviews of ${snapshot.business.name}.`,
      isView: true,
      content: html`<h1>Page not found</h1>
<p>The link may be old or mistyped. <a href="/">Go to the home page</a>, or <a href="/reviews">read all reviews</a>.</p>`,
    }),
}
