/** The page at /reviews: every review, with search, filters, order and pages. All state is in the address. */
import { PAGE_SIZE } from '../../ledger/page-check.ts'
import { localeOf, shorten } from '../../locale/locale.ts'
import type { Issue } from '../../model/error-body.ts'
import { type ListArgs, usualOrder } from '../../model/search.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import { parseReview } from '../../publish/months/prepare-review.ts'
import type { SearchHits } from '../../publish/search/search-response.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import { reviewsPath } from '../base/site-paths.ts'
import type { Asked, Filters } from '../list/filter-words.ts'
import { filtersInAddress, filtersInWords, listPath, problemInWords } from '../list/filter-words.ts'
import {
  renderChips,
  renderMoreFilters,
  renderOrder,
  renderSearch,
  renderViews,
} from '../list/filters.ts'
import {
  renderListLinks,
  renderMatched,
  renderNothing,
  renderPaging,
  renderPassageLabels,
} from '../list/list-results.ts'
import { businessLd, renderLd } from '../parts/linked-data.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderReview } from '../parts/review-card.ts'

export function reviewsPage(snapshot: Snapshot, given: ListArgs): Page {
  const { page, ...asWritten } = given
  const trimmed = { query: given.query?.trim() || undefined, words: given.words?.trim() }
  const sort = given.sort === 'relevance' ? usualOrder(given) : given.sort
  const filters = { ...asWritten, ...trimmed, sort }
  const range = { limit: PAGE_SIZE, skip: (page - 1) * PAGE_SIZE }
  const hits = snapshot.search({ ...filters, ...range, evidence: true })!
  const asked = filtersInAddress({ ...filters, page })
  const isView = reviewsPath(asked) !== REVIEWS_PATH
  const { head, ...framed } = frame(snapshot)
  const status = html`<div tabindex="-1" id="count" role="status">${describeCount(snapshot, hits.matched, page, filters)}${renderMatched(snapshot, hits, filters)}</div>`
  return {
    ...framed,
    title: titleOf(snapshot, asked),
    isView,
    // A filtered list is not what the business is rated by.
    head: isView
      ? head
      : html`${head}\n${renderLd(businessLd(snapshot, hits.reviews.map(parseReview)))}`,
    content: renderList(
      snapshot,
      asked,
      filters,
      status,
      renderFound(snapshot, hits, filters, page),
    ),
  }
}

function renderFound(snapshot: Snapshot, hits: SearchHits, filters: Filters, page: number): Html {
  const pages = Math.ceil(hits.matched / PAGE_SIZE)
  if (hits.reviews.length > 0)
    return html`${renderHits(snapshot, hits, filters)}
${renderPaging(snapshot, filters, page, pages)}
${renderListLinks(snapshot, filters)}`
  if (pages > 0) return renderBeyond(snapshot, filters, pages)
  return renderNothing(snapshot, filters, hits)
}

const renderHits = (
  snapshot: Snapshot,
  { reviews, evidence }: SearchHits,
  filters: Filters,
): Html =>
  html`${reviews.map(parseReview).map(review => {
    const marks = evidence![review.id]!
    return renderReview(snapshot, review, {
      marks,
      labels: renderPassageLabels(snapshot, marks, filters),
    })
  })}`

/** What narrows the list, and the results. `filters` are null where what was asked for is invalid. */
function renderList(
  snapshot: Snapshot,
  asked: Asked,
  filters: Filters | null,
  status: Html,
  found: Html,
) {
  const locale = localeOf(snapshot.locale)
  const { heading, results } = locale.words.reviews
  return html`<h1>${locale.say(heading, { business: snapshot.business.name })}</h1>
<div class="list">
${renderSearch(snapshot, asked)}
${renderViews(snapshot, filters)}
${renderMoreFilters(snapshot, asked, filters)}
<div class="results">
<h2 class="hidden">${results}</h2>
${renderChips(snapshot, asked)}
<div class="line">
${status}
${renderOrder(snapshot, asked)}
</div>
<div id="found" class="reviews">
${found}
</div>
</div>
</div>`
}

function renderBeyond(snapshot: Snapshot, filters: Filters, pages: number): Html {
  const { words, say } = localeOf(snapshot.locale)
  const { beyond, lastPage } = words.reviews
  return html`<p>${say(beyond, { count: pages })} <a href="${listPath({ ...filters, page: pages })}">${lastPage}</a></p>`
}

const LONGEST_TITLE = 60

function titleOf(snapshot: Snapshot, asked: Asked): string {
  const { words, say, number } = localeOf(snapshot.locale)
  const filters = filtersInWords(snapshot, asked).map(([, text]) => text)
  const title =
    filters.length === 0
      ? frame(snapshot).title
      : shorten(say(words.reviews.titleOf, { filters: filters.join(', ') }), LONGEST_TITLE)
  return asked.page
    ? say(words.reviews.titleOfPage, { title, page: number(Number(asked.page)) })
    : title
}

/** An invalid request: the form keeps what was entered and says what is wrong. */
export function badReviewsPage(
  snapshot: Snapshot,
  valid: Iterable<[string, string]>,
  issues: Issue[],
): Page {
  const { invalid, showAll } = localeOf(snapshot.locale).words.reviews
  const problems = issues.map(issue => html`<li>${problemInWords(snapshot, issue)}</li>\n`)
  const status = html`<div tabindex="-1" id="count" role="status" class="caution"><p>${invalid}</p><ul>
${problems}</ul></div>`
  const found = html`<p><a href="${REVIEWS_PATH}">${showAll}</a></p>`
  const content = renderList(snapshot, Object.fromEntries(valid), null, status, found)
  return { ...frame(snapshot), isView: true, content }
}

function frame({ business, locale }: Snapshot) {
  const { words, say } = localeOf(locale)
  const { title, description, demoDescription } = words.reviews
  return {
    path: REVIEWS_PATH,
    title: say(title, { business: business.name }),
    crumb: words.frame.reviews,
    description: say(business.fictional ? demoDescription : description, {
      business: business.name,
    }),
    head: renderScript('live-search'),
  }
}

/** `12 reviews match “no show”`, or how many of how many match. */
function describeCount(
  snapshot: Snapshot,
  matched: number,
  page: number,
  filters: Filters,
): Html | string {
  const locale = localeOf(snapshot.locale)
  const total = snapshot.reviewCount
  const { common, reviews } = locale.words
  const { since, until, query, sort } = filters
  if (since && until && since > until) return reviews.periodEndsFirst
  const [name, message] =
    query === undefined
      ? (['words', reviews.match] as const)
      : (['query', reviews.mention] as const)
  const text = filters[name]
  const isSearch = text !== undefined && listPath({ [name]: text, sort }) === listPath(filters)
  const found = isSearch
    ? sayHtml(locale, message, { count: matched, words: html`<bdi>${text}</bdi>` })
    : matched === total
      ? locale.say(common.reviews, { count: matched })
      : locale.say(reviews.foundOf, { matched, count: total })
  const pages = Math.ceil(matched / PAGE_SIZE)
  return pages > 1 && page <= pages
    ? sayHtml(locale, reviews.foundOnPage, { found, page, pages })
    : found
}
