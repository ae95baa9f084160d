/** What a customer sees first on a phone: who this is, how good, how to reach them, and whether to believe it. */
import { type Locale, localeOf, sourceName } from '../../locale/locale.ts'
import { type Business, reviewSites } from '../../model/business.ts'
import type { History } from '../../model/change.ts'
import type { AggregateRating } from '../../model/review.ts'
import { REVIEW_US_PATH, REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Subject } from '../../publish/context/subjects.ts'
import type { TrustSummary } from '../../publish/context/trust-summary.ts'
import { linkCount, renderDate, renderStars } from '../base/display-format.ts'
import { type Html, html, joinHtml, type PageContext, sayHtml } from '../base/markup.ts'
import { ENOUGH_FOR_PERCENTAGES, ENOUGH_REVIEWS, hasFewReviews } from '../base/review-state.ts'
import { mentionsPath, reviewsPath } from '../base/site-paths.ts'
import { renderBar, renderDistribution, renderShortDistribution } from '../parts/bars.ts'
import { trendInWords } from '../parts/chart.ts'
import { renderInsightsNote, renderReplies } from '../parts/citations.ts'
import { directionsAddress, phoneAddress, renderOpenNow } from '../parts/contact.ts'
import { foldType, knownBusinessType } from '../parts/linked-data.ts'
import { askedAspects, hasBar } from '../parts/opinion-figures.ts'
import { describeSources, LIMITS_PATH, renderRemoved } from '../parts/trust-labels.ts'
import { renderLogo } from '../pictures/logo.ts'

export function renderFirstScreen(context: RenderContext): Html {
  const { history } = context
  return html`<div class="hero">
${renderNameAndPlace(context)}
${renderRating(context)}
${renderRecent(context)}
${renderContactButtons(context)}
${renderOpenNow(context)}
${renderChoiceFigures(context)}
${renderLikes(context)}
${history.ever_published === 0 ? '' : renderRemovals(context)}
</div>`
}

export function renderNameAndPlace({ business, locale, site }: PageContext): Html {
  const place = placeInWords(localeOf(locale), business)
  return html`<div>${renderLogo(site.logo)}<h1>${business.name}</h1>
${place ? html`<p class="lead">${place}</p>` : ''}</div>`
}

/** Heating and cooling · Larkfield, OH */
function placeInWords(locale: Locale, { category, address }: Business): string {
  const { locality, region } = address ?? { locality: null, region: null }
  const town =
    locality && region
      ? locale.say(locale.words.home.town, { locality, region })
      : (locality ?? region)
  return [tradeInWords(locale, category), town].filter(part => part).join(' · ')
}

/** A schema.org type in plain words, or the owner's own words. */
export function tradeInWords(locale: Locale, category: string | null): string | null {
  if (!category) return null
  const type = knownBusinessType(category)
  const known = new Map(Object.entries(locale.words.home.trades)).get(foldType(category))
  if (known || !type) return known ?? category
  // TravelAgency → Travel agency; the names of types are English.
  if (!locale.tag.startsWith('en')) return null
  const [first, ...rest] = type.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g)!
  return [first, ...rest.map(word => word.toLowerCase())].join(' ')
}

/** The average, how many reviews, the newest, and how the stars are distributed. */
function renderRating(context: RenderContext): Html {
  const { aggregateRating, newest } = context
  const { rating_value, review_count, distribution } = aggregateRating
  const locale = localeOf(context.locale)
  const { newest: newestMessage, allStars } = locale.words.home
  const latest = newest[0]
  if (rating_value === null || !latest) return renderInsightsNote(context)
  const line =
    review_count < ENOUGH_FOR_PERCENTAGES
      ? allStars
      : html`${renderShortDistribution(distribution, locale)}<span class="hidden">. ${allStars}</span>`
  return html`<p class="${hasFewReviews(context) ? 'few' : 'score'}"><strong data-markdown="skip">${locale.rating(rating_value)}</strong> ${renderStars(rating_value, locale)} <span><a href="${REVIEWS_PATH}">${locale.say(locale.words.common.reviews, { count: review_count })}</a> <span class="muted">${sayHtml(locale, newestMessage, { date: renderDate(locale, latest) })}</span></span></p>
<details class="stars-given"><summary data-markdown="skip">${line}</summary>
${renderDistribution(distribution, rating => reviewsPath({ rating }), locale)}</details>`
}

/** `4.8 overall · 3.7 in the 12 months to May 2026 (66)`, with the trend in words. */
function renderRecent(context: RenderContext): Html | string {
  const year = differingYear(context)
  if (!year) return ''
  const locale = localeOf(context.locale)
  const { overall, recently } = locale.words.home
  const { since, until, review_count, average_rating } = year
  const recent = linkCount(locale, review_count, { since })
  const month = locale.longMonth(until)
  return html`<p class="recent"><span>${sayHtml(locale, overall, { rating: html`<strong>${locale.rating(context.aggregateRating.rating_value!)}</strong>` })}</span> · <span>${sayHtml(locale, recently, { rating: html`<strong>${locale.rating(average_rating)}</strong>`, month, count: recent }, review_count)}</span> <span class="muted">${trendInWords(context, locale)}</span></p>`
}

/** Whether critics get a reply, what is praised and what is criticized: a line each, with the reviews one tap away. */
function renderLikes(context: RenderContext): Html | string {
  const locale = localeOf(context.locale)
  const lines = [
    listOpinions(locale, context, 'praised'),
    listOpinions(locale, context, 'criticized'),
    renderReplies(locale, context),
  ].filter(line => line !== '')
  return lines.length === 0
    ? ''
    : html`<ul class="likes">${lines.map(line => html`<li>${line}</li>\n`)}</ul>`
}

function listOpinions(locale: Locale, { opinions }: RenderContext, side: 'praised' | 'criticized') {
  const aspects = opinions[side]
  if (aspects.length === 0) return ''
  const sentiment = side === 'praised' ? 'positive' : 'negative'
  const links = aspects.map(
    ({ id, label, ...counts }) =>
      html`<a href="${mentionsPath({ kind: 'aspects', id }, { sentiment })}">${label} <span class="number">${locale.number(counts[`${sentiment}_count`])}</span></a>`,
  )
  return sayHtml(locale, locale.words.home[side], { aspects: joinHtml(links) })
}

/** The ways to reach the business: only those that the business file has. */
export function renderContactButtons({ business, locale: tag }: PageContext): Html | string {
  const { call, book, website, directions, writeReview, contactButtons } = localeOf(tag).words.home
  const buttons: [label: string, address: string | null][] = [
    [call, business.telephone && phoneAddress(business.telephone)],
    [book, business.booking_url],
    [website, business.url],
    [directions, directionsAddress(business)],
    [writeReview, whereToReview(business)],
  ]
  const known = buttons.filter(([, address]) => address)
  if (known.length === 0) return ''
  return html`<ul class="actions" aria-label="${contactButtons}">${known.map(([label, address]) => html`<li><a class="button" href="${address}">${label}</a></li>`)}</ul>`
}

/** A page that lists one site would be a detour. */
function whereToReview(business: Business): string | null {
  const [only, ...others] = reviewSites(business)
  return others.length > 0 ? REVIEW_US_PATH : (only?.url ?? business.review_url)
}

const MOST = 3
/** What customers ask later than these does not decide. */
const ASKED_FIRST = 7

/** The figures by which customers of this trade choose, as bars that lead to the reviews behind them. */
function renderChoiceFigures(context: RenderContext): Html | string {
  const locale = localeOf(context.locale)
  const rows = askedAspects(context, context.questions.slice(0, ASKED_FIRST))
    .filter(({ aspect }) => hasBar(aspect.insight!))
    .slice(0, MOST)
    .map(({ aspect }) => renderFigure(locale, aspect))
  if (rows.length === 0) return ''
  return html`<div class="figures-by"><p class="muted">${locale.words.home.figuresCaption}</p>
<ul>
${rows}</ul></div>`
}

/** A figure leads to all reviews that mention it: the pleased ones alone would not answer the question. */
function renderFigure(locale: Locale, subject: Subject): Html {
  const { mention_count: count, positive_count: positive } = subject.insight!
  const { hopes, positiveOf, positiveOfSpoken } = locale.words.home
  const label = new Map(Object.entries(hopes)).get(subject.id) ?? subject.label
  return html`<li><a href="${mentionsPath(subject)}"><span aria-hidden="true">${label}</span> ${renderBar([['share', (100 * positive) / count]])} <span class="number" aria-hidden="true">${locale.say(positiveOf, { positive, count })}</span><span class="hidden">${locale.say(positiveOfSpoken, { label, positive, count })}</span></a></li>\n`
}

/** What a skeptic asks: recent ratings, ratings by site, replies to critics, and whether anything was removed. */
const VERIFY_PATH = '/policy#check'

/** `All 278 reviews published here since Nov 17, 2026 are still here. Verify this · What this cannot show` */
function renderRemovals({ history, locale: tag }: RenderContext): Html {
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

const reviewsLink = (
  locale: Locale,
  count: number,
  filters: Parameters<typeof reviewsPath>[0],
): Html =>
  html`<a href="${reviewsPath(filters)}">${locale.say(locale.words.common.reviews, { count })}</a>`

/** Shown beside the average of all reviews where it differs by so many tenths of a star. */
const NOTICEABLE_TENTHS = 3

/** The last twelve months, if they differ from all reviews as people read both; null otherwise. */
function differingYear({ trustSummary, aggregateRating }: RenderContext): TrustSummary['lastYear'] {
  const { lastYear } = trustSummary
  const tenths = (rating: number) => Math.round(10 * Number(rating.toFixed(1)))
  const isNoticeable =
    lastYear !== null &&
    lastYear.review_count >= ENOUGH_REVIEWS &&
    Math.abs(tenths(lastYear.average_rating) - tenths(aggregateRating.rating_value!)) >=
      NOTICEABLE_TENTHS
  return isNoticeable ? lastYear : null
}

function renderLastYear(locale: Locale, lastYear: TrustSummary['lastYear']): Html | string {
  if (!lastYear) return ''
  const { since, until, review_count, average_rating } = lastYear
  return sayHtml(locale, locale.words.home.lastYear, {
    month: locale.longMonth(until),
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
    return html`<tr><th scope="row">${sourceName(locale, source)}</th><td>${locale.rating(rating_value)}</td><td>${link}</td></tr>\n`
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

function renderHistory(
  locale: Locale,
  { ever_published, shown: count, log_began_at }: History,
): Html {
  const { allShown, someShown } = locale.words.home
  const date = locale.date(log_began_at!)
  const shown = linkCount(locale, count)
  return count === ever_published
    ? sayHtml(locale, allShown, { count: shown, date }, count)
    : sayHtml(locale, someShown, { shown, count: ever_published, date })
}
