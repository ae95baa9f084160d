/** The pages about technicians, services, areas and aspects: one for each, and one listing each kind of the roster. */
import { inSentence, type Locale, localeOf } from '../../locale/locale.ts'
import { PARAMETER_OF } from '../../model/filters.ts'
import type { Sentiment } from '../../model/insights.ts'
import { meanOfStars } from '../../publish/context/aggregate-rating.ts'
import type { SubjectQuote } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Subject } from '../../publish/context/subjects.ts'
import { kindLabel } from '../base/display-format.ts'
import { type Html, html, joinHtml, sayHtml } from '../base/markup.ts'
import { FOLDERS, HIGHLIGHTS_PATH, mentionsPath, subjectPath } from '../base/site-paths.ts'
import { renderDistribution } from '../parts/bars.ts'
import { renderChart, renderTrend } from '../parts/chart.ts'
import { renderBothSides } from '../parts/citations.ts'
import { renderTable } from '../parts/html-table.ts'
import * as figures from '../parts/opinion-figures.ts'
import { type Page, type PageAt, renderCrumbs } from '../parts/page-frame.ts'
import { renderReview } from '../parts/review-card.ts'

const QUOTES = 4
const REVIEWS = 5

const ROSTER = ['technicians', 'services', 'service_areas'] as const
type RosterKind = (typeof ROSTER)[number]

/** The aspects are listed by /highlights. */
export function subjectPages(context: RenderContext): PageAt[] {
  const locale = localeOf(context.locale)
  const of = (kind: Subject['kind']) => context.subjects.filter(subject => subject.kind === kind)
  const lists = ROSTER.filter(kind => of(kind).length > 0).map(
    (kind): PageAt => [FOLDERS[kind], () => listPage(context, locale, kind, of(kind))],
  )
  const named = ROSTER.flatMap(of).map(
    (one): PageAt => [subjectPath(one), () => namePage(context, locale, one)],
  )
  const aspects = of('aspects').map(
    (aspect): PageAt => [subjectPath(aspect), () => aspectPage(context, locale, aspect)],
  )
  return [...lists, ...named, ...aspects]
}

type Insight = NonNullable<Subject['insight']>

/** A page about a person, a service or an area. */
function namePage(context: RenderContext, locale: Locale, subject: Subject): Page {
  const { business } = context
  const { label: name, kind, role, insight } = subject
  const { titleOfName, noneMention } = locale.words.subjects
  return {
    path: subjectPath(subject),
    title: locale.say(titleOfName, { name, business: business.name }),
    crumb: name,
    description: describe(locale, subject, name, business.name),
    content: html`${renderCrumbs(context, [[FOLDERS[kind], kindLabel(context, kind).many]], name)}
<h1><bdi>${name}</bdi></h1>
${role ? html`<p class="lead"><bdi>${role}</bdi></p>\n` : ''}${insight ? renderFindings(context, locale, subject, insight) : html`<p>${sayHtml(locale, noneMention, { name: html`<bdi>${name}</bdi>` })}</p>`}`,
  }
}

/** The page behind a question. */
function aspectPage(context: RenderContext, locale: Locale, aspect: Subject): Page {
  const { business, questions } = context
  const { subjects, highlights } = locale.words
  const { question } = questions.find(({ id }) => id === aspect.id)!
  return {
    path: subjectPath(aspect),
    title: locale.say(subjects.titleOfAspect, { aspect: aspect.label, business: business.name }),
    crumb: aspect.label,
    description: describe(locale, aspect, inSentence(locale, aspect.label), business.name),
    content: html`${renderCrumbs(context, [[HIGHLIGHTS_PATH, highlights.name]], aspect.label)}
<h1>${question}</h1>
${renderFindings(context, locale, aspect, aspect.insight!)}`,
  }
}

function describe(locale: Locale, { insight }: Subject, name: string, business: string): string {
  const { noneMention, describe: many, describeFew } = locale.words.subjects
  if (!insight) return locale.say(noneMention, { name })
  const { mention_count: count } = insight
  const values = { count, name, business, share: figures.shareInWords(locale, insight) }
  return locale.say(figures.isTooFew(insight) ? describeFew : many, values)
}

function renderFindings(
  context: RenderContext,
  locale: Locale,
  subject: Subject,
  insight: Insight,
): Html {
  const { words } = locale
  const { overTime, newest, distribution } = subject
  const all = mentionsPath(subject)
  return html`<div class="figures">
<div>
${renderOpinions(locale, subject, insight)}${renderDates(locale, subject, insight)}</div>
${renderDistribution(distribution, rating => mentionsPath(subject, { rating }), locale)}
</div>
${renderPhrases(locale, subject, insight)}${renderMentionedWith(context, subject, insight)}${renderQuotes(locale, subject, insight)}${overTime.months > 1 ? html`<h2>${words.subjects.overTime}</h2>\n${renderChart(overTime, days => mentionsPath(subject, days), locale)}\n${renderTrend(subject, locale)}` : ''}
<h2 id="newest">${describeNewest(locale, subject)}</h2>
<div class="reviews">
${newest.slice(0, REVIEWS).map(id => renderReview(context, context.cited.get(id)!.review, { marks: { texts: subject.spellings }, isShort: true }))}</div>
<p><a class="button" href="${all}">${locale.say(words.subjects.readAll, { count: insight.mention_count })}</a></p>`
}

function renderOpinions(locale: Locale, subject: Subject, insight: Insight): Html {
  const linkOf = (sentiment: Sentiment) => mentionsPath(subject, { sentiment })
  const name = subject.kind === 'aspects' ? undefined : subject.label
  const look = figures.isTooFew(insight) ? html` class="caution"` : ''
  return html`<p${look}>${figures.describeOpinions(locale, insight, { name, link: mentionsPath(subject) })}</p>
${figures.renderOpinionBar(insight, linkOf)}
${figures.renderOpinionCounts(locale, insight, linkOf)}
`
}

function renderDates(locale: Locale, subject: Subject, insight: Insight): Html {
  if (!('average_rating' in insight)) return html``
  const { averageRating, ratingOfFive, firstMentioned, lastMentioned } = locale.words.subjects
  const rating = html`<a href="${mentionsPath(subject)}">${locale.rating(meanOfStars(subject.distribution))}</a>`
  return html`<dl class="facts">
<dt>${averageRating}</dt><dd>${sayHtml(locale, ratingOfFive, { rating })}</dd>
<dt>${firstMentioned}</dt><dd>${locale.date(insight.first_mentioned)}</dd>
<dt>${lastMentioned}</dt><dd>${locale.date(insight.last_mentioned)}</dd>
</dl>
`
}

function renderPhrases(locale: Locale, { kind }: Subject, { top_phrases }: Insight): Html {
  if (kind !== 'aspects' || top_phrases.length === 0) return html``
  const phrases = joinHtml(top_phrases.map(phrase => html`<q>${phrase}</q>`))
  return html`<p>${sayHtml(locale, locale.words.subjects.commonPhrases, { phrases })}</p>\n`
}

function renderQuotes(locale: Locale, subject: Subject, insight: Insight): Html {
  if (subject.quotes.length === 0) return html``
  return html`<h2>${locale.words.subjects.quotes}</h2>
<div class="quotes">${renderBothSides(locale, subject, inProportion(subject.quotes, insight))}</div>
`
}

/** As many of each side as opinions are, but at least one of either. */
function inProportion(quotes: SubjectQuote[], { positive_count, negative_count }: Insight) {
  const praise = quotes.filter(({ side }) => side === 'positive')
  const criticism = quotes.filter(({ side }) => side === 'negative')
  const share = Math.round((QUOTES * negative_count) / (positive_count + negative_count))
  const critical = Math.min(criticism.length, Math.max(1, Math.min(QUOTES - 1, share)))
  return [...praise.slice(0, QUOTES - critical), ...criticism.slice(0, critical)]
}

/** A review may mention a name without being about it. */
function describeNewest(locale: Locale, { kind, label }: Subject): Html {
  const { latestAbout, latestMentioning } = locale.words.subjects
  return kind === 'aspects'
    ? sayHtml(locale, latestAbout, { subject: inSentence(locale, label) })
    : sayHtml(locale, latestMentioning, { name: html`<bdi>${label}</bdi>` })
}

/** For a person, the services that the same reviews mention; for a service, the people. */
function renderMentionedWith(
  context: RenderContext,
  subject: Subject,
  insight: Insight,
): Html | string {
  if (!('with' in insight) || insight.with.length === 0) return ''
  const locale = localeOf(context.locale)
  const { kind } = insight.with[0]!
  const links = insight.with.map(
    other =>
      html`<li class="tag"><a href="${subjectPath(other)}"><bdi>${other.label}</bdi></a> ${renderCount(locale, mentionsPath(subject, { [PARAMETER_OF[kind]]: other.id }), other.mention_count)}</li>\n`,
  )
  const heading = locale.say(locale.words.subjects.inSameReviews, {
    kind: kindLabel(context, kind).many,
  })
  return html`<h2>${heading}</h2>
<ul class="tags">${links}</ul>
`
}

/** A number that is read out as what it counts. */
const renderCount = (locale: Locale, path: string, count: number): Html =>
  html`<a href="${path}" aria-label="${locale.say(locale.words.common.reviews, { count })}"><span class="number">${locale.number(count)}</span></a>`

const NAMED = 3

function listPage(
  context: RenderContext,
  locale: Locale,
  kind: RosterKind,
  subjects: Subject[],
): Page {
  const { business } = context
  const { one, many } = kindLabel(context, kind)
  const { words, say } = locale
  const { listTitle, basedOnPeople, basedOnMentions, inNumbers, tooFew } = words.subjects
  const { columnReviews, columnPositive } = words.subjects
  const rows = subjects.map(subject => rowOf(locale, subject))
  return {
    path: FOLDERS[kind],
    title: say(listTitle, { kind: many, business: business.name }),
    description: describeList(locale, subjects, business.name),
    content: html`${renderCrumbs(context, [], many)}
<h1>${many}</h1>
<p class="lead">${kind === 'technicians' ? basedOnPeople : basedOnMentions}</p>
<section class="scroll" aria-label="${say(inNumbers, { kind: many })}" tabindex="0">${renderTable([one, columnReviews, columnPositive], rows, { look: 'subjects' })}</section>${subjects.some(({ insight }) => insight && figures.isTooFew(insight)) ? html`\n<p class="muted">${tooFew}</p>` : ''}`,
  }
}

function describeList(locale: Locale, subjects: Subject[], business: string): string {
  const { listDescription, listDescriptionMore } = locale.words.subjects
  const names = subjects.slice(0, NAMED).map(({ label }) => label)
  return subjects.length > NAMED
    ? locale.say(listDescriptionMore, { business, names: names.join(', ') })
    : locale.say(listDescription, { business, names: locale.list(names) })
}

function rowOf(locale: Locale, subject: Subject): (Html | string)[] {
  const { label, role, insight } = subject
  const name = html`<a href="${subjectPath(subject)}"><bdi>${label}</bdi></a>${role ? html` <span class="muted"><bdi>${role}</bdi></span>` : ''}`
  if (!insight)
    return [
      name,
      locale.number(0),
      html`<span class="muted">${locale.words.subjects.noneYet}</span>`,
    ]
  const { mention_count, neutral_count } = insight
  const count = renderCount(locale, mentionsPath(subject), mention_count)
  // "0 of 4" would read as a judgment.
  const found =
    neutral_count === mention_count
      ? locale.say(locale.words.subjects.neutral, { count: neutral_count })
      : figures.shareInWords(locale, insight)
  const share = html`<a href="${mentionsPath(subject)}">${found}</a>`
  return [name, count, html`${share} ${figures.renderOpinionBar(insight)}`]
}
