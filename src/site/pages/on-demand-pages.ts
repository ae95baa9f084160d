/** Pages rendered on request: the list of reviews, a single review, the witness, and error pages. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import { DEFAULT_LOCALE } from '../../model/scalars.ts'
import type { Refusal, WitnessOverview } from '../../model/witnessing.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Html, html, renderDocument, sayHtml } from '../base/markup.ts'
import { movedTo } from '../base/site-paths.ts'
import { describeFilters } from '../list/filter-words.ts'
import { renderMarkdown } from '../markdown/to-markdown.ts'
import { renderTable } from '../parts/html-table.ts'
import { type PerhapsPlaced, renderPage } from '../parts/page-frame.ts'
import { gonePage, reviewPage } from './review-page.ts'
import { badReviewsPage, reviewsPage } from './reviews-page.ts'

function missingPage({ locale: tag, business }: Snapshot): PerhapsPlaced {
  const locale = localeOf(tag)
  const { title, description, text, ...names } = locale.words.errors.missing
  const home = html`<a href="/">${names.home}</a>`
  const reviews = html`<a href="${REVIEWS_PATH}">${names.reviews}</a>`
  const content = html`<h1>${title}</h1>\n<p>${sayHtml(locale, text, { home, reviews })}</p>`
  return {
    title,
    description: locale.say(description, { business: business.name }),
    isView: true,
    content,
  }
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

function witnessPage(snapshot: Snapshot, { name, keys, logs }: WitnessOverview): PerhapsPlaced {
  const locale = localeOf(snapshot.locale)
  const { witness } = locale.words
  const title = locale.say(witness.title, { business: snapshot.business.name })
  const refusals = logs.flatMap(({ origin, record }) =>
    (record?.refusals ?? []).map(refusal => renderRefusal(locale, origin, refusal)),
  )
  return {
    title,
    description: witness.lead,
    isView: true,
    content: html`<h1>${title}</h1>
<p class="lead">${witness.lead}</p>
${renderLogs(locale, logs)}
<h2>${witness.refusals}</h2>
${refusals.length > 0 ? refusals : html`<p>${witness.none}</p>`}
<h2>${witness.keys}</h2>
<p><code>${name}</code></p>
${keys.map(key => html`<pre><code>${key}</code></pre>\n`)}
<p><a href="/witness.json">${witness.json}</a></p>`,
  }
}

function renderLogs(locale: Locale, logs: WitnessOverview['logs']): Html {
  const { log, entries, signed, never } = locale.words.witness
  const rows = logs.map(({ origin, record }) =>
    record ? [origin, locale.number(record.size), locale.date(record.at)] : [origin, '–', never],
  )
  return renderTable([log, entries, signed], rows, { look: 'counts' })
}

function renderRefusal(
  locale: Locale,
  log: string,
  { at, kind, cosigned, refused }: Refusal,
): Html {
  const { witness } = locale.words
  return html`<p>${locale.say(witness[kind], { date: locale.date(at), log })}</p>
<details><summary>${witness.before}</summary><pre><code>${cosigned}</code></pre></details>
<details><summary>${witness.refused}</summary><pre><code>${refused}</code></pre></details>
`
}
