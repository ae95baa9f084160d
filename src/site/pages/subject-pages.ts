/** The pages about technicians, services, areas, topics and aspects: one for each, and one listing each kind. */
import { html } from 'hono/html'
import { PARAMETER_OF } from '../../model/search.ts'
import type { SubjectQuote } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { SUBJECT_KINDS, type Subject, type SubjectKind } from '../../publish/context/subjects.ts'
import { count, figure, formatDate } from '../base/display-format.ts'
import { joinWithCommas } from '../base/join-list.ts'
import type { Html } from '../base/page-context.ts'
import { FOLDERS, mentionsPath, subjectPath } from '../base/site-paths.ts'
import { kindLabel } from '../base/subject-labels.ts'
import { renderDistribution } from '../parts/bars.ts'
import { renderChart } from '../parts/chart.ts'
import { renderCrumbs } from '../parts/crumbs.ts'
import {
  fewInWords,
  hasFewOpinions,
  type LinkOfSentiment,
  positiveShare,
  renderSentiment,
  renderSides,
} from '../parts/opinion-share.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderQuote, renderReview } from '../parts/review-card.ts'
import { renderTrend } from '../parts/trend-sentence.ts'

const QUOTES = 4
const REVIEWS = 5

export function subjectPages(context: RenderContext): Page[] {
  return SUBJECT_KINDS.flatMap(kind => {
    const subjects = context.subjects.filter(subject => subject.kind === kind)
    return subjects.length === 0
      ? []
      : [indexPage(context, kind, subjects), ...subjects.map(subject => subjectPage(context, subject))]
  })
}

function subjectPage(context: RenderContext, subject: Subject): Page {
  const { business } = context
  const { label, kind, role, insight } = subject
  const { many } = kindLabel(context.site, kind)
  return {
    path: subjectPath(subject),
    title: `${label}: reviews of ${business.name}`,
    crumb: label,
    description: describe(subject, business.name),
    content: html`${renderCrumbs([[FOLDERS[kind], many]], label)}
<h1><bdi>${label}</bdi></h1>
${role ? html`<p class="lead"><bdi>${role}</bdi></p>\n` : ''}${insight ? renderFindings(context, subject, insight) : html`<p>No review mentions <bdi>${label}</bdi> yet.</p>`}`,
  }
}

function describe({ label, insight }: Subject, businessName: string): string {
  if (!insight) return `No review of ${businessName} mentions ${label} yet.`
  const mentions = count(insight.mention_count, 'review mentions', 'reviews mention')
  return `${mentions} ${label}; ${positiveShare(insight)} are positive. Reviews of ${businessName}.`
}

function renderFindings(
  context: RenderContext,
  subject: Subject,
  insight: NonNullable<Subject['insight']>,
): Html {
  const { overTime, quotes, newest, distribution } = subject
  const linkOf = linkOfSentiment(subject)
  return html`${hasFewOpinions(insight) ? html`<p class="caution">${fewInWords(insight.mention_count)}.</p>` : ''}
<div class="figures">
<dl class="facts">
<dt>Mentioned in</dt><dd><a href="${mentionsPath(subject)}">${count(insight.mention_count, 'review')}</a></dd>
<dt>Positive</dt><dd>${positiveShare(insight)} ${renderSentiment(insight, linkOf)}${linkOf ? renderSides(insight, linkOf) : ''}</dd>
${
  'average_rating' in insight
    ? html`<dt>Average rating of those reviews</dt><dd>${insight.average_rating.toFixed(1)} of 5</dd>
<dt>First and last mentioned</dt><dd>${formatDate(insight.first_mentioned)}, ${formatDate(insight.last_mentioned)}</dd>`
    : ''
}
</dl>
${renderDistribution(distribution, rating => mentionsPath(subject, { rating }))}
</div>
${subject.kind === 'aspects' && insight.top_phrases.length > 0 ? html`<p>Common phrases: ${joinWithCommas(insight.top_phrases.map(phrase => html`<q>${phrase}</q>`))}.</p>` : ''}
${renderMentionedWith(context, subject, insight)}${quotes.length > 0 ? html`<h2>In customers’ words</h2>\n<div class="quotes">${inProportion(quotes, insight).map(renderQuote)}</div>` : ''}
${overTime.months > 1 ? html`<h2>Over time</h2>\n${renderChart(overTime, days => mentionsPath(subject, days), context.locale)}\n${renderTrend(subject, context.locale)}` : ''}
<h2 id="newest">Newest reviews that mention <bdi>${subject.label}</bdi></h2>
<div class="reviews">
${newest.slice(0, REVIEWS).map(id => renderReview(context, context.cited.get(id)!.review, { marks: { texts: subject.spellings, wholeWords: true }, isShort: true }))}</div>
<p><a class="button" href="${mentionsPath(subject)}">${insight.mention_count === 1 ? '1 review' : `All ${count(insight.mention_count, 'review')}`}</a></p>`
}

/** As many of each side as opinions are, but at least one of either. */
function inProportion(
  quotes: SubjectQuote[],
  { positive_count, negative_count }: NonNullable<Subject['insight']>,
) {
  const praise = quotes.filter(({ side }) => side === 'positive')
  const criticism = quotes.filter(({ side }) => side === 'negative')
  const share = Math.round((QUOTES * negative_count) / (positive_count + negative_count))
  const critical = Math.min(criticism.length, Math.max(1, Math.min(QUOTES - 1, share)))
  return [...praise.slice(0, QUOTES - critical), ...criticism.slice(0, critical)]
}

/** Where a search can express it: an opinion about a person or thing may differ from that of the whole review. */
const linkOfSentiment = (subject: Subject): LinkOfSentiment | undefined =>
  subject.kind === 'aspects' || subject.kind === 'topics'
    ? sentiment => mentionsPath(subject, { sentiment })
    : undefined

/** For a person, the services that the same reviews mention; for a service, the people. */
function renderMentionedWith(
  { site }: RenderContext,
  subject: Subject,
  insight: NonNullable<Subject['insight']>,
): Html | string {
  if (!('with' in insight) || insight.with.length === 0) return ''
  const { kind } = insight.with[0]!
  const links = insight.with.map(
    other =>
      html`<li class="tag"><a href="${subjectPath(other)}"><bdi>${other.label}</bdi></a> <a href="${mentionsPath(subject, { [PARAMETER_OF[kind]]: other.id })}"><span class="number">${figure(other.mention_count)}<span class="hidden"> ${other.mention_count === 1 ? 'review' : 'reviews'}</span></span></a></li>\n`,
  )
  return html`<h2>${kindLabel(site, kind).many} in the same reviews</h2>
<ul class="tags">${links}</ul>
`
}

function indexPage(context: RenderContext, kind: SubjectKind, subjects: Subject[]): Page {
  const { business, site } = context
  const { many } = kindLabel(site, kind)
  return {
    path: FOLDERS[kind],
    title: `${many} in reviews of ${business.name}`,
    crumb: many,
    description: `How often and how favorably reviews of ${business.name} mention ${subjects
      .slice(0, 3)
      .map(({ label }) => label)
      .join(', ')}${subjects.length > 3 ? ' and others' : ''}.`,
    content: html`${renderCrumbs([], many)}
<h1>${many}</h1>
<p class="lead">${kind === 'technicians' ? 'Based on the people reviewers mention. Being mentioned does not always mean doing the work.' : 'Based on what reviewers mention.'}</p>
<section class="scroll" aria-label="${many} in numbers" tabindex="0"><table class="subjects">
<thead><tr><th scope="col">${kindLabel(site, kind).one}</th><th scope="col">Reviews</th><th scope="col">Positive</th></tr></thead>
<tbody>
${subjects.map(renderRow)}</tbody>
</table></section>${subjects.some(({ insight }) => insight && hasFewOpinions(insight)) ? html`\n<p class="muted">Fewer than ten reviews are too few to draw conclusions.</p>` : ''}`,
  }
}

function renderRow(subject: Subject): Html {
  const { label, role, insight } = subject
  const linkOf = linkOfSentiment(subject)
  return html`<tr><th scope="row"><a href="${subjectPath(subject)}"><bdi>${label}</bdi></a>${role ? html` <span class="muted"><bdi>${role}</bdi></span>` : ''}</th><td>${insight ? html`<a href="${mentionsPath(subject)}">${figure(insight.mention_count)}<span class="hidden"> ${insight.mention_count === 1 ? 'review' : 'reviews'}</span></a>` : '0'}</td><td>${insight ? html`${positiveShare(insight)} ${renderSentiment(insight, linkOf)}${linkOf ? renderSides(insight, linkOf) : ''}` : html`<span class="muted">none yet</span>`}</td></tr>
`
}
