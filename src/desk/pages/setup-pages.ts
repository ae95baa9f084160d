/** Setup: from nothing to a page with reviews, people and services. */
import { saveBusinessText } from '../../actions/edit-business.ts'
import { explainVisibility } from '../../actions/visibility.ts'
import { html } from '../../site/base/markup.ts'
import type { AddRoutes, DeskRequestContext } from '../base/desk-context.ts'
import { goTo, orShowProblem, renderNotice, showPage } from '../base/desk-page.ts'
import { countReviews, formTo, renderCommand } from '../base/desk-parts.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import type { TextField } from './business-fields.ts'
import { renderField } from './business-form.ts'
import { draftFrom, readForForm } from './business-pages.ts'

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

async function showSetup(context: DeskRequestContext, form = new URLSearchParams(), problem?: string) {
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
<p>${listed > 0 ? `✓ ${listed} listed. ` : ''}${shown.count > 0 ? html`<a class="button" href="/people">Choose from what your reviews mention</a>` : WORDS.later}</p>
<h2>Your page</h2>
<p>This is what everyone sees: <a href="${baseUrl}" rel="noreferrer">${baseUrl}</a>. Everyday work begins in the <a href="/">inbox</a>.</p>
${renderCommand(command('init'))}`
  return await showPage(context, { title: 'Setup', path: '/setup', content }, problem ? 400 : 200)
}
