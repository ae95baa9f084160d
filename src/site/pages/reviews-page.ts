/** The page at /reviews: every review, with search, filters, order and pages. All state is in the address. */
import { html } from 'hono/html'
import type { Issue } from '../../model/error.ts'
import type { ListArgs } from '../../model/search.ts'
import { parseReview } from '../../publish/pieces/parse-review.ts'
import { REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { count, figure, shorten } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { renderScript } from '../base/scripts.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { filtersInWords, labelOf, renderChips, renderFilters } from '../parts/filters.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderReview } from '../parts/review-card.ts'

const PAGE_SIZE = 20

export function reviewsPage(snapshot: Snapshot, given: ListArgs): Page {
  const args = { ...given, query: given.query?.trim() || undefined }
  const { page, ...filters } = args
  const { matched, reviews } = snapshot.search({
    ...filters,
    limit: PAGE_SIZE,
    skip: (page - 1) * PAGE_SIZE,
  })!
  const pages = Math.ceil(matched / PAGE_SIZE)
  const found = reviews.map(parseReview)
  const asked = filtersInAddress(args)
  const isAll = reviewsPath(asked) === REVIEWS_PATH
  return {
    ...frame(snapshot),
    title: titleOf(snapshot, asked),
    isView: !isAll,
    content: renderList(
      snapshot,
      asked,
      html`<div tabindex="-1" id="count" role="status">${describeCount(snapshot, matched, args)}</div>`,
      html`${found.map(review => renderReview(snapshot, review, { level: 3, isShort: !filters.query, marks: { texts: filters.query ? [filters.query] : [], wholeWords: false } }))}
${found.length === 0 ? renderNothing(args, pages) : renderPaging(args, pages)}`,
    ),
  }
}

/** The form beside its results. */
const renderList = (snapshot: Snapshot, asked: Record<string, string>, status: Html, found: Html): Html =>
  html`<h1>Reviews of ${snapshot.business.name}</h1>
<div class="list">
${renderFilters(snapshot, asked)}
<div>
<h2 class="hidden">Results</h2>
${renderChips(snapshot, asked)}
${status}
<div id="found" class="reviews">
${found}
</div>
</div>
</div>`

function renderNothing(args: ListArgs, pages: number): Html {
  if (pages === 0)
    return html`<p>No review matches these filters. <a href="${REVIEWS_PATH}">Show all reviews</a></p>`
  const last = reviewsPath(filtersInAddress({ ...args, page: pages }))
  return html`<p>There ${pages === 1 ? 'is' : 'are'} only ${count(pages, 'page')}. <a href="${last}">Go to the last page</a></p>`
}

const LONGEST_TITLE = 60

function titleOf(snapshot: Snapshot, asked: Record<string, string>): string {
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
  return {
    ...frame(snapshot),
    isView: true,
    content: renderList(
      snapshot,
      Object.fromEntries(valid),
      html`<div tabindex="-1" id="count" role="status" class="caution"><p>Some filters are not valid:</p><ul>
${issues.map(({ path, message }) => html`<li>${labelOf(snapshot, String(path[0]))} ${message}</li>\n`)}</ul></div>`,
      html`<p><a href="${REVIEWS_PATH}">Show all reviews</a></p>`,
    ),
  }
}

const frame = ({ business }: Snapshot) => ({
  path: REVIEWS_PATH,
  title: `All reviews of ${business.name}`,
  description: `Every ${business.fictional ? 'demo' : 'verified'} review of ${business.name}, to be searched, filtered and sorted.`,
  head: renderScript('live-search'),
})

/** Only the parameters present in the address. */
function filtersInAddress({ page, sort, ...filters }: ListArgs): Record<string, string> {
  const all = {
    ...filters,
    sort: sort === 'newest' ? undefined : sort,
    page: page === 1 ? undefined : page,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

function describeCount(
  { reviewCount: total }: Snapshot,
  matched: number,
  { page, since, until }: ListArgs,
): string {
  if (since && until && since > until) return '“From” is later than “To”, so no review can match.'
  const what =
    matched === total ? count(matched, 'review') : `${figure(matched)} of ${count(total, 'review')}`
  const pages = Math.ceil(matched / PAGE_SIZE)
  return pages > 1 && page <= pages ? `${what}, page ${figure(page)} of ${figure(pages)}` : what
}

function renderPaging(args: ListArgs, pages: number): Html | string {
  const { page } = args
  if (pages <= 1) return ''
  const link = (number: number, text: string, rel: string) =>
    html`<a class="button" rel="${rel}" href="${reviewsPath(filtersInAddress({ ...args, page: number }))}">${text}</a>`
  return html`<nav class="paging" aria-label="Pages of reviews">
${page > 1 ? link(page - 1, 'Previous', 'prev') : ''}
<span>Page ${figure(page)} of ${figure(pages)}</span>
${page < pages ? link(page + 1, 'Next', 'next') : ''}
</nav>`
}
