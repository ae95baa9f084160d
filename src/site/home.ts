/** The page at /: how good this business is, why, and whether to trust that. */
import { html } from 'hono/html'
import { type Edition, REVIEWS_PATH } from '../publish/edition.ts'
import type { Quote, Subject } from '../publish/quotes.ts'
import type { SubjectKind } from '../publish/subjects.ts'
import { renderSentiment } from './bars.ts'
import { renderChart } from './chart.ts'
import { renderSummary } from './citations.ts'
import { renderContact } from './contact.ts'
import { count, figure, percent, reviewsInWords } from './format.ts'
import type { Html } from './house.ts'
import { kindLabel } from './kinds.ts'
import { langOf } from './lang.ts'
import { withCommas } from './list.ts'
import type { Page } from './page.ts'
import { FOLDERS, subjectPath } from './paths.ts'
import { renderRating } from './rating-card.ts'
import { renderQuote, renderReview } from './review.ts'
import { businessLd, renderLd } from './structured.ts'
import { renderTrend } from './trend.ts'
import { verificationInWords } from './verification.ts'

const NEWEST = 6
const QUOTES = 2
const CLAIMS = 4

export function homePage(edition: Edition): Page {
  const { business, aggregateRating, language } = edition
  const reviews = edition.newest.slice(0, NEWEST)
  return {
    path: '/',
    title: `Reviews of ${business.name}`,
    description: describe(edition),
    head: renderLd(businessLd({ ...edition, reviews })),
    // In the order of a small screen: a page that is drawn while it still arrives must not move.
    content: html`<div class="hero">
<h1>${business.name}</h1>
${business.description ? html`<p class="lead"${langOf(language)}>${business.description}</p>` : ''}
${renderRating(edition)}
${renderVerdict(edition)}
${renderSearch()}
</div>
${aggregateRating.review_count === 0 ? '' : renderFindings(edition)}
${
  reviews.length === 0
    ? ''
    : html`<section aria-labelledby="newest"><h2 id="newest">Newest reviews</h2>
<div class="reviews">
${reviews.map(review => renderReview(edition, review, { isShort: true }))}</div>
<p><a class="button" href="${REVIEWS_PATH}">All ${count(aggregateRating.review_count, 'review')}</a></p></section>`
}
${renderTrust(edition)}
${renderContact(edition)}`,
  }
}

function describe({ business, aggregateRating: { rating_value, review_count } }: Edition): string {
  if (rating_value === null) return `Verified customer reviews of ${business.name}. There are none yet.`
  return `${rating_value.toFixed(1)} of 5 stars from ${reviewsInWords({ review_count }, business)} of ${business.name}: what customers praise, what they criticise, and every review to read.`
}

const MOST_NAMED = 3
const ENOUGH = 3

/** The answer in two lines: what is praised most, and what is criticised most. */
function renderVerdict({ subjects }: Edition): Html {
  const aspects = subjects.filter(({ kind }) => kind === 'aspects')
  const line = (words: string, count: 'positive_count' | 'negative_count', leastShare: number) => {
    const most = aspects
      .filter(({ insight }) => insight![count] >= Math.max(ENOUGH, leastShare * insight!.mention_count))
      .toSorted((a, b) => b.insight![count] - a.insight![count])
      .slice(0, MOST_NAMED)
    const links = most.map(
      subject =>
        html`<a href="${subjectPath(subject)}">${subject.label}</a> (${figure(subject.insight![count])} of ${figure(subject.insight!.mention_count)})`,
    )
    return most.length === 0 ? '' : html`<li>${words}: ${withCommas(links)}</li>\n`
  }
  // What many praise and many criticise is not what is praised most.
  const lines = [line('Praised most', 'positive_count', 2 / 3), line('Criticised most', 'negative_count', 0)]
  return lines.every(one => one === '') ? html`` : html`<ul class="verdict">\n${lines}</ul>`
}

const renderSearch =
  (): Html => html`<form class="search" role="search" aria-label="Reviews" action="${REVIEWS_PATH}">
<label for="query">Search the reviews</label>
<div><input type="search" id="query" name="query" maxlength="500" autocomplete="off"><button type="submit">Search</button></div>
</form>`

function renderFindings(edition: Edition): Html {
  const of = (kind: SubjectKind) =>
    edition.subjects.filter(subject => subject.kind === kind && subject.insight)
  return html`${renderInShort(edition)}
${renderAspects(of('aspects'))}
${renderOverTime(edition)}
${renderTopics(of('topics'))}
${renderRoster(edition, of)}`
}

function renderInShort(edition: Edition): Html {
  const { pull_quote } = edition.insights
  const summary = renderSummary(edition, CLAIMS)
  if (!summary && !pull_quote) return html``
  return html`<section class="in-short" aria-labelledby="in-short"><h2 id="in-short">In short</h2>
<div>
${summary ? html`<div>${summary}<p><a href="/summary">The whole summary</a></p></div>` : ''}
${pull_quote ? html`<div class="pull">${renderQuote(edition.cited.get(pull_quote.review_id)!.review, pull_quote.text)}</div>` : ''}
</div></section>`
}

const FIRST_ASPECTS = 6

function renderAspects(aspects: Subject[]): Html {
  if (aspects.length === 0) return html``
  const seen = new Set<string>()
  const items = aspects.map(aspect => renderAspect(aspect, seen))
  return html`<section aria-labelledby="aspects"><h2 id="aspects">What customers praise and criticise</h2>
<p class="legend" data-markdown="skip"><span class="key good">praised</span> <span class="key so-so">mixed</span> <span class="key bad">criticised</span></p>
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

/** Nobody should speak twice on the page, if others spoke of it too. */
function renderAspect(subject: Subject, seen: Set<string>): Html {
  const { label, insight } = subject
  const fresh = subject.quotes.filter(({ review }) => !seen.has(review.id))
  const quotes = chooseQuotes([...fresh, ...subject.quotes])
  for (const { review } of quotes) seen.add(review.id)
  return html`<li>
<h3><a href="${subjectPath(subject)}">${label}</a></h3>
${renderSentiment(insight!)}
<p class="meta">${percent(insight!.positive_pct)} positive in ${count(insight!.mention_count, 'mention')}</p>
${quotes.map(({ review, text }) => renderQuote(review, text))}
</li>
`
}

/** Praise and criticism, if there are both: the clearest of each, from a review whose stars say the same. */
function chooseQuotes(quotes: Quote[]): Quote[] {
  const praise = quotes.find(({ sentiment, review }) => sentiment === 'positive' && review.rating >= 4)
  const criticism = quotes.find(({ sentiment, review }) => sentiment === 'negative' && review.rating <= 3)
  return [...new Set([praise, criticism, ...quotes])].filter(quote => quote !== undefined).slice(0, QUOTES)
}

function renderOverTime({ insights: { temporal }, trend }: Edition): Html {
  if (temporal.monthly.length < 2) return html``
  return html`<section aria-labelledby="over-time"><h2 id="over-time">Over time</h2>
${renderChart(temporal.monthly)}
${renderTrend(trend)}</section>`
}

function renderTopics(topics: Subject[]): Html {
  if (topics.length === 0) return html``
  return html`<section aria-labelledby="topics"><h2 id="topics">What people talk about</h2>
${renderTags(topics)}</section>`
}

const renderTags = (subjects: Subject[]): Html =>
  html`<ul class="tags">${subjects.map(subject => html`<li><a class="tag" href="${subjectPath(subject)}"><bdi>${subject.label}</bdi> <span class="number">${figure(subject.insight!.mention_count)}<span class="hidden"> ${subject.insight!.mention_count === 1 ? 'review' : 'reviews'}</span></span></a></li>\n`)}</ul>`

const ROSTER = ['technicians', 'services', 'service_areas'] as const

function renderRoster(edition: Edition, of: (kind: SubjectKind) => Subject[]): Html {
  const kinds = ROSTER.filter(kind => of(kind).length > 0)
  if (kinds.length === 0) return html``
  return html`<section aria-labelledby="roster"><h2 id="roster">People, services and places in the reviews</h2>
${kinds.map(kind => html`<h3><a href="${FOLDERS[kind]}">${kindLabel(edition.site, kind).many}</a></h3>\n${renderTags(of(kind))}\n`)}</section>`
}

function renderTrust({ history: { ever_published, shown }, standing: { byVerification } }: Edition): Html {
  const hidden = ever_published - shown
  return html`<section class="trust card" aria-labelledby="trust"><h2 id="trust">Nothing is quietly removed</h2>
<p>${count(ever_published, 'review was', 'reviews were')} ever published here; ${figure(shown)} ${shown === 1 ? 'is' : 'are'} shown${hidden > 0 ? html` and ${count(hidden, 'was', 'were')} taken from view, <a href="/policy#fates">each with its reason</a>` : ''}.
${verificationInWords(byVerification)} Every change is in a public log. <a href="/policy#check">Check it in your browser</a>.</p></section>`
}
