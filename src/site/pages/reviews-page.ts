/** The page at /reviews: every review, with search, filters, order and pages. All state is in the address. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import type { Issue } from '../../model/error.ts'
import type { ListArgs } from '../../model/search.ts'
import { parseReview } from '../../publish/pieces/parse-review.ts'
import { REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import type { SearchHits } from '../../publish/search/search-response.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { count, figure, shorten } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { renderScript } from '../base/scripts.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { renderNothing } from '../parts/empty-result.ts'
import {
  type Asked,
  type Filters,
  filtersInAddress,
  filtersInWords,
  labelOf,
  listPath,
} from '../parts/filter-words.ts'
import { type CountChoices, renderChips, renderFilters, renderViews } from '../parts/filters.ts'
import { businessLd, renderLd } from '../parts/linked-data.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderPassageLabels } from '../parts/passage-labels.ts'
import { renderReview } from '../parts/review-card.ts'

const PAGE_SIZE = 20

export function reviewsPage(snapshot: Snapshot, given: ListArgs): Page {
  const { page, ...filters } = { ...given, query: given.query?.trim() || undefined }
  const hits = snapshot.search({
    ...filters,
    evidence: true,
    limit: PAGE_SIZE,
    skip: (page - 1) * PAGE_SIZE,
  })!
  const pages = Math.ceil(hits.matched / PAGE_SIZE)
  const asked = filtersInAddress({ ...filters, page })
  const isView = reviewsPath(asked) !== REVIEWS_PATH
  const countOf = (wanted: Filters) => snapshot.search({ ...wanted, limit: 1 })!.matched
  return {
    ...frame(snapshot),
    title: titleOf(snapshot, asked),
    isView,
    ...(!isView && { head: html`${renderScript('live-search')}\n${renderLd(describeList(snapshot, hits))}` }),
    content: renderList(
      snapshot,
      renderFilters(snapshot, asked, choices => countChoices(snapshot, filters, choices)),
      html`${renderViews(filters, countOf)}
${renderChips(snapshot, asked)}
<div tabindex="-1" id="count" role="status">${describeCount(snapshot, hits.matched, page, filters)}</div>`,
      hits.reviews.length > 0
        ? html`${renderHits(snapshot, hits, filters)}
${renderPaging(filters, page, pages)}`
        : pages > 0
          ? renderBeyond(filters, pages)
          : renderNothing(snapshot, filters, hits, countOf),
    ),
  }
}

/** A filtered list is not what the business is rated by. */
const describeList = (snapshot: Snapshot, hits: SearchHits) =>
  businessLd({ ...snapshot, reviews: hits.reviews.map(parseReview) })

const countChoices = (
  snapshot: Snapshot,
  filters: Filters,
  choices: Parameters<CountChoices>[0],
): ReturnType<CountChoices> =>
  snapshot.countOptions(
    { ...filters, limit: 1 },
    choices.flatMap(({ name, options }) => options.map(([value]) => ({ parameter: name, value }))),
  )

const renderHits = (snapshot: Snapshot, { reviews, evidence }: SearchHits, filters: Filters): Html =>
  html`${reviews.map(parseReview).map(review => {
    const passages = evidence![review.id]!
    return renderReview(snapshot, review, {
      level: 3,
      // A passage must not be cut off.
      isShort: passages.length === 0,
      marks: passages,
      labels: renderPassageLabels(snapshot, passages, filters),
    })
  })}`

/** The form beside its results. */
const renderList = (snapshot: Snapshot, form: Html, status: Html, found: Html): Html =>
  html`<h1>Reviews of ${snapshot.business.name}</h1>
<div class="list">
${form}
<div>
<h2 class="hidden">Results</h2>
${status}
<div id="found" class="reviews">
${found}
</div>
</div>
</div>`

const renderBeyond = (filters: Filters, pages: number): Html =>
  html`<p>There ${pages === 1 ? 'is' : 'are'} only ${count(pages, 'page')}. <a href="${listPath({ ...filters, page: pages })}">Go to the last page</a></p>`

const LONGEST_TITLE = 60

function titleOf(snapshot: Snapshot, asked: Asked): string {
  const words = filtersInWords(snapshot, asked).map(([, text]) => text)
  const title =
    words.length === 0
      ? frame(snapshot).title
      : shorten(`Reviews matching ${words.join(', ')}`, LONGEST_TITLE)
  return asked.page ? `${title}, page ${asked.page}` : title
}

/** An invalid request: the form keeps what was entered and says what is wrong. */
export function badReviewsPage(
  snapshot: Snapshot,
  valid: ReadonlyMap<string, string>,
  issues: Issue[],
): Page {
  const asked = Object.fromEntries(valid)
  return {
    ...frame(snapshot),
    isView: true,
    content: renderList(
      snapshot,
      renderFilters(snapshot, asked),
      html`${renderChips(snapshot, asked)}
<div tabindex="-1" id="count" role="status" class="caution"><p>Some filters are not valid:</p><ul>
${issues.map(({ path, message }) => html`<li>${labelOf(snapshot, String(path[0]))} ${message}</li>\n`)}</ul></div>`,
      html`<p><a href="${REVIEWS_PATH}">Show all reviews</a></p>`,
    ),
  }
}

const frame = ({ business, locale }: Snapshot) => ({
  path: REVIEWS_PATH,
  crumb: localeOf(locale).words.common.reviewList,
  title: `All reviews of ${business.name}`,
  description: `Every ${business.fictional ? 'demo' : 'verified'} review of ${business.name}, to be searched, filtered and sorted.`,
  head: renderScript('live-search'),
})

function describeCount(
  { reviewCount: total }: Snapshot,
  matched: number,
  page: number,
  { since, until }: Filters,
): string {
  if (since && until && since > until) return '“From” is later than “To”, so no review can match.'
  const what =
    matched === total ? count(matched, 'review') : `${figure(matched)} of ${count(total, 'review')}`
  const pages = Math.ceil(matched / PAGE_SIZE)
  return pages > 1 && page <= pages ? `${what}, page ${figure(page)} of ${figure(pages)}` : what
}

function renderPaging(filters: Filters, page: number, pages: number): Html | string {
  if (pages <= 1) return ''
  const link = (number: number, text: string, rel: string) =>
    html`<a class="button" rel="${rel}" href="${listPath({ ...filters, page: number })}">${text}</a>`
  return html`<nav class="paging" aria-label="Pages of reviews">
${page > 1 ? link(page - 1, 'Previous', 'prev') : ''}
<span>Page ${figure(page)} of ${figure(pages)}</span>
${page < pages ? link(page + 1, 'Next', 'next') : ''}
</nav>`
}
