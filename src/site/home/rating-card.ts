/** The rating at a glance: the average, how many reviews, the newest, and how the stars are distributed. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { knownPart } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { ENOUGH_FOR_PERCENTAGES, hasFewReviews } from '../base/review-state.ts'
import { sayHtml } from '../base/say-html.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { renderStars } from '../base/stars.ts'
import { renderDistribution, renderShortDistribution } from '../parts/bars.ts'
import { renderInsightsNote } from '../parts/insights-note.ts'

export function renderRating(context: RenderContext): Html {
  const { aggregateRating, newest } = context
  const { rating_value, review_count, distribution } = aggregateRating
  const locale = localeOf(context.locale)
  const { newest: newestMessage, allStars } = locale.words.home
  const latest = newest[0]
  if (rating_value === null || !latest) return renderInsightsNote(context)
  const date = html`<time datetime="${knownPart(latest.date, latest.date_precision)}">${locale.knownDate(latest.date, latest.date_precision)}</time>`
  const line =
    review_count < ENOUGH_FOR_PERCENTAGES
      ? allStars
      : html`${renderShortDistribution(distribution, locale)}<span class="hidden">. ${allStars}</span>`
  return html`<p class="${hasFewReviews(context) ? 'few' : 'score'}"><strong data-markdown="skip">${locale.rating(rating_value)}</strong> ${renderStars(rating_value, locale)} <span><a href="${REVIEWS_PATH}">${locale.say(locale.words.common.reviews, { count: review_count })}</a> <span class="muted">${sayHtml(locale, newestMessage, { date })}</span></span></p>
<details class="stars-given"><summary data-markdown="skip">${line}</summary>
${renderDistribution(distribution, rating => reviewsPath({ rating }), locale)}</details>`
}
