/** The rating at a glance, and what a skeptic asks next. */
import { html } from 'hono/html'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { TrustSummary } from '../../publish/context/trust-summary.ts'
import { REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import { count, figure, formatDate, reviewsInWords, sourceName } from '../base/display-format.ts'
import { joinWithCommas } from '../base/join-list.ts'
import type { Html } from '../base/page-context.ts'
import { hasFewReviews } from '../base/review-state.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { renderStars } from '../base/stars.ts'
import { renderDistribution } from './bars.ts'
import { renderInsightsNote } from './insights-note.ts'

export function renderRating(context: RenderContext): Html {
  const { aggregateRating, business, insights } = context
  const { rating_value, distribution } = aggregateRating
  if (rating_value === null) return html`<div class="rating card">${renderInsightsNote(context)}</div>`
  const latest = insights.date_range.latest!
  return html`<div class="rating card">
<p class="${hasFewReviews(context) ? 'few' : 'score'}"><strong data-markdown="skip">${rating_value.toFixed(1)}</strong> ${renderStars(rating_value)}</p>
<p><a href="${REVIEWS_PATH}">${reviewsInWords(aggregateRating, business)}</a>, most recent <time datetime="${latest}">${formatDate(latest)}</time></p>
${renderDistribution(distribution, rating => reviewsPath({ rating }))}
${renderTrustSummary(context)}
</div>`
}

/** What a skeptic asks next. */
function renderTrustSummary({ trustSummary, aggregateRating, history }: RenderContext): Html {
  const { lastYear, critical } = trustSummary
  const sources = Object.entries(aggregateRating.by_source).sort(
    ([, a], [, b]) => b.review_count - a.review_count,
  )
  const withheld = history.ever_published - history.shown
  return html`<ul class="standing">
${lastYear ? html`<li>Last 12 months: <strong>${lastYear.average_rating.toFixed(1)}</strong> from <a href="${reviewsPath({ since: lastYear.since })}">${count(lastYear.review_count, 'review')}</a></li>\n` : ''}${
  sources.length > 1
    ? html`<li>By source: ${joinWithCommas(sources.map(([source, { rating_value, review_count }]) => html`<a href="${reviewsPath({ source })}">${sourceName(source)} ${rating_value.toFixed(1)} (${figure(review_count)})</a>`))}</li>\n`
    : ''
}${renderReplies(critical)}<li>${withheld === 0 ? 'No reviews have been removed' : html`<a href="/policy#fates">${count(withheld, 'review')} removed (see why)</a>`}. <a href="/policy#check">Verify this</a></li>
</ul>`
}

function renderReplies({ count: low, answered }: TrustSummary['critical']): Html | string {
  if (low === 0) return ''
  const replied =
    answered === 0
      ? 'none'
      : html`<a href="${reviewsPath({ max_rating: 2, has_reply: true })}">${figure(answered)}</a>`
  return html`<li>The business replied to ${replied} of <a href="${reviewsPath({ max_rating: 2 })}">${count(low, 'review')} with 1 or 2 stars</a></li>\n`
}
