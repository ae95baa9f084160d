/** Corrections of what was read in a review: they change the counts, never the review. */
import { html } from 'hono/html'
import { correctReview } from '../../actions/correct-review.ts'
import {
  type CheckedCorrection,
  type CorrectableMention,
  createCorrectionReader,
  describeCorrection,
} from '../../actions/correctable-reviews.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { KnownReview } from '../../model/record.ts'
import type { Html } from '../../site/base/page-context.ts'
import type { AddRoutes, Desk } from '../base/desk-context.ts'
import { deskReviewPath, renderCommand, renderForm } from '../base/desk-parts.ts'
import type { DeskSession } from '../base/desk-sessions.ts'
import { findReviewOr404, goTo, notFound, orShowProblem, REVIEW_ID } from '../base/respond.ts'

/** By the name of the button. */
const MARKS = {
  not_person: 'notPerson',
  not_aspect: 'notAspect',
  not_criticism: 'notCriticism',
} as const

const isMark = (name: string): name is keyof typeof MARKS => Object.hasOwn(MARKS, name)

export const addCorrectionRoute: AddRoutes = (app, desk) => {
  app.post(`/reviews/:id{${REVIEW_ID}}/correct`, context =>
    findReviewOr404(context, desk, review =>
      orShowProblem(context, `${deskReviewPath(review.id)}#mentions`, async () => {
        const business = context.get('business')
        const mark = context.get('form').get('mark') ?? ''
        const name = context.get('form').get('name') ?? ''
        if (!business || !isMark(mark) || name === '') return await notFound(context, desk)
        const request = { id: review.id, [MARKS[mark]]: [name], undo: context.get('form').has('undo') }
        await correctReview(desk.store, business, [review], request)
        return goTo(context, `${deskReviewPath(review.id)}#mentions`, CORRECTED)
      }),
    ),
  )
}

const CORRECTED =
  'Done. The counts change within a second; the review does not. The site says how many corrections there are.'

export async function renderCorrections(
  desk: Desk,
  business: BusinessFile | null,
  review: KnownReview,
  session: DeskSession,
): Promise<Html | string> {
  if (!business || review.content.text === null) return ''
  const { store } = desk
  const reader = await createCorrectionReader(store, business)
  const { mentions, corrections } = await reader.read(review, await store.corrections())
  if (mentions.length + corrections.length === 0) return ''
  const isCorrected = (one: CorrectableMention) =>
    corrections.some(({ kind, id, state }) => kind === one.kind && id === one.id && state !== 'lapsed')
  return html`<h2 id="mentions">What was read in it</h2>
<p>Correct what was misread. That changes the counts on your site, never the review, and your site says how many corrections there are.</p>
<ul class="found">
${mentions.filter(one => !isCorrected(one)).map(one => renderMention(desk, review.id, one, session))}${corrections.map(one => renderCorrected(desk, review.id, one, session))}</ul>`
}

function renderMention(
  { command }: Desk,
  reviewId: string,
  mention: CorrectableMention,
  session: DeskSession,
): Html {
  const { kind, id, label, sentiment, evidence } = mention
  const isPerson = kind === 'technicians'
  const mark = isPerson ? 'not_person' : 'not_aspect'
  const button = (value: string, text: string) =>
    html`<button class="second" name="mark" value="${value}">${text}</button> `
  return html`<li class="card"><p><strong>${label}</strong> (${sentiment}): “${evidence}”</p>
${renderForm(
  `${deskReviewPath(reviewId)}/correct`,
  session,
  html`<input type="hidden" name="name" value="${id}">
<div class="buttons">${button(mark, isPerson ? 'Not this person' : 'Not about this')}${sentiment === 'negative' ? button('not_criticism', 'Not criticism') : ''}</div>`,
)}
${renderCommand(command('insights', '--correct', reviewId, isPerson ? '--not-person' : '--not-aspect', id))}</li>
`
}

function renderCorrected(
  { command }: Desk,
  reviewId: string,
  correction: CheckedCorrection,
  session: DeskSession,
): Html {
  const { kind, id, mark } = correction
  const name = mark === 'not_criticism' ? mark : kind === 'technicians' ? 'not_person' : 'not_aspect'
  return html`<li class="card"><p>You corrected: ${describeCorrection(correction)}</p>
${renderForm(
  `${deskReviewPath(reviewId)}/correct`,
  session,
  html`<input type="hidden" name="name" value="${id}"><input type="hidden" name="mark" value="${name}">
<button class="second" name="undo" value="yes">Undo</button>`,
)}
${renderCommand(command('insights', '--correct', reviewId, `--${name.replace('_', '-')}`, id, '--undo'))}</li>
`
}
