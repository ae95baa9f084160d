/** The desk's page about one review: everything the owner can do about it. */
import type { LedgerEntry } from '../../model/change.ts'
import type { ReviewState } from '../../model/record.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { AddRoutes } from '../base/desk-context.ts'
import { deskReviewPath, EN, renderDeskReview } from '../base/desk-parts.ts'
import { addReviewPage, showPage } from '../base/respond.ts'
import { renderCorrections } from './correction-forms.ts'
import { renderRemoval } from './removal-pages.ts'
import { renderReplyForm } from './reply-form.ts'

export const addReviewDesk: AddRoutes = app => {
  addReviewPage(app, async (context, review, visit) => {
    const { id, state, content, particulars } = review
    const isShown = state === 'published'
    const page = html`${STATES_IN_WORDS[state]}
${isShown ? html`<p><a href="${visit.baseUrl}${deskReviewPath(id)}" rel="noreferrer">Its page on your site</a></p>` : ''}
${renderDeskReview({ ...review, language: particulars.language }, { isWhole: true })}
${isShown ? renderReplyForm(visit, review) : ''}
${isShown ? await renderCorrections(visit, review) : ''}
${renderRemoval(visit, review)}
${renderHistory(await visit.store.entriesAbout(id))}`
    return await showPage(context, {
      title: `Review by ${content.author}`,
      path: isShown ? '' : '/removal',
      content: page,
    })
  })
}

const STATES_IN_WORDS: Record<ReviewState, Html | string> = {
  published: '',
  unverified: html`<p class="caution">Not shown: it does not count as verified. The business file says what does.</p>`,
  withheld: html`<p class="caution">Not shown: you have hidden it.</p>`,
  gone: html`<p class="caution">Not shown: it is gone from its source.</p>`,
}

function renderHistory(entries: LedgerEntry[]): Html | string {
  if (entries.length === 0) return ''
  const { events } = EN.words.review
  return html`<h2>History</h2>
<p>As everyone can read it in the public log.</p>
<ol class="history">
${entries.map(({ op, at, reason, seq }) => html`<li>${EN.say(events[op], { date: EN.date(at) })}${reason ? ` ${EN.words.trust.reasons[reason]}.` : ''} <span class="muted">${EN.say(EN.words.review.logEntry, { entry: seq })}</span></li>\n`)}</ol>`
}
