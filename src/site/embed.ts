/** Small pages for the frames of others: the rating with the newest reviews, or one review. No script. */
import { html } from 'hono/html'
import type { Review } from '../model/review.ts'
import { type Document, type Edition, EMBED_PATH, OEMBED_PATH } from '../publish/edition.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { readableOn } from './color.ts'
import { formatDate, writtenOn } from './format.ts'
import { langOf } from './lang.ts'
import type { Html } from './page.ts'
import { REVIEWS_PATH, reviewPath } from './paths.ts'
import { reviewsInWords } from './picture.ts'
import { renderStars } from './stars.ts'

const STYLE_PATH = '/embed.css'
const NEWEST = 3

type Source = Pick<Edition, 'business' | 'aggregateRating'>

/** How a page says where its oEmbed description is (oEmbed 1.0 §4). */
export const oembedLink = (baseUrl: string, path: string): Html =>
  html`<link rel="alternate" type="application/json+oembed" href="${baseUrl}${OEMBED_PATH}?url=${encodeURIComponent(baseUrl + path)}&amp;format=json">`

export function renderEmbed(edition: Edition): Document {
  const reviews = edition.newest.slice(0, NEWEST)
  const body = renderFrame(
    edition,
    html`${renderHeading(edition)}
<ul>
${reviews.map(review => html`<li>${renderOne(review)}</li>\n`)}</ul>
${renderEnd(edition, reviews.length)}`,
  )
  return { path: EMBED_PATH, contentType: 'text/html; charset=utf-8', body }
}

export function renderEmbeddedReview(snapshot: Snapshot, json: Uint8Array): string {
  const review = JSON.parse(Buffer.from(json).toString()) as Review
  return renderFrame(
    snapshot,
    html`<h1 class="unseen">Review of ${snapshot.business.name} by ${review.author}</h1>
<div class="whole">${renderOne(review)}</div>
<p class="end"><a href="/" target="_top">${snapshot.business.name}</a> <span>one of ${reviewsInWords(snapshot.aggregateRating, snapshot.business)}</span></p>`,
  )
}

export function renderEmbeddedEnd(snapshot: Snapshot): string {
  return renderFrame(
    snapshot,
    html`<h1 class="unseen">Review of ${snapshot.business.name}</h1>
<p>This review is not shown any more. <a href="/" target="_top">Reviews of ${snapshot.business.name}</a></p>`,
  )
}

/** It is the same as on our own pages, where search engines should find it. */
function renderFrame({ business }: Source, content: Html): string {
  return String(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Reviews of ${business.name}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`)
}

function renderHeading({ business, aggregateRating }: Source): Html {
  const { rating_value } = aggregateRating
  return html`<h1>Reviews of <a href="/" target="_top">${business.name}</a></h1>
${rating_value === null ? '' : html`<p class="rating"><strong>${rating_value.toFixed(1)}</strong> ${renderStars(rating_value)} ${reviewsInWords(aggregateRating, business)}</p>`}`
}

function renderOne(review: Review): Html {
  const { id, author, rating, text, language, date, date_precision, source } = review
  return html`<article>
${renderStars(rating)}
${text === null ? html`<p class="soft">A rating without words.</p>` : html`<p class="text"${langOf(language)} dir="auto">${text}</p>`}
<p class="from"><a href="${reviewPath(id)}" target="_top"><bdi>${author}</bdi></a> <span>${date_precision === 'day' ? '' : 'about '}<time datetime="${date}">${formatDate(date)}</time> ${writtenOn(source)}</span></p>
</article>`
}

function renderEnd({ business, aggregateRating }: Source, shown: number): Html {
  if (shown === 0) return html`<p class="end">No reviews yet.</p>`
  return html`<p class="end"><span>The newest ${shown} of ${reviewsInWords(aggregateRating, business)}</span> <a href="${REVIEWS_PATH}" target="_top">Read more</a></p>`
}

const PAPER = { light: '#ffffff', dark: '#17191d' }

export function renderEmbedStyle({ site: { accent_color } }: Edition): Document {
  const inks = (paper: string, ratio: number) =>
    `--star: ${readableOn(accent_color, paper, ratio)}; --link: ${readableOn(accent_color, paper, Math.max(ratio, 4.5))}`
  const body = `:root { color-scheme: light dark; --paper: ${PAPER.light}; --ink: #1c1e22; --soft: #5c626c; --line: #e1e4e9; --empty: #d3d7de; ${inks(PAPER.light, 3)} }
@media (prefers-color-scheme: dark) {
  :root { --paper: ${PAPER.dark}; --ink: #eceef1; --soft: #a6adb8; --line: #353941; --empty: #3a3f48; ${inks(PAPER.dark, 6)} }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { min-height: 100vh; display: flex; flex-direction: column; gap: 14px; padding: 20px; border: 1px solid var(--line) }
h1 { font-size: 17px; line-height: 1.3 }
a { color: var(--link); text-underline-offset: .2em }
h1 a { color: inherit; text-decoration-color: var(--line) }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
a:focus-visible { outline: 2px solid; outline-offset: 3px; border-radius: 2px }
.stars { display: block; width: 85px; height: 17px; flex: none }
.on { fill: var(--star) }
.off { fill: var(--empty) }
.rating { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; color: var(--soft) }
.rating strong { font-size: 30px; line-height: 1; color: var(--ink) }
.rating .stars { width: 110px; height: 22px }
ul { padding: 0; list-style: none }
li { padding: 14px 0; border-top: 1px solid var(--line) }
li:last-child { padding-bottom: 0 }
article { display: flex; flex-direction: column; gap: 6px }
.text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.whole .text { -webkit-line-clamp: 7 }
.soft, .from span, .end span { color: var(--soft) }
.from, .end { display: flex; flex-wrap: wrap; gap: 2px 12px; justify-content: space-between; font-size: 13px }
.from a { font-weight: 600 }
.end { margin-top: auto; padding-top: 14px; border-top: 1px solid var(--line) }
`
  return { path: STYLE_PATH, contentType: 'text/css; charset=utf-8', body }
}
