/** Pages rendered on request: the list of reviews, a single review, and error pages. */
import { localeOf } from '../../locale/locale.ts'
import type { Tombstone } from '../../model/change.ts'
import type { Issue } from '../../model/error.ts'
import { DEFAULT_LOCALE } from '../../model/locale-tag.ts'
import type { ListArgs } from '../../model/search.ts'
import type { WitnessOverview } from '../../model/witnessing.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { html, renderDocument, sayHtml } from '../base/markup.ts'
import { renderMarkdown } from '../markdown/to-markdown.ts'
import { type Page, renderPage } from '../parts/page-frame.ts'
import { movedTo } from './moved-pages.ts'
import { gonePage, reviewPage } from './review-page.ts'
import { badReviewsPage, reviewsPage } from './reviews-page.ts'
import { witnessPage } from './witness-page.ts'

function pendingPage({ locale: tag }: Snapshot): Omit<Page, 'path'> {
  const locale = localeOf(tag)
  const { title, notice, text, readReviews } = locale.words.errors.reading
  const reviews = html`<a href="${REVIEWS_PATH}">${readReviews}</a>`
  const content = html`<h1>${title}</h1>\n<p>${sayHtml(locale, text, { reviews })}</p>`
  return { title, description: notice, isView: true, content }
}

function missingPage({ locale: tag, business }: Snapshot): Omit<Page, 'path'> {
  const locale = localeOf(tag)
  const { title, description, text, home, reviews } = locale.words.errors.missing
  const links = {
    home: html`<a href="/">${home}</a>`,
    reviews: html`<a href="${REVIEWS_PATH}">${reviews}</a>`,
  }
  return {
    title,
    description: locale.say(description, { business: business.name }),
    isView: true,
    content: html`<h1>${title}</h1>\n<p>${sayHtml(locale, text, links)}</p>`,
  }
}

export const ON_DEMAND_PAGES = {
  reviews: (snapshot: Snapshot, args: ListArgs) => renderPage(snapshot, reviewsPage(snapshot, args)),
  badReviews: (snapshot: Snapshot, valid: ReadonlyMap<string, string>, issues: Issue[]) =>
    renderPage(snapshot, badReviewsPage(snapshot, valid, issues)),
  review: (snapshot: Snapshot, json: Uint8Array) => renderPage(snapshot, reviewPage(snapshot, json)),
  markdown: renderMarkdown,
  movedTo,
  gone: (snapshot: Snapshot, tombstone: Tombstone) => renderPage(snapshot, gonePage(snapshot, tombstone)),
  starting: renderStartingPage,
  pending: (snapshot: Snapshot) => renderPage(snapshot, pendingPage(snapshot)),
  witness: (snapshot: Snapshot, overview: WitnessOverview) =>
    renderPage(snapshot, witnessPage(snapshot, overview)),
  missing: (snapshot: Snapshot) => renderPage(snapshot, missingPage(snapshot)),
}

const STYLE = `html{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.6}
body{max-width:34rem;margin:18vh auto 0;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.2}`

/** What browsers get while the service starts: it reloads itself. Whose reviews these are, and in which language, is not known yet. */
function renderStartingPage(isRefused: boolean): string {
  const { errors } = localeOf(DEFAULT_LOCALE).words
  const { title, text } = isRefused ? errors.refused : errors.starting
  return renderDocument(
    DEFAULT_LOCALE,
    html`<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="2">
<title>${title}</title>
<style>${STYLE}</style>`,
    html`<main>
<h1>${title}</h1>
<p>${text}</p>
</main>`,
  )
}
