/** The inbox: what is new since the last visit, and criticism that still waits for a reply. */
import { sourceName } from '../../locale/locale.ts'
import type { KnownReview } from '../../model/record.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { AddRoutes, Desk, DeskVisit } from '../base/desk-context.ts'
import { goTo, showPage } from '../base/desk-page.ts'
import {
  countReviews,
  deskReviewPath,
  EN,
  renderCommand,
  renderDeskReview,
  renderReviews,
} from '../base/desk-parts.ts'
import { MOST_SHOWN } from '../base/desk-reviews.ts'
import { replyPlace } from './review-desk.ts'

/** An owner who visits for the first time sees the newest ones. */
const SHOWN_AT_FIRST = 5

export const addInboxPage: AddRoutes = app => {
  app.get('/', async context => {
    const visit = context.get('visit')
    if (!visit.business) return goTo(context, '/setup')
    const content = html`${renderNew(visit)}
${await renderUnanswered(visit)}`
    return await showPage(context, { title: 'Inbox', path: '/', content })
  })
}

function renderNew({ reviews, session: { visitedBefore } }: DeskVisit): Html {
  if (reviews.shown().length === 0)
    return html`<p>There are no reviews yet. <a href="/import">Import a file</a> to begin.</p>`
  const found =
    visitedBefore === null ? reviews.shown().slice(0, SHOWN_AT_FIRST) : reviews.addedSince(visitedBefore)
  const title = visitedBefore === null ? 'Newest reviews' : `New since ${EN.date(visitedBefore)}`
  return html`<h2>${title}</h2>
${found.length === 0 ? html`<p>Nothing new.</p>` : renderNewest(found)}`
}

async function renderUnanswered({ reviews, command }: Desk): Promise<Html | string> {
  if (reviews.shown().length === 0) return ''
  const { count, newest } = await reviews.unanswered()
  return html`<h2>Critical reviews without a reply</h2>
${
  count === 0
    ? html`<p>Every critical review has a reply.</p>`
    : html`<p>${countReviews(count)} with one or two stars, or with criticism in the text. A calm reply helps the next customer most.</p>${renderNewest(newest, count)}`
}
${renderCommand(command('list', '--critical', 'true', '--has-reply', 'false'))}`
}

const renderNewest = (found: KnownReview[], count = found.length): Html =>
  html`${renderReviews(found.slice(0, MOST_SHOWN).map(review => renderDeskReview(review, { below: renderReplyLink(review) })))}
${count > MOST_SHOWN ? html`<p class="muted">The newest ${MOST_SHOWN} of ${EN.number(count)} are shown.</p>` : ''}`

function renderReplyLink(review: KnownReview): Html | string {
  const { id, source, content } = review
  if (content.owner_reply) return ''
  if (source === 'direct') return html`<p><a class="button" href="${deskReviewPath(id)}#reply">Reply</a></p>`
  const place = replyPlace(review)
  return place ? html`<p><a href="${place}" rel="noreferrer">Reply on ${sourceName(source)}</a></p>` : ''
}
