/** The page at /reviews: every review, to be searched, filtered, sorted and leafed through. All of its state is in the address. */
import { html } from 'hono/html'
import type { Issue } from '../model/error.ts'
import type { Review } from '../model/review.ts'
import type { ListArgs } from '../model/search.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { renderChips, renderFilters } from './filters.ts'
import { count, figure } from './format.ts'
import type { Html, Page } from './page.ts'
import { REVIEWS_PATH, reviewsPath } from './paths.ts'
import { renderReview } from './review.ts'
import { renderScript } from './scripts.ts'

const PAGE_SIZE = 20

export function reviewsPage(snapshot: Snapshot, args: ListArgs): Page {
  const { page, ...filters } = args
  const { matched, reviews } = snapshot.search({
    ...filters,
    limit: PAGE_SIZE,
    skip: (page - 1) * PAGE_SIZE,
  })!
  const { business, reviewCount } = snapshot
  const found = reviews.map(json => JSON.parse(Buffer.from(json).toString()) as Review)
  const asked = filtersInAddress(args)
  const isAll = reviewsPath(asked) === REVIEWS_PATH
  return {
    ...frame(snapshot),
    isView: !isAll,
    content: html`<h1>Reviews of ${business.name}</h1>
<div class="list">
${renderFilters(snapshot, asked)}
<div>
${renderChips(snapshot, asked)}
<p id="count" role="status">${describeCount(matched, reviewCount, page)}</p>
<div id="found" class="reviews">
${found.map(review => renderReview(snapshot, review, { level: 2, isShort: !filters.query, marks: { texts: filters.query ? [filters.query] : [], wholeWords: false } }))}
${found.length === 0 ? renderNothing(matched) : ''}
${renderPaging(args, Math.ceil(matched / PAGE_SIZE))}
</div>
</div>
</div>`,
  }
}

const renderNothing = (matched: number): Html =>
  html`<p>${matched === 0 ? 'No review matches all of that.' : 'There is nothing on this page any more.'} <a href="${REVIEWS_PATH}">Show all reviews</a></p>`

/** What was asked cannot be answered: the form stays as it was filled in, and says why. */
export function badReviewsPage(snapshot: Snapshot, values: Record<string, string>, issues: Issue[]): Page {
  const faulty = new Set(issues.map(({ path }) => path[0]))
  const good = Object.fromEntries(Object.entries(values).filter(([name]) => !faulty.has(name)))
  return {
    ...frame(snapshot),
    isView: true,
    content: html`<h1>Reviews of ${snapshot.business.name}</h1>
<div class="list">
${renderFilters(snapshot, good)}
<div>
<div id="count" role="status" class="caution"><p>This cannot be searched for:</p><ul>
${issues.map(({ path, message }) => html`<li>${path.join('.').replaceAll('_', ' ')} ${message}</li>\n`)}</ul></div>
<div id="found" class="reviews"><p><a href="${REVIEWS_PATH}">Show all reviews</a></p></div>
</div>
</div>`,
  }
}

const frame = ({ business }: Snapshot) => ({
  path: REVIEWS_PATH,
  title: `All reviews of ${business.name}`,
  description: `Every ${business.fictional ? 'demo' : 'verified'} review of ${business.name}, to be searched, filtered and sorted.`,
  head: renderScript('reviews'),
})

/** As it stands in the address: what is not asked for is not there. */
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

function describeCount(matched: number, total: number, page: number): string {
  const what =
    matched === total ? count(matched, 'review') : `${figure(matched)} of ${count(total, 'review')}`
  const pages = Math.ceil(matched / PAGE_SIZE)
  return pages > 1 ? `${what}, page ${figure(page)} of ${figure(pages)}` : what
}

function renderPaging(args: ListArgs, pages: number): Html | string {
  const { page } = args
  if (pages <= 1) return ''
  const link = (number: number, text: string, rel: string) =>
    html`<a class="button" rel="${rel}" href="${reviewsPath(filtersInAddress({ ...args, page: number }))}">${text}</a>`
  return html`<nav class="paging" aria-label="Pages of reviews">
${page > 1 ? link(Math.min(page - 1, pages), 'Previous', 'prev') : ''}
<span>Page ${figure(page)} of ${figure(pages)}</span>
${page < pages ? link(page + 1, 'Next', 'next') : ''}
</nav>`
}
