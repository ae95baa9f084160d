/** The page at /highlights: the summary, what customers ask, common opinions, and further answers. Nothing is said twice. Summary and answers are also documents of their own, at /summary.md and /faq.md. */
import { inSentence, type Locale, localeOf, shorten } from '../../locale/locale.ts'
import type { Insights, Sentiment } from '../../model/insights.ts'
import { MARKDOWN } from '../../publish/base/public-paths.ts'
import type { SubjectQuote } from '../../publish/context/quotes.ts'
import { citePullQuote, QUOTE_SIDES, withoutLonePraise } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { mentionedOf, type Subject, type SubjectKind } from '../../publish/context/subjects.ts'
import type { Document } from '../../publish/documents/document.ts'
import { type Html, html, linkBelow, sayHtml } from '../base/markup.ts'
import { ENOUGH_FOR_PERCENTAGES } from '../base/review-state.ts'
import * as paths from '../base/site-paths.ts'
import { renderMarkdown } from '../markdown/to-markdown.ts'
import { renderDistribution } from '../parts/bars.ts'
import { trendInWords } from '../parts/chart.ts'
import {
  explainNoInsights,
  renderBothSides,
  renderLabeledQuote,
  renderLinked,
  renderMethod,
  renderReplies,
  renderSources,
  renderSummary,
} from '../parts/citations.ts'
import { renderTable } from '../parts/html-table.ts'
import * as figures from '../parts/opinion-figures.ts'
import type { Page } from '../parts/page-frame.ts'

const DESCRIPTION_LENGTH = 200

export function highlightsPage(context: RenderContext): Page {
  const { business, insights } = context
  const locale = localeOf(context.locale)
  const { heading, description, noReviews } = locale.words.highlights
  const title = locale.say(heading, { business: business.name })
  const count = insights.review_count
  const about = locale.say(count === 0 ? noReviews : description, {
    business: business.name,
    count,
  })
  return {
    path: paths.HIGHLIGHTS_PATH,
    title,
    description: insights.summary
      ? shorten(insights.summary.replace('\n\n', ' '), DESCRIPTION_LENGTH)
      : about,
    content: html`<h1>${title}</h1>
${count === 0 ? html`<p>${explainNoInsights(context)}</p>` : renderFindings(context, locale)}`,
  }
}

function renderFindings(context: RenderContext, locale: Locale): Html {
  const mentioned = figures.askedAspects(context, context.questions)
  const isAsked = ({ aspect }: Asked) => figures.hasBar(aspect.insight!)
  const asked = mentioned.filter(isAsked)
  const rare = mentioned.filter(one => !isAsked(one)).map(({ aspect }) => aspect)
  const quoted: SubjectQuote[] = []
  const { rarelyMentioned, opinions, questions } = locale.words.highlights
  const answered = html`<section aria-labelledby="questions"><h2 id="questions">${questions}</h2>
<div class="asked">
${asked.map(one => renderQuestion(context, locale, one, quoted))}</div></section>`
  return html`${renderSummary(context) ?? ''}
${asked.length === 0 ? renderStarsAndNames(context, locale) : answered}
${renderChips(locale, 'rare', rarelyMentioned, rare)}
${renderChips(locale, 'opinions', opinions, mentionedOf(context, ['topics']))}
${renderAnswers(context, locale, ownAnswers(context.insights.faq, locale, asked, quoted))}
${renderMethod(context, locale)}`
}

type Answer = Insights['faq'][number]
type Asked = figures.AskedAspect

/** Those that no question above has answered, without what is quoted there. */
function ownAnswers(
  faq: Answer[],
  locale: Locale,
  asked: Asked[],
  quoted: SubjectQuote[],
): Answer[] {
  const questions = new Set(asked.map(({ question }) => question))
  return faq
    .filter(({ question }) => !questions.has(question))
    .map(({ answer, ...entry }) => ({ ...entry, answer: leaveOut(locale, answer, quoted) }))
}

/** Without the sentences that only introduce one of the quotes: `A satisfied customer writes: “On time.”` */
function leaveOut(
  { words: { insights }, say }: Locale,
  answer: string,
  quoted: SubjectQuote[],
): string {
  const { satisfied, dissatisfied, translatedQuote, quoteWithPeriod, quote } = insights
  const sentences = quoted
    .flatMap(({ text }) =>
      [translatedQuote, quoteWithPeriod, quote].map(form => say(form, { text })),
    )
    .flatMap(words =>
      [satisfied, dissatisfied].map(introduction => say(introduction, { quote: words })),
    )
  return sentences
    .reduce((rest, sentence) => rest.replace(sentence, ''), answer)
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

function renderQuestion(
  context: RenderContext,
  locale: Locale,
  asked: Asked,
  quoted: SubjectQuote[],
): Html {
  const { question, isAboutProblems, aspect } = asked
  const { id, label, insight } = aspect
  const { readAll, readAllAbout } = locale.words.highlights
  const count = insight!.mention_count
  const subject = inSentence(locale, label)
  const linkOf: figures.SentimentLink = sentiment => paths.mentionsPath(aspect, { sentiment })
  const replies = isAboutProblems ? renderReplies(locale, context) : ''
  return html`<section class="ask" aria-labelledby="about-${id}">
<h3 id="about-${id}"><a href="${paths.subjectPath(aspect)}">${question}</a></h3>
${figures.renderOpinionBar(insight!, linkOf)}
<p class="muted">${figures.describeOpinions(locale, insight!, { link: paths.mentionsPath(aspect) })}</p>
${figures.renderOpinionCounts(locale, insight!, linkOf)}
${replies && html`<p>${replies}</p>\n`}${renderBothSides(locale, aspect, takeQuotes(aspect, quoted))}<p><a href="${paths.mentionsPath(aspect)}" aria-label="${locale.say(readAllAbout, { count, subject })}">${locale.say(readAll, { count })}</a></p>
</section>
`
}

/** The best praise and the best complaint from reviews that are not quoted yet; a complaint may come from one that is, unless its words do. They count as quoted from now on. */
function takeQuotes({ quotes, insight }: Subject, quoted: SubjectQuote[]): SubjectQuote[] {
  const known = new Set(quoted.map(({ review }) => review.id))
  const said = new Set(quoted.map(({ text }) => text))
  const fresh = [
    ...quotes.filter(({ review }) => !known.has(review.id)),
    ...quotes.filter(({ side, text }) => side === 'negative' && !said.has(text)),
  ]
  const chosen = withoutLonePraise(
    QUOTE_SIDES.flatMap(wanted => fresh.find(({ side }) => side === wanted) ?? []),
    { positive: insight!.positive_count, negative: insight!.negative_count },
  )
  quoted.push(...chosen)
  return chosen
}

/** Each chip leads to exactly the reviews that mention its subject. */
function renderChips(locale: Locale, id: string, heading: string, subjects: Subject[]): Html {
  if (subjects.length === 0) return html``
  const chips = subjects.map(subject => {
    const { label, insight } = subject
    const count = insight!.mention_count
    const name = locale.say(locale.words.highlights.chip, { label, count })
    return html`<li><a class="tag" href="${paths.mentionsPath(subject)}" aria-label="${name}"><bdi>${label}</bdi> <span class="number">${locale.number(count)}</span></a></li>\n`
  })
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
<ul class="tags">${chips}</ul></section>`
}

function renderAnswers(context: RenderContext, locale: Locale, answers: Answer[]): Html {
  if (answers.length === 0) return html``
  return html`<section aria-labelledby="more"><h2 id="more">${locale.words.highlights.moreQuestions}</h2>
${answers.map(
  ({ question, answer, links, review_ids }) => html`<div class="question">
<h3>${question}</h3>
<p>${renderLinked(answer, links)}</p>
${renderSources(context, review_ids)}
</div>
`,
)}</section>`
}

const NAMED: SubjectKind[] = ['technicians', 'services', 'service_areas']

/** Stars and names are shown where reviews say too little to answer questions. */
function renderStarsAndNames(context: RenderContext, locale: Locale): Html {
  const { rating_value, review_count, distribution } = context.aggregateRating
  const { tooFewToAnswer, averageOf, people } = locale.words.highlights
  const reviews = html`<a href="${paths.reviewsPath({})}">${locale.say(locale.words.common.reviews, { count: review_count })}</a>`
  return html`<p>${explainNoInsights(context) ?? tooFewToAnswer}</p>
${context.insights.summary ? '' : html`<p>${sayHtml(locale, averageOf, { rating: locale.rating(rating_value!), reviews }, review_count)}</p>`}
${renderDistribution(distribution, rating => paths.reviewsPath({ rating }), locale)}
${renderChips(locale, 'named', people, mentionedOf(context, NAMED))}`
}

export function summaryDocuments(context: RenderContext): Document[] {
  const locale = localeOf(context.locale)
  return [
    asMarkdown(context, paths.SUMMARY_PATH, renderWholeSummary(context, locale)),
    asMarkdown(context, paths.FAQ_PATH, renderFaq(context, locale)),
  ]
}

const asMarkdown = (context: RenderContext, path: string, content: Html): Document => ({
  path: paths.markdownPath(path),
  contentType: MARKDOWN,
  body: renderMarkdown(
    context,
    paths.HIGHLIGHTS_PATH,
    linkBelow(context.baseUrl, `<main>${content}</main>`),
  ),
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
    html`<a href="${paths.reviewsPath({ sentiment })}">${locale.percent(insights.overall_sentiment[`${sentiment}_pct`])}</a>`
  const values = {
    positive: share('positive'),
    mixed: share('neutral'),
    negative: share('negative'),
  }
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
      html`<a href="${paths.mentionsPath(subject, { sentiment })}">${locale.number(count)}</a>`
    return [
      html`<a href="${paths.subjectPath(subject)}">${subject.label}</a>`,
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
