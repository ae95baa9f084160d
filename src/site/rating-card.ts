/** The rating at one look, and what a sceptic asks next. */
import { html } from 'hono/html'
import { type Edition, REVIEWS_PATH } from '../publish/edition.ts'
import { renderDistribution } from './bars.ts'
import { count, figure, formatDate, reviewsInWords, sourceName } from './format.ts'
import type { Html } from './house.ts'
import { withCommas } from './list.ts'
import { reviewsPath } from './paths.ts'
import { renderStars } from './stars.ts'

export function renderRating(edition: Edition): Html {
  const { aggregateRating, business, insights } = edition
  const { rating_value, distribution } = aggregateRating
  if (rating_value === null) return html`<div class="rating card"><p>No reviews yet.</p></div>`
  const latest = insights.date_range.latest!
  return html`<div class="rating card">
<p class="score"><strong data-markdown="skip">${rating_value.toFixed(1)}</strong> ${renderStars(rating_value)}</p>
<p><a href="${REVIEWS_PATH}">${reviewsInWords(aggregateRating, business)}</a>, most recent <time datetime="${latest}">${formatDate(latest)}</time></p>
${renderDistribution(distribution, rating => reviewsPath({ rating }))}
${renderStanding(edition)}
</div>`
}

/** What a sceptic asks next. */
function renderStanding({ standing, aggregateRating, history }: Edition): Html {
  const { lastYear, critical } = standing
  const sources = Object.entries(aggregateRating.by_source).sort(
    ([, a], [, b]) => b.review_count - a.review_count,
  )
  const withheld = history.ever_published - history.shown
  return html`<ul class="standing">
${lastYear ? html`<li>Last 12 months: <strong>${lastYear.average_rating.toFixed(1)}</strong> from ${count(lastYear.review_count, 'review')}</li>\n` : ''}${
  sources.length > 1
    ? html`<li>By source: ${withCommas(sources.map(([source, { rating_value, review_count }]) => html`<a href="${reviewsPath({ source })}">${sourceName(source)} ${rating_value.toFixed(1)}</a> (${figure(review_count)})`))}</li>\n`
    : ''
}${critical.count > 0 ? html`<li>${figure(critical.answered)} of ${count(critical.count, 'review')} with 1 or 2 stars ${critical.answered === 1 ? 'has' : 'have'} a reply</li>\n` : ''}<li>${withheld === 0 ? 'No review was taken from view' : html`<a href="/policy#fates">${count(withheld, 'review')} taken from view, with reasons</a>`}. <a href="/policy#check">Check it</a></li>
</ul>`
}
