/** Statements about the reviews and quotes from them, with links to the reviews behind them; why there are none, and how they were made. */
import { type Locale, languageName, localeOf, type Message } from '../../locale/locale.ts'
import type { CountLink } from '../../model/insights.ts'
import type { ReviewFilter } from '../../model/search.ts'
import { QUOTE_SIDES, type QuoteSide, type SubjectQuote } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Subject } from '../../publish/context/subjects.ts'
import { langOf, linkCount, renderDate } from '../base/display-format.ts'
import { type Html, html, joinHtml, sayHtml } from '../base/markup.ts'
import { isLocal, whyNoInsights } from '../base/review-state.ts'
import { listOfSearch, mentionsPath, reviewPath, reviewsPath } from '../base/site-paths.ts'

/** A sentence whose words and numbers open the reviews they are about. */
export function renderLinked(text: string, links: CountLink[]): Html {
  let end = 0
  const parts = links.map(({ from, to, search_url }) => {
    const before = text.slice(end, from)
    end = to
    return html`${before}<a href="${listOfSearch(search_url)}">${text.slice(from, to)}</a>`
  })
  return html`${parts}${text.slice(end)}`
}

/** Some of the reviews behind a statement, collapsed. */
export function renderSources({ cited, locale: tag }: RenderContext, ids: string[]): Html {
  const locale = localeOf(tag)
  const { someOfThese, source } = locale.words.highlights
  const items = ids.map(id => {
    const { author, rating, date, date_precision } = cited.get(id)!.review
    const link = html`<a href="${reviewPath(id)}"><bdi>${author}</bdi></a>`
    return html`<li>${sayHtml(locale, source, { author: link, rating, date: locale.knownDate(date, date_precision) })}</li>\n`
  })
  return html`<details class="sources"><summary>${locale.say(someOfThese, { count: ids.length })}</summary><ul>
${items}</ul></details>`
}

/** How many of its critics the business replied to; nothing where there are none. */
export function renderReplies(locale: Locale, { trustSummary }: RenderContext): Html | string {
  const { count, answered } = trustSummary.critical
  if (count === 0) return ''
  const { criticalReviews, replied, repliedToNone } = locale.words.home
  const critical = html`<a href="${reviewsPath({ critical: true })}">${locale.say(criticalReviews, { count })}</a>`
  if (answered === 0) return sayHtml(locale, repliedToNone, { critical }, count)
  const link = html`<a href="${reviewsPath({ critical: true, has_reply: true })}">${locale.number(answered)}</a>`
  return sayHtml(locale, replied, { replied: link, critical })
}

/** Its paragraphs, with links in the sentences; a language model does not say what its numbers count, so its paragraphs list reviews. null when there are too few reviews to summarize. */
export function renderSummary(context: RenderContext): Html | null {
  const { summary, summary_claims: claims } = context.insights
  if (summary === null) return null
  const isLinked = claims.some(({ links }) => links.length > 0)
  const paragraphs = summary.split('\n\n').map(paragraph => {
    const own = claims.filter(({ text }) => paragraph.includes(text))
    const sentences = own.map(({ text, links }) => renderLinked(text, links))
    const ids = new Set(own.flatMap(one => one.review_ids))
    return html`<p>${joinHtml(sentences, ' ')}</p>\n${isLinked ? '' : renderSources(context, [...ids])}`
  })
  return html`<div class="summary">
${paragraphs}</div>`
}

/** Quotes from both sides. Where none of a side can stand alone, a link to its reviews: neither praise nor criticism stays unseen. */
export const renderBothSides = (locale: Locale, subject: Subject, quotes: SubjectQuote[]): Html[] =>
  QUOTE_SIDES.flatMap(side => {
    const own = quotes.filter(quote => quote.side === side)
    if (own.length > 0) return own.map(quote => html`${renderLabeledQuote(locale, quote)}\n`)
    const count = subject.insight![`${side}_count`]
    const words = locale.say(locale.words.highlights.readSide[side], { count })
    const link = html`<a href="${mentionsPath(subject, { sentiment: side })}">${words}</a>`
    return count === 0
      ? []
      : html`<div class="quote">${renderLabel(locale, side)}<div>${link}</div></div>\n`
  })

function renderLabel({ words: { highlights } }: Locale, side: QuoteSide): Html {
  const [look, label] =
    side === 'positive' ? ['good', highlights.praise] : ['bad', highlights.complaint]
  return html`<span class="key ${look}">${label}</span>`
}

/** A sentence from a review, labeled as praise or complaint. */
export function renderLabeledQuote(locale: Locale, quote: SubjectQuote): Html {
  const { review, text, side, isTranslation } = quote
  const { subjects } = locale.words
  const { author, id, rating } = review
  const language = isTranslation ? review.translation!.language : review.language
  const mark = isTranslation
    ? html` <a href="${reviewPath(id)}">${subjects.translatedQuote}</a>`
    : ''
  const source = sayHtml(locale, subjects.quoteSource, {
    author: html`<a href="${reviewPath(id)}"><bdi>${author}</bdi></a>`,
    rating,
    date: renderDate(locale, review),
  })
  return html`<figure class="quote">${renderLabel(locale, side)}<blockquote><p dir="auto"${langOf(language)}>${text}</p></blockquote><figcaption>${source}${mark}</figcaption></figure>`
}

/** Why reviews are not summed up, as a sentence; null where enough of them could be read. */
export function explainNoInsights(context: RenderContext): string | null {
  const why = whyNoInsights(context)
  const { words, say } = localeOf(context.locale)
  return why && say(words.subjects.noInsights[why], { count: context.aggregateRating.review_count })
}

/** Nothing while the texts are analyzed: the frame of every page says so. */
export function renderInsightsNote(context: RenderContext): Html {
  const why = whyNoInsights(context)
  const sentence =
    why && why !== 'reading' ? html`<p class="muted">${explainNoInsights(context)}</p>` : ''
  return html`${sentence}${isLocal(context) ? renderNextStep(context) : ''}`
}

/** On localhost only the owner reads this. */
function renderNextStep(context: RenderContext): Html {
  const locale = localeOf(context.locale)
  const { nextImport, nextRoster } = locale.words.home
  const { technicians, services, fictional } = context.business
  if (context.aggregateRating.review_count === 0)
    return html`<p class="caution">${sayHtml(locale, nextImport, { command: html`<code>npx --no-install firsthand import reviews.csv</code>` })}</p>`
  if (technicians.length + services.length > 0 || fictional) return html``
  return html`<p class="caution">${sayHtml(locale, nextRoster, { file: html`<code>business.json</code>` })}</p>`
}

/** How the summary and the answers were made, and what the program could not read. */
export function renderMethod({ insights }: RenderContext, locale: Locale): Html {
  const {
    howMade,
    generated,
    mistakes,
    ratingsOnly,
    unknownLanguages,
    inTranslation,
    corrections,
    asData,
  } = locale.words.highlights
  const { coverage, languages, review_count } = insights
  const sayCount = (message: Message, count: number, filters: ReviewFilter) =>
    count > 0 ? [sayHtml(locale, message, { count: linkCount(locale, count, filters) }, count)] : []
  const sayLanguages = (message: Message, read: LanguageCount['read']) => {
    const counts = languages.filter(one => one.read === read)
    const count = counts.reduce((sum, one) => sum + one.review_count, 0)
    const values = {
      count: linkCount(locale, count, { read }),
      languages: listLanguages(locale, counts),
    }
    return count > 0 ? [sayHtml(locale, message, values, count)] : []
  }
  const sentences = [
    ...sayCount(generated, review_count, {}),
    ...sayCount(ratingsOnly, coverage.without_text, { read: 'no_text' }),
    ...sayLanguages(inTranslation, 'translation'),
    ...sayLanguages(unknownLanguages, 'no'),
    ...(coverage.read > 0 ? [mistakes] : []),
    ...(coverage.corrections > 0 ? [locale.say(corrections, { count: coverage.corrections })] : []),
  ]
  return html`<h2>${howMade}</h2>
<p>${joinHtml(sentences, ' ')} <a href="/insights.json">${asData}</a></p>`
}

type LanguageCount = RenderContext['insights']['languages'][number]

/** `Hungarian (8), Polish (3)`, each number linked to its reviews. */
function listLanguages(locale: Locale, counts: LanguageCount[]): Html {
  const { unknownLanguage, languageWithCount } = locale.words.highlights
  const items = counts.map(({ language: tag, review_count, search_url }) => {
    const language = tag === null ? unknownLanguage : languageName(locale, tag)
    const count = html`<a href="${listOfSearch(search_url)}">${locale.number(review_count)}</a>`
    return sayHtml(locale, languageWithCount, { language, count })
  })
  return joinHtml(items)
}
