/** The page at /: who this is, how it is rated, the newest reviews, and where the data is. */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Review } from '../model/review.ts'
import { type Document, type Edition, exampleDate } from '../publish/edition.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export function renderHome(edition: Edition): Document {
  const { business, language, newest } = edition
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reviews of ${business.name}</title>
<link rel="stylesheet" href="/site.css">
<link rel="alternate" type="application/feed+json" title="JSON Feed" href="/api/feed.json">
<link rel="alternate" type="application/atom+xml" title="Atom" href="/feed.xml">
</head>
<body>
${business.fictional ? html`<p class="notice" role="note">Demo: this business is fictional, and so is every person and review on this page.</p>` : ''}
<main>
<h1>${business.name}</h1>
${business.description ? html`<p>${business.description}</p>` : ''}
${renderRating(edition)}
<h2>Newest reviews</h2>
${newest.map(renderReview)}
<h2>The data</h2>
<ul>
<li><a href="/reviews.json">All reviews</a> (JSON)</li>
<li><a href="/insights.json">Insights</a> (JSON)</li>
<li><a href="/api/reviews/search?rating=5&amp;limit=5">Search</a> (JSON)</li>
<li><a href="/api/reviews/since/${exampleDate(edition)}">Reviews since a date</a> (JSON)</li>
<li><a href="/api/feed.json">JSON Feed</a>, <a href="/feed.xml">Atom</a></li>
<li><a href="/.well-known/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a></li>
</ul>
</main>
</body>
</html>
`
  return { path: '/', contentType: 'text/html; charset=utf-8', body: String(page) }
}

function renderRating({ aggregateRating: { rating_value, review_count, distribution } }: Edition): Html {
  if (rating_value === null) return html`<p>No reviews yet.</p>`
  const rows = ([5, 4, 3, 2, 1] as const).map(
    stars => html`<tr>
<th scope="row">${stars} ★</th>
<td><meter min="0" max="${review_count}" value="${distribution[stars]}">${distribution[stars]}</meter></td>
<td><a href="/api/reviews/search?rating=${stars}">${distribution[stars]}</a></td>
</tr>`,
  )
  return html`<p class="rating"><strong>${rating_value.toFixed(1)}</strong> of 5 stars from ${review_count} verified reviews</p>
<table>
<caption>Reviews by stars</caption>
${rows}
</table>`
}

function renderReview(review: Review): Html {
  const language = review.language ? raw(` lang="${review.language}"`) : ''
  return html`<article id="${review.id}">
<h3>${review.author}</h3>
<p><span role="img" aria-label="${review.rating} of 5 stars">${'★'.repeat(review.rating)}${'☆'.repeat(5 - review.rating)}</span>
<time datetime="${review.date}">${review.date}</time>, ${review.source}</p>
${review.text === null ? html`<p class="silent">A rating without words.</p>` : html`<p class="text"${language}>${review.text}</p>`}
${review.owner_reply ? html`<blockquote><p>${review.owner_reply.text}</p><footer>The owner, <time datetime="${review.owner_reply.date}">${review.owner_reply.date}</time></footer></blockquote>` : ''}
</article>
`
}

export function renderStylesheet(): Document {
  const body = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0 }
main { max-width: 42rem; margin: 0 auto; padding: 1rem }
.notice { margin: 0; padding: .5rem 1rem; text-align: center; background: #fde68a; color: #1c1917 }
.rating strong { font-size: 2rem }
caption { text-align: start }
th { font-weight: normal; white-space: nowrap }
meter { width: 12rem }
article { border-top: 1px solid #8884; padding: .5rem 0 }
h3 { margin: .5rem 0 0 }
.text { white-space: pre-line }
.silent { opacity: .7 }
blockquote { margin: 0 0 0 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid #8888 }
`
  return { path: '/site.css', contentType: 'text/css; charset=utf-8', body }
}
