/** Replies: written here for reviews that were sent to the business, elsewhere at their source. */
import { replyToReview } from '../../actions/reply-to-review.ts'
import { sourceName } from '../../locale/source-label.ts'
import type { KnownReview } from '../../model/record.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { AddRoutes, DeskVisit } from '../base/desk-context.ts'
import { deskReviewPath, renderCommand, renderForm } from '../base/desk-parts.ts'
import { renderTextArea } from '../base/form-fields.ts'
import { addReviewAction, goTo } from '../base/respond.ts'

export const addReplyAction: AddRoutes = (app, desk) => {
  addReviewAction(app, 'reply', async (context, { id, source }) => {
    if (source !== 'direct') return goTo(context, deskReviewPath(id))
    const form = context.get('form')
    const text = form.has('remove') ? null : (form.get('text') ?? '')
    const { changed } = await replyToReview(desk.store, id, { text }, desk.now())
    return goTo(context, deskReviewPath(id), changed ? SAVED : 'Nothing changed.')
  })
}

const SAVED = 'Saved. Your site shows it within a second, and the public log records it.'

/** Each of these sources has a page where the owner of a business replies. */
const REPLY_PAGES = new Map([
  ['google', 'https://business.google.com/reviews'],
  ['yelp', 'https://biz.yelp.com/'],
  ['trustpilot', 'https://businessapp.b2b.trustpilot.com/'],
  ['facebook', 'https://business.facebook.com/'],
  ['tripadvisor', 'https://www.tripadvisor.com/Owners'],
])

export function renderReplyForm(visit: DeskVisit, review: KnownReview): Html {
  const { id, source, content } = review
  if (source !== 'direct') return renderReplyElsewhere(review)
  const reply = content.owner_reply
  return html`<h2 id="reply">Reply</h2>
<p>Everyone can read your reply under the review.</p>
${renderForm(
  `${deskReviewPath(id)}/reply`,
  visit,
  html`${renderTextArea({ name: 'text', label: 'Your reply', value: reply?.text, required: true }, 5)}
<div class="buttons"><button>${reply ? 'Change the reply' : 'Publish the reply'}</button></div>`,
)}
${reply ? renderForm(`${deskReviewPath(id)}/reply`, visit, html`<button class="second" name="remove" value="yes">Remove the reply</button>`) : ''}
${renderCommand(visit.command('reply', id, 'YOUR REPLY'))}`
}

function renderReplyElsewhere(review: KnownReview): Html {
  const name = sourceName(review.source)
  const place = replyPlace(review)
  return html`<h2 id="reply">Reply</h2>
<p>${place ? html`<a href="${place}" rel="noreferrer">Reply on ${name}</a>, where the review was posted.` : `Reply on ${name}, where the review was posted.`} Your reply appears here with the next import.</p>`
}

/** Replies are written on the owner's page at the source, or else at the review there. */
export const replyPlace = ({ source, particulars }: KnownReview): string | null =>
  REPLY_PAGES.get(source) ?? particulars.source_url
