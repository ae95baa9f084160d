/** The page at /: who this is, how it is rated, the newest reviews, and where the data is. */
import { html } from 'hono/html'
import { type Document, type Edition, exampleDate } from '../publish/edition.ts'
import { type Html, renderPage } from './page.ts'
import { renderReview } from './review.ts'

export function renderHome(edition: Edition): Document {
  const { business, language, newest } = edition
  const body = renderPage(
    { title: `Reviews of ${business.name}`, language, business },
    html`<h1>${business.name}</h1>
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
<li><a href="/api/reviews/changes">Every change since the beginning</a> (JSON)</li>
<li><a href="/api/feed.json">JSON Feed</a>, <a href="/feed.xml">Atom</a></li>
<li><a href="/.well-known/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a></li>
</ul>
<p><a href="/policy">How these reviews are collected, and how to check that none was quietly removed</a></p>`,
  )
  return { path: '/', contentType: 'text/html; charset=utf-8', body }
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
dt { font-weight: bold }
dd { margin: 0 0 .5rem 1rem }
.counts { border-collapse: collapse }
.counts td { padding-inline-start: 1.5rem; text-align: end; font-variant-numeric: tabular-nums }
.counts th { text-align: start; white-space: normal }
.counts tfoot > tr > * { border-top: 1px solid #8888; font-weight: bold }
pre { padding: .5rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: #8882 }
button { font: inherit; padding: .5rem 1rem }
.progress:empty { display: none }
[role=status] { overflow-wrap: anywhere }
.passed, .failed, .unknown { padding: .25rem 1rem; border-inline-start: .5rem solid }
.passed { border-color: #15803d }
.failed { border-color: #b91c1c; background: #b91c1c22 }
.unknown { border-color: #8888 }
blockquote { margin: 0 0 0 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid #8888 }
`
  return { path: '/site.css', contentType: 'text/css; charset=utf-8', body }
}
