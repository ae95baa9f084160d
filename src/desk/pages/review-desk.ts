/** The desk's inbox, and its page about one review: everything the owner can do about it. */
import { correctReview } from '../../actions/correct-review.ts'
import {
  type CheckedCorrection,
  type CorrectableMention,
  createCorrectionReader,
  describeCorrection,
} from '../../actions/correction-targets.ts'
import { replyToReview } from '../../actions/reply-to-review.ts'
import { sourceName } from '../../locale/locale.ts'
import type { LedgerEntry } from '../../model/change.ts'
import type { KnownReview, ReviewState } from '../../model/record.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { AddRoutes, Desk, DeskVisit } from '../base/desk-context.ts'
import { addReviewAction, addReviewPage, goTo, notFound, showPage } from '../base/desk-page.ts'
import {
  countReviews,
  deskReviewPath,
  EN,
  formTo,
  renderCommand,
  renderDeskReview,
  renderReviews,
  renderTextArea,
} from '../base/desk-parts.ts'
import { MOST_SHOWN } from '../base/desk-reviews.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import replyTexts from '../base/reply-texts.json' with { type: 'json' }
import { renderRemoval } from './removal-pages.ts'

export const addReviewDesk: AddRoutes = app => {
  addReviewPage(app, async (context, review, visit) => {
    const { id, state, content, particulars } = review
    const isShown = state === 'published'
    const page = html`${STATES_IN_WORDS[state]}
${isShown ? html`<p><a href="${visit.baseUrl}${deskReviewPath(id)}" rel="noreferrer">Its page on your site</a></p>` : ''}
${renderDeskReview({ ...review, language: particulars.language }, { isWhole: true })}
${isShown ? renderReplyForm(visit, review, context.req.query('start')) : ''}
${isShown ? await renderCorrections(visit, review) : ''}
${renderRemoval(visit, review)}
${renderHistory(await visit.store.entriesAbout(id))}`
    return await showPage(context, {
      title: `Review by ${content.author}`,
      path: isShown ? '' : '/removal',
      content: page,
    })
  })
  // A reply is written here for reviews that were sent to the business, elsewhere at their source.
  addReviewAction(app, 'reply', '', async (context, { id, source }, { store, now }) => {
    if (source !== 'direct') return goTo(context, deskReviewPath(id))
    const form = context.get('form')
    const text = form.has('remove') ? null : (form.get('text') ?? '')
    const { changed } = await replyToReview(store, id, { text }, now())
    return goTo(context, deskReviewPath(id), changed ? deskWords.notices.saved : 'Nothing changed.')
  })
  // A correction of what was read in a review changes the counts, never the review.
  addReviewAction(app, 'correct', MENTIONS, async (context, review, { store, business }) => {
    const form = context.get('form')
    const mark = form.get('mark') ?? ''
    const name = form.get('name') ?? ''
    if (!business || !isMark(mark) || name === '') return await notFound(context)
    const request = { id: review.id, [MARKS[mark]]: [name], undo: form.has('undo') }
    await correctReview(store, business, [review], request)
    return goTo(context, deskReviewPath(review.id) + MENTIONS, deskWords.notices.corrected)
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

const TEXTS = new Map(Object.entries(replyTexts))

/** Each of these sources has a page where the owner of a business replies. */
const REPLY_PAGES = new Map(Object.entries(deskWords.replyPages))

/** Texts to begin with, in the language of the review, or else of the site. */
function replyTextsFor(
  { business }: DeskVisit,
  { content, particulars }: KnownReview,
): Map<string, string> {
  const languages = [particulars.language, business?.locale].map(tag =>
    TEXTS.get(tag?.slice(0, 2) ?? ''),
  )
  const values = { name: content.author, business: business?.name ?? '' }
  const texts = languages.find(texts => texts) ?? replyTexts.en
  return new Map(Object.entries(texts).map(([kind, text]) => [kind, EN.say(text, values)]))
}

function renderReplyForm(visit: DeskVisit, review: KnownReview, start = ''): Html {
  const { id, source, content } = review
  const { owner_reply } = content
  const texts = replyTextsFor(visit, review)
  const starts = html`<p class="buttons">Begin with: ${Object.entries(deskWords.replyStarts).map(([kind, label]) => html`<a class="button" href="${deskReviewPath(id)}?start=${kind}#reply">${label}</a> `)}</p>`
  const area = {
    name: 'text',
    label: 'Your reply',
    value: texts.get(start) ?? owner_reply?.text,
    required: true,
  }
  if (source !== 'direct')
    return renderReplyElsewhere(review, html`${starts}\n${renderTextArea(area, 5)}`)
  return html`<h2 id="reply">Reply</h2>
<p>Everyone can read your reply under the review.</p>
${starts}
${formTo(`${deskReviewPath(id)}/reply`, visit)`
${renderTextArea(area, 5)}
<div class="buttons"><button>${owner_reply ? 'Change the reply' : 'Publish the reply'}</button></div>`}
${owner_reply ? formTo(`${deskReviewPath(id)}/reply`, visit)`\n<button class="second" name="remove" value="yes">Remove the reply</button>` : ''}
${renderCommand(visit.command('reply', id, 'YOUR REPLY'))}`
}

function renderReplyElsewhere(review: KnownReview, draft: Html): Html {
  const name = sourceName(EN, review.source)
  const place = replyPlace(review)
  return html`<h2 id="reply">Reply</h2>
<p>${place ? html`<a href="${place}" rel="noreferrer">Reply on ${name}</a>, where the review was posted.` : `Reply on ${name}, where the review was posted.`} Your reply appears here with the next import.</p>
${draft}
<p class="hint">${deskWords.notices.copyReply}</p>`
}

/** Replies are written on the owner's page at the source, or else at the review there. */
const replyPlace = ({ source, particulars }: KnownReview): string | null =>
  REPLY_PAGES.get(source) ?? particulars.source_url

/** Each button has the name of a mark. */
const MARKS = {
  not_person: 'notPerson',
  not_aspect: 'notAspect',
  not_criticism: 'notCriticism',
} as const

const isMark = (name: string): name is keyof typeof MARKS => Object.hasOwn(MARKS, name)

const MENTIONS = '#mentions'

async function renderCorrections(visit: DeskVisit, review: KnownReview): Promise<Html | string> {
  const { store, business } = visit
  if (!business || review.content.text === null) return ''
  const reader = await createCorrectionReader(store, business)
  const { mentions, corrections } = await reader.read(review, await store.corrections())
  if (mentions.length + corrections.length === 0) return ''
  const isCorrected = (one: CorrectableMention) =>
    corrections.some(
      ({ kind, id, state }) => kind === one.kind && id === one.id && state !== 'lapsed',
    )
  return html`<h2 id="mentions">What was read in it</h2>
<p>Correct what was misread. That changes the counts on your site, never the review, and your site says how many corrections there are.</p>
<ul class="found">
${mentions.filter(one => !isCorrected(one)).map(one => renderMention(visit, review.id, one))}${corrections.map(one => renderCorrected(visit, review.id, one))}</ul>`
}

function renderMention(visit: DeskVisit, reviewId: string, mention: CorrectableMention): Html {
  const { kind, id, label, sentiment, evidence } = mention
  const isPerson = kind === 'technicians'
  const mark = isPerson ? 'not_person' : 'not_aspect'
  const button = (value: string, text: string) =>
    html`<button class="second" name="mark" value="${value}">${text}</button> `
  return html`<li class="card"><p><strong>${label}</strong> (${sentiment}): “${evidence}”</p>
${formTo(`${deskReviewPath(reviewId)}/correct`, visit)`
<input type="hidden" name="name" value="${id}">
<div class="buttons">${button(mark, isPerson ? 'Not this person' : 'Not about this')}${sentiment === 'negative' ? button('not_criticism', 'Not criticism') : ''}</div>`}
${renderCommand(visit.command('insights', '--correct', reviewId, isPerson ? '--not-person' : '--not-aspect', id))}</li>
`
}

function renderCorrected(visit: DeskVisit, reviewId: string, correction: CheckedCorrection): Html {
  const { kind, id, mark } = correction
  const name =
    mark === 'not_criticism' ? mark : kind === 'technicians' ? 'not_person' : 'not_aspect'
  return html`<li class="card"><p>You corrected: ${describeCorrection(correction)}</p>
${formTo(`${deskReviewPath(reviewId)}/correct`, visit)`
<input type="hidden" name="name" value="${id}"><input type="hidden" name="mark" value="${name}">
<button class="second" name="undo" value="yes">Undo</button>`}
${renderCommand(visit.command('insights', '--correct', reviewId, `--${name.replace('_', '-')}`, id, '--undo'))}</li>
`
}

/** An owner who visits for the first time sees the newest ones. */
const SHOWN_AT_FIRST = 5

/** The inbox: what is new since the last visit, and criticism that still waits for a reply. */
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
    return html`<p>There are no reviews yet. <a href="/import">Import a file</a> to begin, or go on with the <a href="/setup">setup</a>.</p>`
  const found =
    visitedBefore === null
      ? reviews.shown().slice(0, SHOWN_AT_FIRST)
      : reviews.addedSince(visitedBefore)
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
  if (source === 'direct')
    return html`<p><a class="button" href="${deskReviewPath(id)}#reply">Reply</a></p>`
  const place = replyPlace(review)
  return place
    ? html`<p><a href="${place}" rel="noreferrer">Reply on ${sourceName(EN, source)}</a></p>`
    : ''
}
