/** What pages say about the insights: why there are none, what the owner can do about it, and how they were made. */
import { type Locale, localeOf, type Message } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { languageName } from '../base/display-format.ts'
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
    return html`<p class="caution">${sayHtml(locale, nextImport, { command: html`<code>npx --no-install firsthand import reviews.csv</code>` })}</p>`
  if (technicians.length + services.length > 0 || fictional) return html``
  return html`<p class="caution">${sayHtml(locale, nextRoster, { file: html`<code>business.json</code>` })}</p>`
}

/** How the summary and the answers were made, and what the program could not read. */
export function renderMethod({ insights }: RenderContext, locale: Locale): Html {
  const { howMade, generated, mistakes, ratingsOnly, unknownLanguages, inTranslation, corrections, asData } =
    locale.words.highlights
  const { coverage, languages, review_count: count } = insights
  const readAs = (read: LanguageCount['read']) => languages.filter(one => one.read === read)
  const sayCount = (message: Message, number: number) =>
    number > 0 ? [locale.say(message, { count: number })] : []
  const sentences = [
    locale.say(generated, { count }),
    ...(coverage.read > 0 ? [mistakes] : []),
    ...sayCount(ratingsOnly, coverage.without_text),
    ...sayLanguages(locale, inTranslation, readAs('translation')),
    ...sayLanguages(locale, unknownLanguages, readAs('no')),
    ...sayCount(corrections, coverage.corrections),
  ]
  return html`<h2>${howMade}</h2>
<p>${sentences.join(' ')} <a href="/insights.json">${asData}</a></p>`
}

type LanguageCount = RenderContext['insights']['languages'][number]

/** The others are summed up. */
const MOST_LANGUAGES = 6

/** How many reviews there are, and in which languages: `Hungarian (8), Polish (3)`. */
function sayLanguages(locale: Locale, message: Message, counts: LanguageCount[]): string[] {
  const total = sumOf(counts)
  if (total === 0) return []
  const { unknownLanguage, otherLanguages, languageWithCount } = locale.words.highlights
  const nameOf = ({ language }: LanguageCount) =>
    language === null ? unknownLanguage : languageName(locale, language)
  const withCount = (language: string, count: number) => locale.say(languageWithCount, { language, count })
  const rest = sumOf(counts.slice(MOST_LANGUAGES))
  const named =
    counts.length === 1
      ? [nameOf(counts[0]!)]
      : counts.slice(0, MOST_LANGUAGES).map(one => withCount(nameOf(one), one.review_count))
  const languages = [...named, ...(rest > 0 ? [withCount(otherLanguages, rest)] : [])].join(', ')
  return [locale.say(message, { count: total, languages })]
}

const sumOf = (counts: LanguageCount[]) => counts.reduce((sum, { review_count }) => sum + review_count, 0)
