/** One review: as a part of a page, and on a page of its own. */
import { html, raw } from 'hono/html'
import type { Tombstone } from '../model/change.ts'
import type { Review } from '../model/review.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { type Html, renderPage } from './page.ts'

export function renderReview(review: Review): Html {
  const language = review.language ? raw(` lang="${review.language}"`) : ''
  return html`<article id="${review.id}">
<h3><a href="/reviews/${review.id}">${review.author}</a></h3>
<p><span role="img" aria-label="${review.rating} of 5 stars">${'★'.repeat(review.rating)}${'☆'.repeat(5 - review.rating)}</span>
${renderDate(review)}, ${review.source}</p>
${review.text === null ? html`<p class="silent">A rating without words.</p>` : html`<p class="text"${language}>${review.text}</p>`}
${review.owner_reply ? html`<blockquote><p class="text">${review.owner_reply.text}</p><footer>The owner, <time datetime="${review.owner_reply.date}">${review.owner_reply.date}</time></footer></blockquote>` : ''}
</article>
`
}

function renderDate({ date, date_precision }: Review): Html {
  if (date_precision === 'day') return html`<time datetime="${date}">${date}</time>`
  return html`about <time datetime="${date}">${date}</time> (exact to a ${date_precision})`
}

export function renderReviewPage(snapshot: Snapshot, json: Uint8Array): string {
  const review = JSON.parse(Buffer.from(json).toString()) as Review
  const { business, log } = snapshot
  const { seq } = snapshot.opening(review.id)!
  const title = `Review of ${business.name} by ${review.author}`
  return renderPage(
    { title, language: 'en', business },
    html`<h1>Review of <a href="/">${business.name}</a></h1>
${renderReview(review)}
<p>${renderVerification(review)} Revision ${review.revision}, last changed <time datetime="${review.updated_at}">${review.updated_at.slice(0, 10)}</time>.</p>
<p>Entry ${seq} of ${log.size} in the <a href="/policy">public log</a>:
<a href="/api/log/proof?review_id=${review.id}">proof</a>, <a href="/api/reviews/${review.id}">the review as JSON</a>${review.source_url ? html`, <a href="${review.source_url}" rel="nofollow ugc">at its source</a>` : ''}.</p>`,
  )
}

const LEVELS: Record<Review['verification']['level'], string> = {
  transaction: 'Verified by a transaction',
  invited: 'Verified by an invitation of the business',
  platform: 'Verified by the platform it was written on',
  none: 'Not verified',
}

const renderVerification = ({ verification: { level, method } }: Review): Html =>
  html`${LEVELS[level]}${method ? `: ${method}` : ''}.`

export function renderGonePage({ business }: Snapshot, { op, at, reason, seq }: Tombstone): string {
  return renderPage(
    { title: 'This review is not shown any more', language: 'en', business },
    html`<h1>This review is not shown any more</h1>
<p>${ENDINGS[op] ?? 'It was taken from view'} on <time datetime="${at}">${at.slice(0, 10)}</time>${reason ? html` (${reason.replaceAll('_', ' ')})` : ''}: entry ${seq} of the <a href="/policy">public log</a>.</p>
<p><a href="/">All reviews of ${business.name}</a></p>`,
  )
}

const ENDINGS: Partial<Record<Tombstone['op'], string>> = {
  withhold: 'The business withheld it',
  gone_at_source: 'It disappeared from the site where it was written',
  erase: 'It was erased on request',
}
