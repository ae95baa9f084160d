/** The page at /: how good this business is, why, and whether to believe it. */
import { html } from 'hono/html'
import { QUOTE_SIDES, type SubjectQuote, withoutLoneMinority } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Subject, SubjectKind } from '../../publish/context/subjects.ts'
import { REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import { count, figure, reviewsInWords } from '../base/display-format.ts'
import { joinWithCommas } from '../base/join-list.ts'
import { langOf } from '../base/lang.ts'
import type { Html } from '../base/page-context.ts'
import { SENTIMENTS } from '../base/sentiments.ts'
import { FOLDERS, mentionsPath, reviewsPath, subjectPath } from '../base/site-paths.ts'
import { kindLabel } from '../base/subject-labels.ts'
import { renderChart } from '../parts/chart.ts'
import { renderSummary } from '../parts/citations.ts'
import { renderContact } from '../parts/contact.ts'
import { businessLd, renderLd } from '../parts/linked-data.ts'
import { type LinkOfSentiment, renderOpinions, renderSentiment, renderSides } from '../parts/opinion-share.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderRating } from '../parts/rating-card.ts'
import { renderPullQuote, renderQuote, renderReview } from '../parts/review-card.ts'
import { renderTrend } from '../parts/trend-sentence.ts'
import { verificationInWords } from '../parts/verification-label.ts'

const NEWEST = 6
const CLAIMS = 4

export function homePage(context: RenderContext): Page {
  const { business, aggregateRating, language } = context
  const reviews = context.newest.slice(0, NEWEST)
  return {
    path: '/',
    title: `Reviews of ${business.name}`,
    description: describe(context),
    head: renderLd(businessLd({ ...context, reviews })),
    // In small-screen order: a page drawn while it is still arriving must not shift.
    content: html`<div class="hero">
<h1>${business.name}</h1>
${business.description ? html`<p class="lead"${langOf(language)}>${business.description}</p>` : ''}
${renderRating(context)}
${renderVerdict(context)}
${renderSearch()}
</div>
${aggregateRating.review_count === 0 ? '' : renderFindings(context)}
${
  reviews.length === 0
    ? ''
    : html`<section aria-labelledby="newest"><h2 id="newest">Newest reviews</h2>
<div class="reviews">
${reviews.map(review => renderReview(context, review, { isShort: true }))}</div>
<p><a class="button" href="${REVIEWS_PATH}">All ${count(aggregateRating.review_count, 'review')}</a></p></section>`
}
${renderTrust(context)}
${renderContact(context)}`,
  }
}

function describe({ business, aggregateRating: { rating_value, review_count } }: RenderContext): string {
  if (rating_value === null) return `Verified customer reviews of ${business.name}. There are none yet.`
  return `${rating_value.toFixed(1)} of 5 stars from ${reviewsInWords({ review_count }, business)} of ${business.name}. Read every one of them.`
}

const MOST_NAMED = 3
const ENOUGH = 3

/** The answer in two lines: what is praised most, and what is criticized most. */
function renderVerdict({ subjects }: RenderContext): Html {
  const aspects = subjects.filter(({ kind }) => kind === 'aspects')
  const line = (words: string, sentiment: 'positive' | 'negative', leastShare: number) => {
    const count = `${sentiment}_count` as const
    const most = aspects
      .filter(({ insight }) => insight![count] >= Math.max(ENOUGH, leastShare * insight!.mention_count))
      .toSorted((a, b) => b.insight![count] - a.insight![count])
      .slice(0, MOST_NAMED)
    const links = most.map(
      subject =>
        html`<a href="${subjectPath(subject)}">${subject.label}</a> (<a href="${mentionsPath(subject, { sentiment })}">${figure(subject.insight![count])} of ${figure(subject.insight!.mention_count)}<span class="hidden"> ${SENTIMENTS[sentiment].verb}</span></a>)`,
    )
    return most.length === 0 ? '' : html`<li>${words}: ${joinWithCommas(links)}</li>\n`
  }
  // What many praise and many criticize is not what is praised most.
  const lines = [line('Praised most', 'positive', 2 / 3), line('Criticized most', 'negative', 0)]
  return lines.every(one => one === '') ? html`` : html`<ul class="verdict">\n${lines}</ul>`
}

const renderSearch =
  (): Html => html`<form class="search" role="search" aria-label="Reviews" action="${REVIEWS_PATH}">
<label for="query">Search the reviews</label>
<div><input type="search" id="query" name="query" maxlength="500" autocomplete="off"><button type="submit">Search</button></div>
</form>`

function renderFindings(context: RenderContext): Html {
  const of = (kind: SubjectKind) =>
    context.subjects.filter(subject => subject.kind === kind && subject.insight)
  return html`${renderInShort(context)}
${renderAspects(of('aspects'), context.insights.pull_quote?.review_id)}
${renderOverTime(context)}
${renderTopics(of('topics'))}
${renderRoster(context, of)}`
}

function renderInShort(context: RenderContext): Html {
  const { pull_quote } = context.insights
  const summary = renderSummary(context, CLAIMS)
  if (!summary && !pull_quote) return html``
  return html`<section class="in-short" aria-labelledby="in-short"><h2 id="in-short">In short</h2>
<div>
${summary ? html`<div>${summary}<p><a href="/summary">The whole summary</a></p></div>` : ''}
${pull_quote ? html`<div class="pull">${renderPullQuote(context, pull_quote)}</div>` : ''}
</div></section>`
}

const FIRST_ASPECTS = 6

/** No customer is quoted twice on the page. */
function renderAspects(aspects: Subject[], quoted: string | undefined): Html {
  if (aspects.length === 0) return html``
  const seen = new Set(quoted ? [quoted] : [])
  const items = aspects.map(aspect => renderAspect(aspect, seen))
  return html`<section aria-labelledby="aspects"><h2 id="aspects">What customers like and dislike</h2>
<p class="legend" data-markdown="skip"><span class="key good">praised</span> <span class="key so-so">mixed</span> <span class="key bad">criticized</span></p>
<ul class="aspects">
${items.slice(0, FIRST_ASPECTS)}</ul>
${
  items.length > FIRST_ASPECTS
    ? html`<details><summary>${count(items.length - FIRST_ASPECTS, 'more aspect')}</summary>
<ul class="aspects">
${items.slice(FIRST_ASPECTS)}</ul></details>`
    : ''
}</section>`
}

function renderAspect(subject: Subject, seen: Set<string>): Html {
  const { label, insight } = subject
  const quotes = onePerSide(
    subject.quotes.filter(({ review }) => !seen.has(review.id)),
    insight!,
  )
  for (const { review } of quotes) seen.add(review.id)
  const linkOf: LinkOfSentiment = sentiment => mentionsPath(subject, { sentiment })
  return html`<li>
<h3><a href="${subjectPath(subject)}">${label}</a></h3>
${renderSentiment(insight!, linkOf)}
<p class="meta"><span>${renderOpinions(insight!, mentionsPath(subject))}</span></p>
${renderSides(insight!, linkOf)}
${quotes.map(renderQuote)}
</li>
`
}

/** The best praise and the best criticism. */
const onePerSide = (
  quotes: SubjectQuote[],
  { positive_count, negative_count }: NonNullable<Subject['insight']>,
): SubjectQuote[] =>
  withoutLoneMinority(
    QUOTE_SIDES.flatMap(wanted => quotes.find(({ side }) => side === wanted) ?? []),
    { positive: positive_count, negative: negative_count },
  )

function renderOverTime(context: RenderContext): Html {
  if (context.overTime.months < 2) return html``
  return html`<section aria-labelledby="over-time"><h2 id="over-time">Over time</h2>
${renderChart(context.overTime, reviewsPath, context.locale)}
${renderTrend(context, context.locale)}</section>`
}

function renderTopics(topics: Subject[]): Html {
  if (topics.length === 0) return html``
  return html`<section aria-labelledby="topics"><h2 id="topics"><a href="${FOLDERS.topics}">What people talk about</a></h2>
${renderTopicTags(topics)}</section>`
}

/** A topic leads to its reviews. */
const renderTopicTags = (topics: Subject[]): Html =>
  html`<ul class="tags">${topics.map(topic => html`<li><a class="tag" href="${mentionsPath(topic)}"><bdi>${topic.label}</bdi> ${renderMentionCount(topic)}</a></li>\n`)}</ul>`

/** The name leads to the page about it, the number to its reviews. */
const renderRosterTags = (subjects: Subject[]): Html =>
  html`<ul class="tags">${subjects.map(subject => html`<li class="tag"><a href="${subjectPath(subject)}"><bdi>${subject.label}</bdi></a> <a href="${mentionsPath(subject)}">${renderMentionCount(subject)}</a></li>\n`)}</ul>`

const renderMentionCount = ({ insight }: Subject): Html =>
  html`<span class="number">${figure(insight!.mention_count)}<span class="hidden"> ${insight!.mention_count === 1 ? 'review' : 'reviews'}</span></span>`

const ROSTER = ['technicians', 'services', 'service_areas'] as const

function renderRoster(context: RenderContext, of: (kind: SubjectKind) => Subject[]): Html {
  const kinds = ROSTER.filter(kind => of(kind).length > 0)
  if (kinds.length === 0) return html``
  return html`<section aria-labelledby="roster"><h2 id="roster">People, services and places in the reviews</h2>
${kinds.map(kind => html`<h3><a href="${FOLDERS[kind]}">${kindLabel(context.site, kind).many}</a></h3>\n${renderRosterTags(of(kind))}\n`)}</section>`
}

function renderTrust({
  history: { ever_published, shown },
  trustSummary: { byVerification },
}: RenderContext): Html {
  const hidden = ever_published - shown
  return html`<section class="trust card" aria-labelledby="trust"><h2 id="trust">Nothing is quietly removed</h2>
<p>${count(ever_published, 'review was', 'reviews were')} ever published here; ${figure(shown)} ${shown === 1 ? 'is' : 'are'} shown${hidden > 0 ? html` and ${count(hidden, 'was', 'were')} taken from view, <a href="/policy#fates">each with its reason</a>` : ''}.
${verificationInWords(byVerification)} Every change is in a public log. <a href="/policy#check">Check it in your browser</a>.</p></section>`
}
