/** Removal: one review at a time, for one of a closed list of reasons, after a look at what everyone will see. */
import { reviewIdIn } from '../../actions/find-review.ts'
import { eraseReview, republishReview, withholdReview } from '../../actions/remove-review.ts'
import { type BusinessFile, publicBusiness } from '../../model/business.ts'
import { type LedgerEntry, WithholdReason } from '../../model/change.ts'
import type { KnownReview } from '../../model/record.ts'
import { type Html, html, raw } from '../../site/base/markup.ts'
import { gonePage } from '../../site/pages/review-page.ts'
import type { AddRoutes, Desk, DeskVisit } from '../base/desk-context.ts'
import { addReviewAction, goTo, showPage } from '../base/desk-page.ts'
import {
  countReviews,
  deskReviewPath,
  EN,
  formTo,
  renderCommand,
  renderDeskReview,
  renderReviews,
} from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }

const { notices } = deskWords
const MOST_FOUND = 20

export const addRemovalPages: AddRoutes = (app, desk) => {
  app.get('/removal', async context => {
    const query = context.req.query('query')?.slice(0, 200) ?? ''
    const content = html`<p>Hide a review for a reason that everyone can read, or erase it because its author asked for that. The public log records both. A low rating is not a reason.</p>
${renderSearch(query)}
${query ? await renderFound(desk, query) : ''}
${await renderWithheld(desk)}`
    return await showPage(context, { title: 'Removal', path: '/removal', content })
  })

  addReviewAction(app, 'withhold', '', async (context, review, visit) => {
    const back = deskReviewPath(review.id)
    const form = context.get('form')
    const reason = WithholdReason.safeParse(form.get('reason'))
    if (!reason.success || review.state !== 'published') return goTo(context, back)
    if (form.get('step') === 'confirm') {
      await withholdReview(desk.store, review.id, reason.data)
      return goTo(context, back, notices.hidden)
    }
    const content = await renderWithholding(visit, review, reason.data)
    return await showPage(context, { title: 'Hide this review?', path: '/removal', content })
  })

  addReviewAction(app, 'restore', '', async (context, { id }) => {
    const { state } = await republishReview(desk.store, id)
    return goTo(
      context,
      deskReviewPath(id),
      notices[state === 'published' ? 'shown' : 'unverified'],
    )
  })

  addReviewAction(app, 'erase', '', async (context, { id, content }) => {
    const typed = context.get('form').get('name') ?? ''
    if (typed.trim() !== content.author.trim())
      return goTo(context, `${deskReviewPath(id)}#erase`, notices.wrongName, 'problem')
    await eraseReview(desk.store, id)
    return goTo(context, '/removal', notices.erased)
  })
}

const renderSearch = (query: string): Html =>
  html`<form method="get" action="/removal" role="search" class="search">
<label for="query">Find the review: words, a name, or its address on your site</label>
<div><input id="query" name="query" type="search" value="${query}" maxlength="200"><button>Search</button></div>
</form>`

async function renderFound({ store, reviews }: Desk, query: string): Promise<Html> {
  const id = reviewIdIn(query)
  const named = id === query ? null : await store.find(id)
  const found = named ? [named] : reviews.search(query)
  const title = html`<h2>${found.length === 0 ? 'Nothing found' : `${countReviews(found.length)} found`}</h2>`
  if (found.length === 0) return html`${title}<p>Try fewer words.</p>`
  return html`${title}
${renderReviews(found.slice(0, MOST_FOUND).map(review => renderDeskReview(review)))}
${found.length > MOST_FOUND ? html`<p class="muted">The newest ${MOST_FOUND} are shown. More words find fewer reviews.</p>` : ''}`
}

async function renderWithheld({ store }: Desk): Promise<Html> {
  const withheld = (await store.findInStates(['withheld'])).toReversed()
  if (withheld.length === 0) return html`<h2>Hidden by you</h2><p>No reviews are hidden.</p>`
  return html`<h2>Hidden by you</h2>
<p>Open one to show it again.</p>
${renderReviews(withheld.map(review => renderDeskReview(review)))}`
}

/** Renders the part of a review's page that is about removing it. */
export function renderRemoval(visit: DeskVisit, review: KnownReview): Html {
  return html`<h2 id="removal">Remove</h2>
${review.state === 'published' ? renderWithholdForm(visit, review) : ''}
${review.state === 'withheld' ? renderRestoreForm(visit, review) : ''}
${renderEraseForm(visit, review)}`
}

function renderWithholdForm(visit: DeskVisit, { id }: KnownReview): Html {
  const { reasons } = EN.words.trust
  return html`<h3>Hide it</h3>
<p>The page of the review then says that it was removed, when and why. You can show it again at any time.</p>
${formTo(`${deskReviewPath(id)}/withhold`, visit)`
<fieldset><legend>Reason</legend>
${WithholdReason.options.map(reason => html`<label class="choice"><input type="radio" name="reason" value="${reason}" required> ${reasons[reason]}</label>\n`)}</fieldset>
<button>See what everyone will see</button>`}
${renderCommand(visit.command('withhold', id, '--reason', 'REASON'))}`
}

const renderRestoreForm = (
  visit: DeskVisit,
  { id }: KnownReview,
): Html => html`<h3>Show it again</h3>
<p>The public log keeps the record that it was hidden.</p>
${formTo(`${deskReviewPath(id)}/restore`, visit)`
<button>Show it again</button>`}
${renderCommand(visit.command('republish', id))}`

const renderEraseForm = (visit: DeskVisit, { id, content }: KnownReview): Html =>
  html`<h3 id="erase">Erase it</h3>
<p>Only because its author, or someone it names, asked for that. This deletes the text and the name for good. It cannot be undone, and no import brings the review back.</p>
${formTo(`${deskReviewPath(id)}/erase`, visit)`
<div class="field"><label for="erase-name">To erase it, type the name on the review: <bdi>${content.author}</bdi></label>
<input id="erase-name" name="name" autocomplete="off" required></div>
<button class="grave">Erase for good</button>`}
${renderCommand(visit.command('erase', id))}`

async function renderWithholding(visit: DeskVisit, review: KnownReview, reason: WithholdReason) {
  const { store, baseUrl, business, command, now } = visit
  const { id, revision } = review
  const entries = await store.entriesAbout(id)
  const entry: LedgerEntry = {
    seq: (entries.at(-1)?.seq ?? 0) + 1,
    op: 'withhold',
    at: now().toISOString(),
    review_id: id,
    revision,
    reason,
    commitment: null,
  }
  // The number of the entry is not known before it is written.
  const log = { entriesAbout: () => entries }
  const page =
    business &&
    gonePage({ business: publicBusiness(business), locale: business.locale, log }, entry)
  return html`${renderDeskReview(review, { isWhole: true })}
<h2>What everyone will see instead</h2>
${page && business ? renderAsPublic(page.content, business, baseUrl) : ''}
${formTo(`${deskReviewPath(id)}/withhold`, visit)`
<input type="hidden" name="reason" value="${reason}"><input type="hidden" name="step" value="confirm">
<div class="buttons"><button>Hide the review</button> <a class="button" href="${deskReviewPath(id)}">Keep it</a></div>`}
${renderCommand(command('withhold', id, '--reason', reason))}`
}

/** A part of the site in its language: its links lead to the site, and its headings fit under those of the desk. */
export function renderAsPublic(content: Html, { locale }: BusinessFile, baseUrl: string): Html {
  const markup = String(content)
    .replaceAll(' href="/', ` href="${baseUrl}/`)
    .replaceAll(/<(\/?)h2\b/g, '<$1h4')
    .replaceAll(/<(\/?)h1\b/g, '<$1h3')
  return html`<div class="public" lang="${locale}">${raw(markup)}</div>`
}
