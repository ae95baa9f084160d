/** The pages at /summary and /faq: each statement with the reviews behind it. */
import { html } from 'hono/html'
import type { Sentiment } from '../../model/insights.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Subject } from '../../publish/context/subjects.ts'
import { count, figure, percent, shorten } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { mentionsPath, reviewsPath, subjectPath } from '../base/site-paths.ts'
import { ENOUGH_TO_SHARE } from '../parts/bars.ts'
import { renderSources, renderSummary } from '../parts/citations.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderPullQuote } from '../parts/review-card.ts'
import { trendInWords } from '../parts/trend-sentence.ts'

export function summaryPage(context: RenderContext): Page {
  const { business, insights } = context
  const summary = renderSummary(context)
  return {
    path: '/summary',
    title: `What reviews say of ${business.name}`,
    description: insights.summary
      ? shorten(insights.summary, 200)
      : `There are too few reviews of ${business.name} to sum up.`,
    content: html`<h1>What reviews say of ${business.name}</h1>
${summary ?? html`<p>There are too few reviews to sum up.</p>`}
${insights.pull_quote ? html`<div class="pull">${renderPullQuote(context, insights.pull_quote)}</div>` : ''}
${insights.review_count === 0 ? '' : renderNumbers(context)}
<h2>How this was made</h2>
<p>Written by a program (${insights.model}) from ${count(insights.review_count, 'review')}, without anybody choosing among them. Each sentence
links to reviews that it rests on. The program could read ${figure(insights.coverage.read)} of them;
${figure(insights.coverage.without_text)} have no words and ${figure(insights.coverage.unknown_language)} are in a language that it does not know:
those count with their stars. ${renderCorrections(insights.coverage.corrections)}<a href="/insights.json">All of it as data</a>.</p>`,
  }
}

/** Its trailing space belongs to the sentence. */
const renderCorrections = (corrections: number) =>
  corrections === 0
    ? ''
    : `The business marked ${count(corrections, 'mention')} as misread; the data lists ${corrections === 1 ? 'it' : 'them'}. `

function renderNumbers(context: RenderContext): Html {
  const { insights, subjects } = context
  const share = (sentiment: Sentiment) =>
    html`<a href="${reviewsPath({ sentiment })}">${percent(insights.overall_sentiment[`${sentiment}_pct`])}</a>`
  const aspects = subjects.filter(({ kind }) => kind === 'aspects')
  return html`<h2>In numbers</h2>
<p>${insights.review_count < ENOUGH_TO_SHARE ? '' : html`${share('positive')} of the reviews are positive, ${share('neutral')} mixed, ${share('negative')} negative. `}${trendInWords(context, context.locale)}</p>
${
  aspects.length === 0
    ? ''
    : html`<section class="scroll" aria-label="Aspects in numbers" tabindex="0"><table>
<thead><tr><th scope="col">Aspect</th><th scope="col">Mentions</th><th scope="col">Praise</th><th scope="col">Criticism</th></tr></thead>
<tbody>
${aspects.map(
  subject =>
    html`<tr><th scope="row"><a href="${subjectPath(subject)}">${subject.label}</a></th>${renderCell(subject, 'mention_count')}${renderCell(subject, 'positive_count', 'positive')}${renderCell(subject, 'negative_count', 'negative')}</tr>\n`,
)}</tbody>
</table></section>`
}`
}

type Counted = 'mention_count' | 'positive_count' | 'negative_count'

const renderCell = (subject: Subject, count: Counted, sentiment?: Sentiment): Html =>
  html`<td><a href="${mentionsPath(subject, { sentiment })}">${figure(subject.insight![count])}<span class="hidden"> ${subject.insight![count] === 1 ? 'review' : 'reviews'}</span></a></td>`

export function faqPage(context: RenderContext): Page {
  const { business, insights } = context
  return {
    path: '/faq',
    title: `Questions about ${business.name}, answered by reviews`,
    description: `${count(insights.faq.length, 'question')} about ${business.name} that its customers’ reviews answer.`,
    content: html`<h1>Questions that reviews answer</h1>
${insights.faq.length === 0 ? html`<p>There are too few reviews to answer questions from.</p>` : ''}
${insights.faq.map(
  ({ question, answer, review_ids }) => html`<section class="question">
<h2>${question}</h2>
<p>${answer}</p>
${renderSources(context, review_ids)}
</section>
`,
)}`,
  }
}
