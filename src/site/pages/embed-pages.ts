/** Small pages for embedding: the rating with the latest reviews, or one review. No script. */
import { html } from 'hono/html'
import type { Review } from '../../model/review.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { withFingerprint } from '../../publish/documents/assets.ts'
import type { Document } from '../../publish/documents/document.ts'
import { parseReview } from '../../publish/pieces/parse-review.ts'
import { EMBED_PATH, HTML, REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { reviewsInWords, writtenOn } from '../base/display-format.ts'
import { langOf } from '../base/lang.ts'
import type { Html, PageContext } from '../base/page-context.ts'
import { reviewPath } from '../base/site-paths.ts'
import { renderStars } from '../base/stars.ts'
import { renderDate } from '../parts/review-card.ts'
import { renderEmbedCss } from '../style/embed-css.ts'

const STYLE_PATH = '/embed.css'
const NEWEST = 3

type Source = Pick<RenderContext, 'business' | 'aggregateRating' | 'site'>

export function renderEmbedPage(context: RenderContext): Document {
  const reviews = context.newest.slice(0, NEWEST)
  const body = renderFrame(
    context,
    html`${renderHeading(context)}
<ul>
${reviews.map(review => html`<li>${renderOne(context, review)}</li>\n`)}</ul>
${renderEnd(context, reviews.length)}`,
  )
  return { path: EMBED_PATH, contentType: HTML, body }
}

export function renderEmbeddedReview(snapshot: Snapshot, json: Uint8Array): string {
  const review = parseReview(json)
  return renderFrame(
    snapshot,
    html`<h1 class="unseen">Review of ${snapshot.business.name} by ${review.author}</h1>
<div class="whole">${renderOne(snapshot, review)}</div>
<p class="end"><a href="/" target="_top">${snapshot.business.name}</a> <span>one of ${reviewsInWords(snapshot.aggregateRating, snapshot.business)}</span></p>`,
  )
}

export function renderEmbeddedEnd(snapshot: Snapshot): string {
  return renderFrame(
    snapshot,
    html`<h1 class="unseen">Review of ${snapshot.business.name}</h1>
<p>This review has been removed. <a href="/" target="_top">Reviews of ${snapshot.business.name}</a></p>`,
  )
}

/** Search engines should find the original on our own pages instead. */
function renderFrame({ business, site }: Source, content: Html): string {
  return String(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Reviews of ${business.name}</title>
<link rel="stylesheet" href="${renderEmbedStyle({ site })[1]!.path}">
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

function renderOne(context: Pick<PageContext, 'locale'>, review: Review): Html {
  const { id, author, rating, text, language, source } = review
  return html`<article>
${renderStars(rating)}
${text === null ? html`<p class="soft">Rated without a comment.</p>` : html`<p class="text"${langOf(language)} dir="auto">${text}</p>`}
<p class="from"><a href="${reviewPath(id)}" target="_top"><bdi>${author}</bdi></a> <span>${renderDate(context, review)} ${writtenOn(source)}</span></p>
</article>`
}

function renderEnd({ business, aggregateRating }: Source, shown: number): Html {
  if (shown === 0) return html`<p class="end">No reviews yet.</p>`
  return html`<p class="end"><span>The newest ${shown} of ${reviewsInWords(aggregateRating, business)}</span> <a href="${REVIEWS_PATH}" target="_top">Read more</a></p>`
}

export const renderEmbedStyle = ({ site }: Pick<RenderContext, 'site'>): Document[] =>
  withFingerprint({
    path: STYLE_PATH,
    contentType: 'text/css; charset=utf-8',
    body: renderEmbedCss(site.accent_color),
  })
