/** What pages say about the insights: why there are none, what the owner can do about it, and how they were made. */
import type { Message } from '../../locale/catalogs.ts'
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { isLocal, whyNoInsights } from '../base/review-state.ts'

/** Why reviews are not summed up, as a sentence; null where enough of them could be read. */
export function explainNoInsights(context: RenderContext): string | null {
  const why = whyNoInsights(context)
  const { words, say } = localeOf(context.locale)
  return why && say(words.subjects.noInsights[why], { count: context.aggregateRating.review_count })
}

/** Nothing while the texts are analyzed: the frame of every page says so. */
export function renderInsightsNote(context: RenderContext): Html {
  const why = whyNoInsights(context)
  const sentence = why && why !== 'reading' ? html`<p class="muted">${explainNoInsights(context)}</p>` : ''
  return html`${sentence}${isLocal(context) ? renderNextStep(context) : ''}`
}

/** On localhost only the owner reads this. */
function renderNextStep(context: RenderContext): Html {
  const locale = localeOf(context.locale)
  const { nextImport, nextRoster } = locale.words.home
  const { technicians, services, fictional } = context.business
  if (context.aggregateRating.review_count === 0)
    return html`<p class="caution">${sayHtml(locale, nextImport, { command: html`<code>npx firsthand import reviews.csv</code>` })}</p>`
  if (technicians.length + services.length > 0 || fictional) return html``
  return html`<p class="caution">${sayHtml(locale, nextRoster, { file: html`<code>business.json</code>` })}</p>`
}

/** How the summary and the answers were made, and what the program could not read. */
export function renderMethod({ insights }: RenderContext, locale: Locale): Html {
  const { howMade, generated, ratingsOnly, unknownLanguages, corrections, asData } = locale.words.highlights
  const { coverage, review_count: count } = insights
  const details: [message: Message, count: number][] = [
    [ratingsOnly, coverage.without_text],
    [unknownLanguages, coverage.unknown_language],
    [corrections, coverage.corrections],
  ]
  const known = [[generated, count] as const, ...details.filter(([, number]) => number > 0)]
  const sentences = known.map(([message, number]) => locale.say(message, { count: number }))
  return html`<h2>${howMade}</h2>
<p>${sentences.join(' ')} <a href="/insights.json">${asData}</a></p>`
}
