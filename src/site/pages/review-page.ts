/** The page of one review: everything known about it, its history, and where to verify that. */
import { html } from 'hono/html'
import type { LedgerEntry, Tombstone } from '../../model/change.ts'
import type { Review } from '../../model/review.ts'
import { parseReview } from '../../publish/pieces/parse-review.ts'
import { REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { figure, formatDate, shorten, sourceName } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { reviewPath } from '../base/site-paths.ts'
import { starsInWords } from '../base/stars.ts'
import { renderCrumbs } from '../parts/crumbs.ts'
import { renderLd, reviewLd } from '../parts/linked-data.ts'
import type { Page } from '../parts/page-frame.ts'
import { renderReview } from '../parts/review-card.ts'
import { describeVerification } from '../parts/verification-label.ts'

export function reviewPage(snapshot: Snapshot, json: Uint8Array): Page {
  const review = parseReview(json)
  const { business, log } = snapshot
  const { seq } = snapshot.opening(review.id)!
  const words = review.text === null ? starsInWords(review.rating) : shorten(review.text, 200)
  return {
    path: reviewPath(review.id),
    title: `Review of ${business.name} by ${review.author}`,
    crumb: review.author,
    description: words.replaceAll(/\s+/g, ' '),
    head: renderLd(reviewLd(snapshot, review)),
    content: html`${renderCrumbs([[REVIEWS_PATH, 'Reviews']], review.author)}
${renderReview(snapshot, review, { level: 1 })}
<h2>Where it comes from</h2>
<dl class="facts">
<dt>Source</dt>
<dd>${review.source_url ? html`<a href="${review.source_url}" rel="nofollow ugc noopener">${originOf(review)}</a>` : originOf(review)}</dd>
<dt>Verification</dt>
<dd>${describeVerification(review)}</dd>
<dt>Permalink</dt>
<dd><a href="${reviewPath(review.id)}">${snapshot.baseUrl}${reviewPath(review.id)}</a></dd>
<dt>Data</dt>
<dd><a href="/api/reviews/${review.id}">This review as JSON</a></dd>
</dl>
<h2>History</h2>
${renderHistory(log.entriesAbout(review.id))}
<p>The last of these is entry ${figure(seq)} of ${figure(log.size)} in the public log, which cannot be changed without being noticed.
<a href="/api/log/proof?review_id=${review.id}">See the proof</a>, or <a href="/policy#check">check the whole log</a>.</p>`,
  }
}

const originOf = ({ source }: Review) =>
  source === 'direct' ? 'Written for the business directly' : sourceName(source)

const EVENTS: Record<LedgerEntry['op'], string> = {
  add: 'Published here',
  edit: 'Edited by its author',
  reply: 'Reply of the business added or changed',
  withhold: 'Withheld by the business',
  restore: 'Shown again',
  gone_at_source: 'Removed at the site where it was written',
  erase: 'Erased on request',
}

const renderHistory = (entries: LedgerEntry[]): Html => html`<ol class="history">
${entries.map(
  ({ seq, op, at, reason }) =>
    html`<li>${EVENTS[op]} on <time datetime="${at}">${formatDate(at)}</time>${reason ? `, ${inWords(reason)}` : ''} <span class="muted">(log entry ${figure(seq)})</span></li>\n`,
)}</ol>`

const inWords = (reason: string) => reason.replaceAll('_', ' ')

export function gonePage({ business, log }: Snapshot, tombstone: Tombstone): Page {
  const { op, at, reason, review_id } = tombstone
  return {
    path: reviewPath(review_id),
    title: 'This review is not shown any more',
    description: `A review of ${business.name} that was taken from view.`,
    isView: true,
    content: html`<h1>This review is not shown any more</h1>
<p>${EVENTS[op]} on <time datetime="${at}">${formatDate(at)}</time>${reason ? html` (${inWords(reason)})` : ''}. What it said is not kept on this page; that it was here is.</p>
<h2>History</h2>
${renderHistory(log.entriesAbout(review_id))}
<p><a href="/reviews">All reviews of ${business.name}</a>, and <a href="/policy">why reviews can be taken from view</a>.</p>`,
  }
}
