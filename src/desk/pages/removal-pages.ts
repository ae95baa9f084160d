/** Removal: one review at a time, for one of a closed list of reasons, after a look at what everyone will see. */
import { html, raw } from 'hono/html'
import { reviewIdIn } from '../../actions/find-review.ts'
import { eraseReview, republishReview, withholdReview } from '../../actions/remove-review.ts'
import { localeOf } from '../../locale/locale.ts'
import { type BusinessFile, publicBusiness } from '../../model/business.ts'
import { type LedgerEntry, WithholdReason } from '../../model/change.ts'
import type { KnownReview } from '../../model/record.ts'
import type { Html } from '../../site/base/page-context.ts'
import { gonePage } from '../../site/pages/review-page.ts'
import type { AddRoutes, Desk } from '../base/desk-context.ts'
import {
  countReviews,
  deskReviewPath,
  EN,
  renderCommand,
  renderDeskReview,
  renderForm,
  renderReviews,
} from '../base/desk-parts.ts'
import type { DeskSession } from '../base/desk-sessions.ts'
import { findReviewOr404, goTo, orShowProblem, REVIEW_ID, showPage } from '../base/respond.ts'

const MOST_FOUND = 20

export const addRemovalPages: AddRoutes = (app, desk) => {
  app.get('/removal', async context => {
    const query = context.req.query('query')?.slice(0, 200) ?? ''
    const content = html`<p>Hide a review for a reason that everyone can read, or erase it because its author asked for that. The public log records both. A low rating is not a reason.</p>
${renderSearch(query)}
${query ? await renderFound(desk, query) : ''}
${await renderWithheld(desk)}`
    return await showPage(context, desk, { title: 'Removal', path: '/removal', content })
  })

  app.post(`/reviews/:id{${REVIEW_ID}}/withhold`, context =>
    findReviewOr404(context, desk, async review => {
      const back = deskReviewPath(review.id)
      const form = context.get('form')
      const reason = WithholdReason.safeParse(form.get('reason'))
      if (!reason.success || review.state !== 'published') return goTo(context, back)
      if (form.get('step') === 'confirm')
        return await orShowProblem(context, back, async () => {
          await withholdReview(desk.store, review.id, reason.data)
          return goTo(
            context,
            back,
            'The review is hidden. The public log shows that it was here and why it was removed.',
          )
        })
      const content = await renderWithholding(
        desk,
        context.get('session'),
        context.get('business'),
        review,
        reason.data,
      )
      return await showPage(context, desk, { title: 'Hide this review?', path: '/removal', content })
    }),
  )

  app.post(`/reviews/:id{${REVIEW_ID}}/restore`, context =>
    findReviewOr404(context, desk, ({ id }) =>
      orShowProblem(context, deskReviewPath(id), async () => {
        const { state } = await republishReview(desk.store, id)
        const done =
          state === 'published'
            ? 'The review is shown again.'
            : 'The review is no longer withheld, but still not shown: it does not count as verified.'
        return goTo(context, deskReviewPath(id), done)
      }),
    ),
  )

  app.post(`/reviews/:id{${REVIEW_ID}}/erase`, context =>
    findReviewOr404(context, desk, ({ id, content }) =>
      orShowProblem(context, deskReviewPath(id), async () => {
        const typed = context.get('form').get('name') ?? ''
        if (typed.trim() !== content.author.trim()) {
          context.get('session').notice = { kind: 'problem', text: WRONG_NAME }
          return goTo(context, `${deskReviewPath(id)}#erase`)
        }
        await eraseReview(desk.store, id)
        return goTo(context, '/removal', ERASED)
      }),
    ),
  )
}

const WRONG_NAME =
  'Nothing was erased: the name is not the one on the review. Type it exactly as it is shown.'
const ERASED =
  'The review is erased: its text and name are gone from the database. Copies elsewhere (backups, the source, subscribers) are not affected.'

const renderSearch = (
  query: string,
): Html => html`<form method="get" action="/removal" role="search" class="search">
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

/** The part of a review's page that is about removing it. */
export function renderRemoval(desk: Desk, review: KnownReview, session: DeskSession): Html {
  return html`<h2 id="removal">Remove</h2>
${review.state === 'published' ? renderWithholdForm(desk, review, session) : ''}
${review.state === 'withheld' ? renderRestoreForm(desk, review, session) : ''}
${renderEraseForm(desk, review, session)}`
}

function renderWithholdForm({ command }: Desk, { id }: KnownReview, session: DeskSession): Html {
  const { reasons } = EN.words.trust
  return html`<h3>Hide it</h3>
<p>The page of the review then says that it was removed, when and why. You can show it again at any time.</p>
${renderForm(
  `${deskReviewPath(id)}/withhold`,
  session,
  html`<fieldset><legend>Reason</legend>
${WithholdReason.options.map(reason => html`<label class="choice"><input type="radio" name="reason" value="${reason}" required> ${reasons[reason]}</label>\n`)}</fieldset>
<button>See what everyone will see</button>`,
)}
${renderCommand(command('withhold', id, '--reason', 'REASON'))}`
}

const renderRestoreForm = (
  { command }: Desk,
  { id }: KnownReview,
  session: DeskSession,
): Html => html`<h3>Show it again</h3>
<p>The public log keeps the record that it was hidden.</p>
${renderForm(`${deskReviewPath(id)}/restore`, session, html`<button>Show it again</button>`)}
${renderCommand(command('republish', id))}`

const renderEraseForm = (
  { command }: Desk,
  { id, content }: KnownReview,
  session: DeskSession,
): Html => html`<h3 id="erase">Erase it</h3>
<p>Only because its author, or someone it names, asked for that. This deletes the text and the name for good. It cannot be undone, and no import brings the review back.</p>
${renderForm(
  `${deskReviewPath(id)}/erase`,
  session,
  html`<div class="field"><label for="erase-name">To erase it, type the name on the review: <bdi>${content.author}</bdi></label>
<input id="erase-name" name="name" autocomplete="off" required></div>
<button class="grave">Erase for good</button>`,
)}
${renderCommand(command('erase', id))}`

async function renderWithholding(
  { store, baseUrl, command, now }: Desk,
  session: DeskSession,
  business: BusinessFile | null,
  review: KnownReview,
  reason: WithholdReason,
): Promise<Html> {
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
  return html`${renderDeskReview(review, { whole: true })}
<h2>What everyone will see instead</h2>
${business ? renderPublicRemoval(business, baseUrl, entries, entry) : ''}
${renderForm(
  `${deskReviewPath(id)}/withhold`,
  session,
  html`<input type="hidden" name="reason" value="${reason}"><input type="hidden" name="step" value="confirm">
<div class="buttons"><button>Hide the review</button> <a class="button" href="${deskReviewPath(id)}">Keep it</a></div>`,
)}
${renderCommand(command('withhold', id, '--reason', reason))}`
}

/** The page that the site will have, in the language of the site. */
function renderPublicRemoval(
  business: BusinessFile,
  baseUrl: string,
  entries: LedgerEntry[],
  entry: LedgerEntry,
): Html {
  // The number of the entry is not known before it is written.
  const log = { entriesAbout: () => entries }
  const { content } = gonePage({ business: publicBusiness(business), locale: business.locale, log }, entry)
  return html`<div class="public" lang="${localeOf(business.locale).tag}">${raw(asPreview(String(content), baseUrl))}</div>`
}

/** Links lead to the site, and headings fit under those of the desk. */
export const asPreview = (markup: string, baseUrl: string) =>
  markup
    .replaceAll(' href="/', ` href="${baseUrl}/`)
    .replaceAll(/<(\/?)h2\b/g, '<$1h4')
    .replaceAll(/<(\/?)h1\b/g, '<$1h3')
