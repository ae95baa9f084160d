/** A sentence from a review, labeled as praise or complaint. */
import { html } from 'hono/html'
import type { Locale } from '../../locale/locale.ts'
import type { SubjectQuote } from '../../publish/context/quotes.ts'
import { knownPart } from '../base/display-format.ts'
import { langOf } from '../base/lang.ts'
import type { Html } from '../base/page-context.ts'
import { sayHtml } from '../base/say-html.ts'
import { reviewPath } from '../base/site-paths.ts'

export function renderLabeledQuote(locale: Locale, { review, text, side }: SubjectQuote): Html {
  const { highlights, subjects } = locale.words
  const { author, id, rating, language, date, date_precision } = review
  const [look, label] = side === 'positive' ? ['good', highlights.praise] : ['bad', highlights.complaint]
  const source = sayHtml(locale, subjects.quoteSource, {
    author: html`<a href="${reviewPath(id)}"><bdi>${author}</bdi></a>`,
    rating,
    date: html`<time datetime="${knownPart(date, date_precision)}">${locale.knownDate(date, date_precision)}</time>`,
  })
  return html`<figure class="quote"><span class="key ${look}">${label}</span><blockquote><p dir="auto"${langOf(language)}>${text}</p></blockquote><figcaption>${source}</figcaption></figure>`
}
