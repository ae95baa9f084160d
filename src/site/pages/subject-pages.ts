/** The pages about technicians, services, areas, topics and aspects: one for each, and one listing each kind. */
import { html } from 'hono/html'
import type { Subject } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { SUBJECT_KINDS, type SubjectKind } from '../../publish/context/subjects.ts'
import { count, figure, formatDate, percent } from '../base/display-format.ts'
import { joinWithCommas } from '../base/join-list.ts'
import type { Html } from '../base/page-context.ts'
import { FOLDERS, reviewsPath, subjectPath } from '../base/site-paths.ts'
import { kindLabel } from '../base/subject-labels.ts'
import { renderDistribution, renderSentiment } from '../parts/bars.ts'
import { renderChart } from '../parts/chart.ts'
import { renderCrumbs } from '../parts/crumbs.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderQuote, renderReview } from '../parts/review-card.ts'
import { renderTrend } from '../parts/trend-sentence.ts'

const SMALL_SAMPLE = 10
const QUOTES = 6
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
    description: describe(subject, business.name),
    content: html`${renderCrumbs([[FOLDERS[kind], many]], label)}
<h1><bdi>${label}</bdi></h1>
${role ? html`<p class="lead"><bdi>${role}</bdi></p>\n` : ''}${insight ? renderFindings(context, subject, insight) : html`<p>No review mentions <bdi>${label}</bdi> yet.</p>`}`,
  }
}

function describe({ label, insight }: Subject, businessName: string): string {
  if (!insight) return `No review of ${businessName} mentions ${label} yet.`
  return `${count(insight.mention_count, 'review')} of ${businessName} ${insight.mention_count === 1 ? 'mentions' : 'mention'} ${label}, ${percent(insight.positive_pct)} of them positively.`
}

function renderFindings(
  context: RenderContext,
  subject: Subject,
  insight: NonNullable<Subject['insight']>,
): Html {
  const { kind, overTime, quotes, newest, distribution } = subject
  const filter = FILTERS[kind]?.(subject)
  const linkOf = filter && ((rating: number) => reviewsPath({ ...filter, rating }))
  return html`${insight.mention_count < SMALL_SAMPLE ? html`<p class="caution">Only ${count(insight.mention_count, 'review mentions', 'reviews mention')} this: too few to judge by.</p>` : ''}
<div class="figures">
<dl class="facts">
<dt>Mentioned in</dt><dd>${count(insight.mention_count, 'review')}</dd>
<dt>Positive</dt><dd>${percent(insight.positive_pct)} ${renderSentiment(insight)}</dd>
${
  'average_rating' in insight
    ? html`<dt>Average rating of those reviews</dt><dd>${insight.average_rating.toFixed(1)} of 5</dd>
<dt>First and last mentioned</dt><dd>${formatDate(insight.first_mentioned)}, ${formatDate(insight.last_mentioned)}</dd>`
    : ''
}
</dl>
${renderDistribution(distribution, linkOf)}
</div>
${insight.top_phrases.length > 0 ? html`<p>Often said: ${joinWithCommas(insight.top_phrases.map(phrase => html`<q>${phrase}</q>`))}.</p>` : ''}
${quotes.length > 0 ? html`<h2>In customers’ words</h2>\n<div class="quotes">${quotes.slice(0, QUOTES).map(({ review, text }) => renderQuote(review, text))}</div>` : ''}
${overTime.months > 1 ? html`<h2>Over time</h2>\n${renderChart(overTime)}\n${renderTrend(subject)}` : ''}
<h2 id="newest">Newest reviews that mention <bdi>${subject.label}</bdi></h2>
<div class="reviews">
${newest.slice(0, REVIEWS).map(id => renderReview(context, context.cited.get(id)!.review, { marks: { texts: subject.spellings, wholeWords: true }, isShort: true }))}</div>
${filter ? html`<p><a class="button" href="${reviewsPath(filter)}">All ${count(insight.mention_count, 'review')}</a></p>` : ''}`
}

/** The list of exactly these reviews, where a search can express it. */
const FILTERS: Partial<Record<SubjectKind, (subject: Subject) => Record<string, string>>> = {
  technicians: ({ id }) => ({ mentions_technician: id }),
  services: ({ id }) => ({ mentions_service: id }),
  service_areas: ({ id }) => ({ mentions_service_area: id }),
}

function indexPage(context: RenderContext, kind: SubjectKind, subjects: Subject[]): Page {
  const { business, site } = context
  const { many } = kindLabel(site, kind)
  return {
    path: FOLDERS[kind],
    title: `${many} in reviews of ${business.name}`,
    description: `How often and how favourably reviews of ${business.name} mention ${subjects
      .slice(0, 3)
      .map(({ label }) => label)
      .join(', ')}${subjects.length > 3 ? ' and others' : ''}.`,
    content: html`${renderCrumbs([], many)}
<h1>${many}</h1>
<p class="lead">As reviews mention them.${kind === 'technicians' ? ' A review may mention somebody who did not do the work.' : ''}</p>
<section class="scroll" aria-label="${many} in numbers" tabindex="0"><table class="subjects">
<thead><tr><th scope="col">${kindLabel(site, kind).one}</th><th scope="col">Reviews</th><th scope="col">Positive</th></tr></thead>
<tbody>
${subjects.map(renderRow)}</tbody>
</table></section>`,
  }
}

function renderRow(subject: Subject): Html {
  const { label, role, insight } = subject
  return html`<tr><th scope="row"><a href="${subjectPath(subject)}"><bdi>${label}</bdi></a>${role ? html` <span class="muted"><bdi>${role}</bdi></span>` : ''}</th><td>${figure(insight?.mention_count ?? 0)}</td><td>${insight ? html`${percent(insight.positive_pct)} ${renderSentiment(insight)}` : html`<span class="muted">none yet</span>`}</td></tr>
`
}
