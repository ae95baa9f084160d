/** The documents at /summary.md and /faq.md: each statement with the reviews behind it. People find both on /highlights. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { Sentiment } from '../../model/insights.ts'
import { MARKDOWN } from '../../publish/base/public-paths.ts'
import { citePullQuote } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Subject } from '../../publish/context/subjects.ts'
import type { Document } from '../../publish/documents/document.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { ENOUGH_FOR_PERCENTAGES } from '../base/review-state.ts'
import {
  FAQ_PATH,
  HIGHLIGHTS_PATH,
  markdownPath,
  mentionsPath,
  reviewsPath,
  SUMMARY_PATH,
  subjectPath,
} from '../base/site-paths.ts'
import { renderMarkdown } from '../markdown/to-markdown.ts'
import { trendInWords } from '../parts/chart.ts'
import { renderLabeledQuote, renderLinked, renderSources, renderSummary } from '../parts/citations.ts'
import { renderTable } from '../parts/html-table.ts'
import { explainNoInsights, renderMethod } from '../parts/insights-note.ts'

export function summaryDocuments(context: RenderContext): Document[] {
  const locale = localeOf(context.locale)
  return [
    asMarkdown(context, SUMMARY_PATH, renderWholeSummary(context, locale)),
    asMarkdown(context, FAQ_PATH, renderFaq(context, locale)),
  ]
}

const asMarkdown = (context: RenderContext, path: string, content: Html): Document => ({
  path: markdownPath(path),
  contentType: MARKDOWN,
  body: renderMarkdown(context, HIGHLIGHTS_PATH, `<main>${content}</main>`),
})

function renderWholeSummary(context: RenderContext, locale: Locale): Html {
  const { business, insights } = context
  const { heading, tooFewToSummarize } = locale.words.highlights
  const pullQuote = citePullQuote(context)
  return html`<h1>${locale.say(heading, { business: business.name })}</h1>
${renderSummary(context) ?? html`<p>${explainNoInsights(context) ?? tooFewToSummarize}</p>`}
${pullQuote ? renderLabeledQuote(locale, pullQuote) : ''}
${insights.review_count === 0 ? '' : renderNumbers(context, locale)}
${renderMethod(context, locale)}`
}

function renderNumbers(context: RenderContext, locale: Locale): Html {
  const { insights, subjects } = context
  const { inNumbers, shares } = locale.words.highlights
  const share = (sentiment: Sentiment) =>
    html`<a href="${reviewsPath({ sentiment })}">${locale.percent(insights.overall_sentiment[`${sentiment}_pct`])}</a>`
  const values = { positive: share('positive'), mixed: share('neutral'), negative: share('negative') }
  const aspects = subjects.filter(({ kind }) => kind === 'aspects')
  return html`<h2>${inNumbers}</h2>
<p>${insights.review_count < ENOUGH_FOR_PERCENTAGES ? '' : html`${sayHtml(locale, shares, values)} `}${trendInWords(context, locale)}</p>
${aspects.length === 0 ? '' : renderAspects(locale, aspects)}`
}

function renderAspects(locale: Locale, aspects: Subject[]): Html {
  const { aspect, reviews, praise, complaint } = locale.words.highlights
  const rows = aspects.map(subject => {
    const { mention_count, positive_count, negative_count } = subject.insight!
    const link = (count: number, sentiment?: Sentiment) =>
      html`<a href="${mentionsPath(subject, { sentiment })}">${locale.number(count)}</a>`
    return [
      html`<a href="${subjectPath(subject)}">${subject.label}</a>`,
      ...[link(mention_count), link(positive_count, 'positive'), link(negative_count, 'negative')],
    ]
  })
  return renderTable([aspect, reviews, praise, complaint], rows)
}

function renderFaq(context: RenderContext, locale: Locale): Html {
  const { faq } = context.insights
  const { questions, tooFewForQuestions } = locale.words.highlights
  const entries = faq.map(
    ({ question, answer, links, review_ids }) => html`<h2>${question}</h2>
<p>${renderLinked(answer, links)}</p>
${renderSources(context, review_ids)}
`,
  )
  return html`<h1>${questions}</h1>
${faq.length === 0 ? html`<p>${explainNoInsights(context) ?? tooFewForQuestions}</p>` : entries}`
}
