/** Pages rendered on request: the list of reviews, a single review, and error pages. */
import { localeOf } from '../../locale/locale.ts'
import { DEFAULT_LOCALE } from '../../model/scalars.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { html, renderDocument, sayHtml } from '../base/markup.ts'
import { movedTo } from '../base/site-paths.ts'
import { describeFilters } from '../list/filter-words.ts'
import { renderMarkdown } from '../markdown/to-markdown.ts'
import { type PerhapsPlaced, renderPage } from '../parts/page-frame.ts'
import { gonePage, reviewPage } from './review-page.ts'
import { badReviewsPage, reviewsPage } from './reviews-page.ts'
import { witnessPage } from './witness-page.ts'

function pendingPage({ locale: tag }: Snapshot): PerhapsPlaced {
  const locale = localeOf(tag)
  const { title, notice, text, readReviews } = locale.words.errors.reading
  const reviews = html`<a href="${REVIEWS_PATH}">${readReviews}</a>`
  const content = html`<h1>${title}</h1>\n<p>${sayHtml(locale, text, { reviews })}</p>`
  return { title, description: notice, isView: true, content }
}

function missingPage({ locale: tag, business }: Snapshot): PerhapsPlaced {
  const locale = localeOf(tag)
  const { title, description, text, ...names } = locale.words.errors.missing
  const home = html`<a href="/">${names.home}</a>`
  const reviews = html`<a href="${REVIEWS_PATH}">${names.reviews}</a>`
  const content = html`<h1>${title}</h1>\n<p>${sayHtml(locale, text, { home, reviews })}</p>`
  return { title, description: locale.say(description, { business: business.name }), isView: true, content }
}

/** Puts what a function describes into the frame of the site. */
const framed =
  <Rest extends unknown[]>(describe: (snapshot: Snapshot, ...rest: Rest) => PerhapsPlaced) =>
  (snapshot: Snapshot, ...rest: Rest) =>
    renderPage(snapshot, describe(snapshot, ...rest))

export const ON_DEMAND_PAGES = {
  reviews: framed(reviewsPage),
  describeFilters,
  badReviews: framed(badReviewsPage),
  review: framed(reviewPage),
  markdown: renderMarkdown,
  movedTo,
  gone: framed(gonePage),
  starting: renderStartingPage,
  pending: framed(pendingPage),
  witness: framed(witnessPage),
  missing: framed(missingPage),
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
