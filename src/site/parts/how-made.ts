/** How the summary and the answers were made, and what the program could not read. */
import { html } from 'hono/html'
import type { Locale } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Html } from '../base/page-context.ts'

export function renderHowMade({ insights }: RenderContext, locale: Locale): Html {
  const { howMade, generated, corrections, asData } = locale.words.highlights
  const { coverage, review_count: count } = insights
  const sentences = [
    locale.say(generated, { count }),
    ...describeUnread(coverage, locale),
    ...(coverage.corrections > 0 ? [locale.say(corrections, { count: coverage.corrections })] : []),
  ]
  return html`<h2>${howMade}</h2>
<p>${sentences.join(' ')} <a href="/insights.json">${asData}</a></p>`
}

function describeUnread(
  { without_text, unknown_language }: RenderContext['insights']['coverage'],
  { words: { highlights }, say }: Locale,
): string[] {
  return [
    ...(without_text > 0 ? [say(highlights.ratingsOnly, { count: without_text })] : []),
    ...(unknown_language > 0 ? [say(highlights.unknownLanguages, { count: unknown_language })] : []),
  ]
}
