/** What a skeptic asks: recent ratings, ratings by site, replies to critics, and whether anything was removed. */
import { type Locale, localeOf, sourceName } from '../../locale/locale.ts'
import type { History } from '../../model/change.ts'
import type { AggregateRating } from '../../model/review.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { TrustSummary } from '../../publish/context/trust-summary.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { ENOUGH_REVIEWS } from '../base/review-state.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { describeSources, LIMITS_PATH, renderRemoved } from '../parts/trust-labels.ts'

const VERIFY_PATH = '/policy#check'

/** `None removed here since Nov 17, 2026. Verify this · What this cannot show` */
export function renderRemovals({ history, locale: tag }: RenderContext): Html {
  const locale = localeOf(tag)
  const { verify, limits } = locale.words.home
  return html`<p class="removals">${renderRemoved(locale, history)} <a href="${VERIFY_PATH}">${verify}</a> · <a href="${LIMITS_PATH}">${limits}</a></p>`
}

export function renderTrustFacts(context: RenderContext): Html {
  const { trustSummary, aggregateRating, locale: tag } = context
  const locale = localeOf(tag)
  const facts = [
    // A difference is on the first screen.
    differingYear(context) ? '' : renderLastYear(locale, trustSummary.lastYear),
    renderHistory(locale, context.history),
    ...describeSources(locale, context),
  ].filter(fact => fact !== '')
  return html`<section aria-labelledby="about"><h2 id="about">${locale.words.home.about}</h2>
${renderSources(locale, aggregateRating.by_source)}
<ul class="plain">
${facts.map(fact => html`<li>${fact}</li>\n`)}</ul></section>`
}

const reviewsLink = (locale: Locale, count: number, filters: Parameters<typeof reviewsPath>[0]): Html =>
  html`<a href="${reviewsPath(filters)}">${locale.say(locale.words.common.reviews, { count })}</a>`

/** Shown beside the average of all reviews where it differs by so many tenths of a star. */
const NOTICEABLE_TENTHS = 3

/** The last twelve months, if they differ from all reviews as people read both; null otherwise. */
export function differingYear({ trustSummary, aggregateRating }: RenderContext): TrustSummary['lastYear'] {
  const { lastYear } = trustSummary
  const tenths = (rating: number) => Math.round(10 * Number(rating.toFixed(1)))
  const isNoticeable =
    lastYear !== null &&
    lastYear.review_count >= ENOUGH_REVIEWS &&
    Math.abs(tenths(lastYear.average_rating) - tenths(aggregateRating.rating_value!)) >= NOTICEABLE_TENTHS
  return isNoticeable ? lastYear : null
}

function renderLastYear(locale: Locale, lastYear: TrustSummary['lastYear']): Html | string {
  if (!lastYear) return ''
  const { since, review_count, average_rating } = lastYear
  return sayHtml(locale, locale.words.home.lastYear, {
    rating: locale.rating(average_rating),
    reviews: reviewsLink(locale, review_count, { since }),
  })
}

/** The business chose whom to ask for the reviews it received itself, so they do not stand among those of other sites. */
function renderSources(locale: Locale, bySource: AggregateRating['by_source']): Html | string {
  const sources = Object.entries(bySource).sort(([, a], [, b]) => b.review_count - a.review_count)
  if (sources.length < 2) return ''
  const { bySource: caption, site, average, reviewsColumn, sent } = locale.words.home
  const others = sources.filter(([source]) => source !== 'direct')
  const rows = others.map(([source, { rating_value, review_count: count }]) => {
    const link = html`<a href="${reviewsPath({ source })}" aria-label="${locale.say(locale.words.common.reviews, { count })}">${locale.number(count)}</a>`
    return html`<tr><th scope="row">${sourceName(source)}</th><td>${locale.rating(rating_value)}</td><td>${link}</td></tr>\n`
  })
  const direct = bySource.direct && {
    sent: locale.words.common.sentToBusiness,
    rating: locale.rating(bySource.direct.rating_value),
    reviews: reviewsLink(locale, bySource.direct.review_count, { source: 'direct' }),
  }
  return html`<table class="sites"><caption>${caption}</caption>
<thead><tr><th scope="col">${site}</th><th scope="col">${average}</th><th scope="col">${reviewsColumn}</th></tr></thead>
<tbody>
${rows}</tbody></table>
${direct ? html`<p>${sayHtml(locale, sent, direct)}</p>` : ''}`
}

function renderHistory(locale: Locale, { ever_published, shown, log_began_at }: History): string {
  const { allShown, someShown } = locale.words.home
  const date = locale.date(log_began_at!)
  return shown === ever_published
    ? locale.say(allShown, { count: shown, date })
    : locale.say(someShown, { shown, count: ever_published, date })
}
