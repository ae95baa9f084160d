/** The page at /: whether to call this business, and whether to believe its reviews. Each section is left out where there is nothing to show. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { Review } from '../../model/review.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import {
  citePullQuote,
  type SubjectQuote,
  withoutLonePraise,
} from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { mentionedOf, type Subject } from '../../publish/context/subjects.ts'
import { kindLabel } from '../base/display-format.ts'
import { type Html, html } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import {
  FOLDERS,
  HIGHLIGHTS_PATH,
  mentionsPath,
  reviewsPath,
  subjectPath,
} from '../base/site-paths.ts'
import { renderChart, renderTrend } from '../parts/chart.ts'
import { renderInsightsNote, renderLabeledQuote, renderSummary } from '../parts/citations.ts'
import { renderContact } from '../parts/contact.ts'
import { businessLd, renderLd } from '../parts/linked-data.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderReview } from '../parts/review-card.ts'
import { renderFirstScreen, renderTrustFacts } from './first-screen.ts'

const NEWEST = 3

export function homePage(context: RenderContext): Page {
  const { business, newest, history } = context
  const reviews = newest.slice(0, NEWEST)
  const { words, say } = localeOf(context.locale)
  return {
    path: '/',
    title: say(words.home.title, { business: business.name }),
    description: describe(context),
    // Whether the business is open depends on the clock where it is.
    head: html`${business.hours.length > 0 && business.time_zone ? html`${renderScript('open-now')}\n` : ''}${renderLd(businessLd(context, reviews))}`,
    // In small-screen order: a page drawn while it is still arriving must not shift.
    content: html`<div class="home">
<div>
${renderFirstScreen(context)}
${newest.length === 0 ? '' : renderInsightsNote(context)}
${renderGlance(context)}
${renderNewest(context, reviews)}
${renderSaid(context)}
${renderRoster(context)}
${renderOverTime(context)}
</div>
<div class="rail">
${history.ever_published === 0 ? '' : renderTrustFacts(context)}
${renderContact(context)}
</div>
</div>`,
  }
}

function describe({ business, aggregateRating, locale: tag }: RenderContext): string {
  const { words, say, rating } = localeOf(tag)
  const { rating_value, review_count: count } = aggregateRating
  const { name } = business
  if (rating_value === null) return say(words.home.descriptionWithoutReviews, { business: name })
  return say(words.home.description, { rating: rating(rating_value), count, business: name })
}

function renderGlance(context: RenderContext): Html | string {
  const locale = localeOf(context.locale)
  const summary = renderSummary(context)
  const quotes = chooseQuotes(context).map(quote => renderLabeledQuote(locale, quote))
  if (!summary && quotes.length === 0) return ''
  const { glance, moreHighlights } = locale.words.home
  return html`<section aria-labelledby="glance"><h2 id="glance">${glance}</h2>
${summary ?? ''}
${quotes.length > 0 ? html`<div class="quotes">${quotes}</div>` : ''}
<p><a href="${HIGHLIGHTS_PATH}">${moreHighlights}</a></p></section>`
}

/** The best praise, and the best complaint about what is criticized most. */
function chooseQuotes(context: RenderContext): SubjectQuote[] {
  const { overall_sentiment } = context.insights
  const praise = citePullQuote(context)
  const complaint = context.subjects
    .filter(({ kind }) => kind === 'aspects')
    .toSorted((a, b) => b.insight!.negative_count - a.insight!.negative_count)
    .flatMap(({ quotes }) => quotes)
    .find(({ side, review }) => side === 'negative' && review.id !== praise?.review.id)
  return withoutLonePraise(
    [praise, complaint].filter(quote => quote != null),
    { positive: overall_sentiment.positive_pct, negative: overall_sentiment.negative_pct },
  )
}

function renderNewest(context: RenderContext, reviews: Review[]): Html | string {
  if (reviews.length === 0) return ''
  const locale = localeOf(context.locale)
  const { newestReviews, allReviews } = locale.words.home
  return html`<section aria-labelledby="newest"><h2 id="newest">${newestReviews}</h2>
<div class="reviews">
${reviews.map(review => renderReview(context, review, { isShort: true }))}</div>
<p><a class="button" href="${REVIEWS_PATH}">${locale.say(allReviews, { count: context.aggregateRating.review_count })}</a></p>
${renderSearch(locale)}</section>`
}

const renderSearch = ({ words: { home } }: Locale): Html =>
  html`<form class="search" role="search" aria-label="${home.search}" action="${REVIEWS_PATH}">
<label for="words">${home.search}</label>
<div><input type="search" id="words" name="words" maxlength="500" autocomplete="off"><button type="submit">${home.searchButton}</button></div>
</form>`

/** Each topic leads to its reviews. */
function renderSaid(context: RenderContext): Html | string {
  const topics = mentionedOf(context, ['topics'])
  if (topics.length === 0) return ''
  const locale = localeOf(context.locale)
  const tags = topics.map(
    topic =>
      html`<li><a class="tag" href="${mentionsPath(topic)}"><bdi>${topic.label}</bdi> ${renderMentions(locale, topic)}</a></li>\n`,
  )
  return html`<section aria-labelledby="said"><h2 id="said">${locale.words.home.said}</h2>
<ul class="tags">${tags}</ul></section>`
}

const ROSTER = ['technicians', 'services'] as const

/** The name leads to the page about it, the number to its reviews. */
function renderRoster(context: RenderContext): Html | string {
  const kinds = ROSTER.filter(kind => mentionedOf(context, [kind]).length > 0)
  if (kinds.length === 0) return ''
  const locale = localeOf(context.locale)
  const tagsOf = (kind: Subject['kind']) =>
    mentionedOf(context, [kind]).map(
      subject =>
        html`<li class="tag"><a href="${subjectPath(subject)}"><bdi>${subject.label}</bdi></a> <a href="${mentionsPath(subject)}">${renderMentions(locale, subject)}</a></li>\n`,
    )
  return html`<section aria-labelledby="roster"><h2 id="roster">${locale.words.home.roster}</h2>
${kinds.map(kind => html`<h3><a href="${FOLDERS[kind]}">${kindLabel(context, kind).many}</a></h3>\n<ul class="tags">${tagsOf(kind)}</ul>\n`)}</section>`
}

function renderMentions({ say, number, words }: Locale, { insight }: Subject): Html {
  const count = insight!.mention_count
  return html`<span class="number"><span aria-hidden="true">${number(count)}</span><span class="hidden">${say(words.common.reviews, { count })}</span></span>`
}

function renderOverTime(context: RenderContext): Html | string {
  if (context.overTime.months < 2) return ''
  const locale = localeOf(context.locale)
  return html`<section aria-labelledby="over-time"><h2 id="over-time">${locale.words.home.overTime}</h2>
${renderChart(context.overTime, reviewsPath, locale)}
${renderTrend(context, locale)}</section>`
}
