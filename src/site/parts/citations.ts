/** Statements about the reviews, with links to the reviews behind them. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { formatDate } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { sayHtml } from '../base/say-html.ts'
import { reviewPath } from '../base/site-paths.ts'

const SHOWN = 3

/** A sentence, followed by small links to some of the reviews behind it. */
function renderClaim({ cited }: RenderContext, text: string, ids: string[]): Html {
  const links = ids.slice(0, SHOWN).map((id, place) => {
    const { author, rating, date } = cited.get(id)!.review
    const words = `Review of ${author}, ${rating} of 5 stars, ${formatDate(date)}`
    return html`${place > 0 ? ' ' : ''}<a href="${reviewPath(id)}" title="${words}">${place + 1}<span class="hidden">: ${words}</span></a>`
  })
  return html`${text}${links.length > 0 ? html`<sup class="sources">${links}</sup>` : ''}`
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

/** The first few sentences, or all of them; null when there are too few reviews to summarize. */
export function renderSummary(context: RenderContext, most = Number.POSITIVE_INFINITY): Html | null {
  const claims = context.insights.summary_claims.slice(0, most)
  if (claims.length === 0) return null
  return html`<p class="summary">${claims.map(({ text, review_ids }) => html`${renderClaim(context, text, review_ids)} `)}</p>`
}
