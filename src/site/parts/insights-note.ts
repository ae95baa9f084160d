/** Says why reviews are not summed up and, to the owner alone, what to do about it. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Html } from '../base/page-context.ts'
import { isLocal, whyNoInsights } from '../base/review-state.ts'
import { sayHtml } from '../base/say-html.ts'

/** A sentence; null where enough reviews could be read. */
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
