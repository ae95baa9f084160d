/** Corrections of what was read in a review: they change the counts, never the review. */
import { correctReview } from '../../actions/correct-review.ts'
import {
  type CheckedCorrection,
  type CorrectableMention,
  createCorrectionReader,
  describeCorrection,
} from '../../actions/correctable-reviews.ts'
import type { KnownReview } from '../../model/record.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { AddRoutes, DeskVisit } from '../base/desk-context.ts'
import { deskReviewPath, renderCommand, renderForm } from '../base/desk-parts.ts'
import { type AboutReview, addReviewAction, goTo, notFound } from '../base/respond.ts'

/** Each button has the name of a mark. */
const MARKS = {
  not_person: 'notPerson',
  not_aspect: 'notAspect',
  not_criticism: 'notCriticism',
} as const

const isMark = (name: string): name is keyof typeof MARKS => Object.hasOwn(MARKS, name)

const MENTIONS = '#mentions'

export const addCorrectAction: AddRoutes = (app, desk) => {
  const correct: AboutReview = async (context, review, { business }) => {
    const form = context.get('form')
    const mark = form.get('mark') ?? ''
    const name = form.get('name') ?? ''
    if (!business || !isMark(mark) || name === '') return await notFound(context)
    const request = { id: review.id, [MARKS[mark]]: [name], undo: form.has('undo') }
    await correctReview(desk.store, business, [review], request)
    return goTo(context, deskReviewPath(review.id) + MENTIONS, CORRECTED)
  }
  addReviewAction(app, 'correct', correct, MENTIONS)
}

const CORRECTED =
  'Done. The counts change within a second; the review does not. The site says how many corrections there are.'

export async function renderCorrections(visit: DeskVisit, review: KnownReview): Promise<Html | string> {
  const { store, business } = visit
  if (!business || review.content.text === null) return ''
  const reader = await createCorrectionReader(store, business)
  const { mentions, corrections } = await reader.read(review, await store.corrections())
  if (mentions.length + corrections.length === 0) return ''
  const isCorrected = (one: CorrectableMention) =>
    corrections.some(({ kind, id, state }) => kind === one.kind && id === one.id && state !== 'lapsed')
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
${renderForm(
  `${deskReviewPath(reviewId)}/correct`,
  visit,
  html`<input type="hidden" name="name" value="${id}">
<div class="buttons">${button(mark, isPerson ? 'Not this person' : 'Not about this')}${sentiment === 'negative' ? button('not_criticism', 'Not criticism') : ''}</div>`,
)}
${renderCommand(visit.command('insights', '--correct', reviewId, isPerson ? '--not-person' : '--not-aspect', id))}</li>
`
}

function renderCorrected(visit: DeskVisit, reviewId: string, correction: CheckedCorrection): Html {
  const { kind, id, mark } = correction
  const name = mark === 'not_criticism' ? mark : kind === 'technicians' ? 'not_person' : 'not_aspect'
  return html`<li class="card"><p>You corrected: ${describeCorrection(correction)}</p>
${renderForm(
  `${deskReviewPath(reviewId)}/correct`,
  visit,
  html`<input type="hidden" name="name" value="${id}"><input type="hidden" name="mark" value="${name}">
<button class="second" name="undo" value="yes">Undo</button>`,
)}
${renderCommand(visit.command('insights', '--correct', reviewId, `--${name.replace('_', '-')}`, id, '--undo'))}</li>
`
}
