/** Statements about the reviews and quotes from them, with links to the reviews behind them. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { SubjectQuote } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { TrustSummary } from '../../publish/context/trust-summary.ts'
import { langOf, renderDate } from '../base/display-format.ts'
import { type Html, html, listHtml, sayHtml } from '../base/markup.ts'
import { reviewPath, reviewsPath } from '../base/site-paths.ts'

const MOST_NAMED = 3

/** `Based on reviews by A, B, and others`, each name a link. */
function renderBasis(context: RenderContext, ids: string[], locale: Locale): Html | string {
  if (ids.length === 0) return ''
  const { basedOn, others } = locale.words.home
  const named = ids.length > MOST_NAMED ? ids.slice(0, MOST_NAMED - 1) : ids
  const authors = named.map(id => {
    const { author } = context.cited.get(id)!.review
    return html`<a href="${reviewPath(id)}" title="${describeReview(context, id, locale)}"><bdi>${author}</bdi></a>`
  })
  const list = listHtml(locale, named.length < ids.length ? [...authors, html`${others}`] : authors)
  return html`<span class="basis">${sayHtml(locale, basedOn, { authors: list }, ids.length)}</span>`
}

function describeReview({ cited }: RenderContext, id: string, { say, words, knownDate }: Locale): string {
  const { author, rating, date, date_precision } = cited.get(id)!.review
  const stars = say(words.common.ratingOfFive, { rating })
  return say(words.home.reviewInWords, { author, rating: stars, date: knownDate(date, date_precision) })
}

/** All the reviews behind an answer, collapsed. */
export function renderSources({ cited, locale: tag }: RenderContext, ids: string[]): Html {
  const locale = localeOf(tag)
  const { basedOn, source } = locale.words.highlights
  const items = ids.map(id => {
    const { author, rating, date, date_precision } = cited.get(id)!.review
    const link = html`<a href="${reviewPath(id)}"><bdi>${author}</bdi></a>`
    return html`<li>${sayHtml(locale, source, { author: link, rating, date: locale.knownDate(date, date_precision) })}</li>\n`
  })
  return html`<details class="sources"><summary>${locale.say(basedOn, { count: ids.length })}</summary><ul>
${items}</ul></details>`
}

/** How many of its critics the business replied to; nothing where there are none. */
export function renderReplies(
  locale: Locale,
  { critical: { count, answered } }: TrustSummary,
): Html | string {
  if (count === 0) return ''
  const { criticalReviews, replied, repliedToNone } = locale.words.home
  const critical = html`<a href="${reviewsPath({ max_rating: 2 })}">${locale.say(criticalReviews, { count })}</a>`
  if (answered === 0) return sayHtml(locale, repliedToNone, { critical })
  const link = html`<a href="${reviewsPath({ max_rating: 2, has_reply: true })}">${locale.number(answered)}</a>`
  return sayHtml(locale, replied, { replied: link, critical })
}

/** Its paragraphs, each with the reviews it is based on; null when there are too few reviews to summarize. */
export function renderSummary(context: RenderContext): Html | null {
  const { summary, summary_claims: claims } = context.insights
  if (summary === null) return null
  const locale = localeOf(context.locale)
  const paragraphs = summary.split('\n\n').map(paragraph => {
    const ids = claims.filter(({ text }) => paragraph.includes(text)).flatMap(one => one.review_ids)
    return html`<p>${paragraph} ${renderBasis(context, [...new Set(ids)], locale)}</p>\n`
  })
  return html`<div class="summary">
${paragraphs}</div>`
}

/** A sentence from a review, labeled as praise or complaint. */
export function renderLabeledQuote(
  locale: Locale,
  { review, text, side, isTranslation }: SubjectQuote,
): Html {
  const { highlights, subjects } = locale.words
  const { author, id, rating } = review
  const language = isTranslation ? review.translation!.language : review.language
  const mark = isTranslation ? html` <a href="${reviewPath(id)}">${subjects.translatedQuote}</a>` : ''
  const [look, label] = side === 'positive' ? ['good', highlights.praise] : ['bad', highlights.complaint]
  const source = sayHtml(locale, subjects.quoteSource, {
    author: html`<a href="${reviewPath(id)}"><bdi>${author}</bdi></a>`,
    rating,
    date: renderDate(locale, review),
  })
  return html`<figure class="quote"><span class="key ${look}">${label}</span><blockquote><p dir="auto"${langOf(language)}>${text}</p></blockquote><figcaption>${source}${mark}</figcaption></figure>`
}
