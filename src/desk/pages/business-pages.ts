/** Business: the business file as a form, with a preview of what visitors will see; and setup, which begins with it. */
import {
  applyBusinessEdits,
  type BusinessEdit,
  type BusinessText,
  readBusinessText,
  saveBusinessText,
} from '../../actions/edit-business.ts'
import { explainVisibility } from '../../actions/visibility.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { type BusinessFile, publicBusiness, reviewSites } from '../../model/business.ts'
import { CARD_PATH, EMBED_PATH } from '../../publish/base/public-paths.ts'
import { withLabels } from '../../publish/context/compose-context.ts'
import { type Html, html } from '../../site/base/markup.ts'
import { renderContactButtons, renderNameAndPlace } from '../../site/home/first-screen.ts'
import { renderOpenNow } from '../../site/parts/contact.ts'
import type { AddRoutes, Desk, DeskRequestContext } from '../base/desk-context.ts'
import { goTo, orShowProblem, renderNotice, showPage } from '../base/desk-page.ts'
import { countReviews, formTo, renderCommand } from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import { editsFrom, formFrom, type TextField } from './business-fields.ts'
import { renderBusinessFields, renderField } from './business-form.ts'
import { renderAsPublic } from './removal-pages.ts'

export const addBusinessPages: AddRoutes = (app, desk) => {
  app.get('/business', async context => await showForm(context, await readForForm(desk), null))

  app.post('/business', async context => {
    const form = context.get('form')
    const state = await readForForm(desk)
    const draft = draftFrom(state.written, form)
    const isStale = form.get('digest') !== state.written.digest
    if (form.get('step') === 'save' && !isStale && 'text' in draft && draft.edits.length > 0) {
      await saveBusinessText(desk.businessFile, draft.text, desk.store)
      return goTo(
        context,
        '/business',
        `Saved to ${desk.businessFile}. Your site changes within seconds.`,
      )
    }
    if (isStale) return await showForm(context, state, STALE, 400)
    const drafted = { ...state, draft }
    if ('problem' in draft) return await showForm(context, drafted, draft.problem, 400)
    return await showForm(context, drafted, draft.edits.length === 0 ? NO_CHANGE : null)
  })

  app.post('/business/preview', async context => {
    const { written } = await readForForm(desk)
    return context.html(renderDraft(desk, draftFrom(written, context.get('form'))))
  })
}

const STALE =
  'The file was changed in the meantime. This is its new content: please make your changes again.'
const NO_CHANGE = 'The form says what the file says already.'

interface FormState {
  written: BusinessText
  /** The sources of all reviews. */
  sources: string[]
  draft?: Draft
}

/** A draft is the file as it would become, or what is wrong with that. */
type Draft = { edits: BusinessEdit[]; form: URLSearchParams } & (
  | { text: string; business: BusinessFile }
  | { problem: string }
)

async function readForForm({ businessFile, store }: Desk): Promise<FormState> {
  return {
    written: await readBusinessText(businessFile, store),
    sources: (await store.countBySource()).map(({ source }) => source),
  }
}

function draftFrom({ text, fields }: BusinessText, form: URLSearchParams): Draft {
  const edits = editsFrom(form, fields)
  try {
    return { edits, form, ...applyBusinessEdits(text, edits) }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    // Lines are those of the file, which the form does not show.
    return { edits, form, problem: error.message.replaceAll(/^line \d+: /gm, '') }
  }
}

async function showForm(
  context: DeskRequestContext,
  { written, sources, draft }: FormState,
  notice: string | null,
  status: 200 | 400 = 200,
): Promise<Response> {
  const visit = context.get('visit')
  const shown = draft ?? draftFrom(written, formFrom(written.fields))
  const content = html`${notice ? renderNotice({ kind: 'problem', text: notice }) : ''}
<p>What your site says about you, in <code>${visit.businessFile}</code>. Only the name is required. To show your reviews on another website, see <a href="${visit.baseUrl}${EMBED_PATH}" rel="noreferrer">your embed page</a>.${visit.business && reviewSites(publicBusiness(visit.business)).length > 0 ? html` To ask customers for reviews, with a card to print or a text to send: <a href="${visit.baseUrl}${CARD_PATH}" rel="noreferrer">your review card</a>.` : ''}</p>
<form method="post" action="/business" data-preview="/business/preview">
<input type="hidden" name="csrf" value="${visit.session.csrf}"><input type="hidden" name="digest" value="${written.digest}">
<div class="beside"><div>
${renderBusinessFields(shown.form, written.fields, sources)}
</div><section aria-labelledby="preview">
<h2 id="preview">What visitors will see</h2>
<div id="live" aria-live="polite">${renderDraft(visit, shown)}</div>
<div class="buttons"><button name="step" value="save">Save</button> <button class="second" name="step" value="preview">Preview</button></div>
</section></div>
</form>`
  return await showPage(
    context,
    { title: 'Business', path: '/business', content, hasScript: true },
    status,
  )
}

/** Shows the top of the home page, and the command that makes the changes. */
function renderDraft({ baseUrl, command }: Desk, draft: Draft): Html {
  if ('problem' in draft) return html`<p class="caution text">${draft.problem}</p>`
  const { business, edits } = draft
  const context = {
    baseUrl,
    business: publicBusiness(business),
    locale: business.locale,
    site: withLabels(business),
  }
  const top = html`<div class="hero">${renderNameAndPlace(context)}
${renderContactButtons(context)}
${renderOpenNow(context)}</div>`
  return html`<link rel="stylesheet" href="/preview.css?color=${business.site.accent_color.slice(1)}">
${renderAsPublic(top, business, baseUrl)}
${edits.length === 0 ? '' : renderCommand(command('business', ...edits.flatMap(asFlags)))}`
}

const asFlags = ({ path, value }: BusinessEdit) =>
  value === undefined
    ? ['--unset', path.join('.')]
    : ['--set', `${path.join('.')}=${typeof value === 'string' ? value : JSON.stringify(value)}`]

/** Setup: from nothing to a page with reviews, people and services. */
const WORDS = deskWords.setup

export const addSetupPages: AddRoutes = (app, desk) => {
  app.get('/setup', context => showSetup(context))

  app.post('/setup', context =>
    orShowProblem(context, '/setup', async () => {
      const form = context.get('form')
      // An old page must not empty what was filled in since.
      if (context.get('visit').business) return goTo(context, '/setup')
      const draft = draftFrom((await readForForm(desk)).written, form)
      if ('problem' in draft) return await showSetup(context, form, draft.problem)
      await saveBusinessText(desk.businessFile, draft.text, desk.store)
      return goTo(context, '/setup', WORDS.saved)
    }),
  )
}

async function showSetup(
  context: DeskRequestContext,
  form = new URLSearchParams(),
  problem?: string,
) {
  const visit = context.get('visit')
  const { business, store, baseUrl, command } = visit
  const { shown, hidden } = explainVisibility(await store.countBySource())
  const listed = [...(business?.technicians ?? []), ...(business?.services ?? [])].length
  const content = html`${problem ? renderNotice({ kind: 'problem', text: problem }) : ''}
<p>${WORDS.intro}</p>
<h2>1. Your business</h2>
${
  business
    ? html`<p>✓ <strong>${business.name}</strong>. <a href="/business">Change it, or say more</a>.</p>`
    : formTo('/setup', visit)`
${WORDS.fields.map(name => renderField(form, name as TextField))}
<div class="buttons"><button>Save</button></div>`
}
<h2>2. Your reviews</h2>
<p>${shown.count > 0 ? html`✓ ${countReviews(shown.count)} shown. <a href="/import">Import more</a>.` : html`<a class="button" href="/import">Import a file</a>`}</p>
${hidden.map(({ count, because }) => html`<p class="caution">Kept but not shown: ${countReviews(count)}, because ${because}. <a href="/business#verification">Say how you know</a>.</p>\n`)}<h2>3. Your people and services</h2>
<p>${listed > 0 ? `✓ ${listed} listed. ` : ''}${shown.count > 0 ? html`<a class="button" href="/people">Choose from what your reviews mention</a>` : html`${WORDS.later} <a href="/business#people">${WORDS.now}</a>.`}</p>
<h2>Your page</h2>
<p>While the service runs, everyone sees it here: <a href="${baseUrl}" rel="noreferrer">${baseUrl}</a>. Everyday work begins in the <a href="/">inbox</a>.</p>
${renderCommand(command('init'))}`
  return await showPage(context, { title: 'Setup', path: '/setup', content }, problem ? 400 : 200)
}
