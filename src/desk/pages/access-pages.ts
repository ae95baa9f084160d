/** Access: who can use the desk at the public address, who is signed in, and who did what. */
import { randomBytes } from 'node:crypto'
import { type Html, html } from '../../site/base/markup.ts'
import type { DeskActionTable } from '../../store/base/tables.ts'
import type { AddRoutes, Desk, DeskVisit } from '../base/desk-context.ts'
import { goTo, showPage } from '../base/desk-page.ts'
import { deskReviewPath, EN, formTo, renderCommand, renderInput } from '../base/desk-parts.ts'
import { IDLE_MS } from '../base/desk-sessions.ts'
import deskWords from '../base/desk-words.json' with { type: 'json' }
import { createInvitation, readUserName } from '../base/invitation.ts'

const MOST_ACTIONS = 100
const KEPT_MS = 365 * 24 * 3600_000

export const addAccessPages: AddRoutes = (app, { store: { deskAccess }, baseUrl, now }) => {
  app.get('/access', async context => {
    const content = await renderAccess(context.get('visit'))
    return await showPage(context, { title: 'Access', path: '/access', content })
  })

  app.post('/access/invite', async context => {
    const name = readUserName(context.get('form').get('name') ?? '')
    if (name === '')
      return goTo(context, '/access', 'Type the name of the person first.', 'problem')
    const link = await createInvitation(deskAccess, baseUrl, name, { now, randomBytes })
    const invited = `${name} is invited. Send them this link; it works once, for 24 hours: ${link}`
    return goTo(context, '/access', invited)
  })

  app.post('/access/end-session', async context => {
    await deskAccess.endSession(context.get('form').get('id') ?? '')
    return goTo(context, '/access', 'The session is ended.')
  })

  app.post('/access/remove-passkey', async context => {
    await deskAccess.removePasskey(context.get('form').get('id') ?? '')
    return goTo(context, '/access', 'The passkey is removed, and its sessions are ended.')
  })
}

/** Keeps who did what for a year: `path` is where the form was sent, `text` what its sender was told. */
export async function noteAction(
  { store, now }: Pick<Desk, 'store' | 'now'>,
  user_name: string,
  path: string,
  text: string,
) {
  const [first = '', second, third] = path.split('/').filter(Boolean)
  const action = (first === 'reviews' ? third : first === 'access' ? second : first) ?? first
  const at = now().toISOString()
  const note: DeskActionTable = {
    id: `${at} ${randomBytes(6).toString('base64url')}`,
    at,
    user_name,
    action,
    // Only its first sentence: what follows explains, and may be a link that lets somebody in.
    detail: /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text,
    review_id: (first === 'reviews' && second) || null,
  }
  await store.deskAccess.noteAction(note, new Date(now().getTime() - KEPT_MS).toISOString())
}

async function renderAccess(visit: DeskVisit): Promise<Html> {
  const { store, command, now } = visit
  const sessions = await store.deskAccess.sessions(
    new Date(now().getTime() - IDLE_MS).toISOString(),
  )
  const passkeys = await store.deskAccess.passkeys()
  const actions = await store.deskAccess.actions(MOST_ACTIONS)
  const own = visit.session.remote?.token_hash
  return html`<h2>Signed in</h2>
<ul class="found">${sessions.map(({ token_hash, user_name, device, started_at, seen_at }) =>
    renderEntry(
      html`<strong>${user_name}</strong>, ${device}${token_hash === own ? ' (this one)' : ''}: since ${renderTime(started_at)}, last seen ${renderTime(seen_at)}`,
      renderButton(
        visit,
        'end-session',
        token_hash,
        token_hash === own ? 'Sign out' : 'End this session',
      ),
    ),
  )}</ul>
<h2>Passkeys</h2>
<p>If a phone is lost, remove its passkey. A new invitation gives its owner another.</p>
<ul class="found">${passkeys.map(({ id, user_name, device, created_at, used_at }) =>
    renderEntry(
      html`<strong>${user_name}</strong>, ${device}: created ${renderTime(created_at)}, last used ${renderTime(used_at)}`,
      renderButton(visit, 'remove-passkey', id, 'Remove this passkey'),
    ),
  )}</ul>
<h2>Invite someone</h2>
<p>Whoever has a passkey can do everything at this desk, as you can.</p>
${formTo('/access/invite', visit)`
${renderInput({ name: 'name', label: 'Name', hint: 'as the log will show it', required: true })}
<div class="buttons"><button>Make an invitation</button></div>`}
${renderCommand(command('desk', '--invite', 'NAME'))}
<h2>Who did what</h2>
<p>At this address, in the last year. Commands and the desk on the machine itself are not listed.</p>
<ol class="history">${actions.map(renderAction)}</ol>`
}

const renderEntry = (text: Html, button: Html): Html =>
  html`<li class="card"><p>${text}</p>\n${button}</li>\n`

const renderButton = (visit: DeskVisit, action: string, id: string, text: string): Html =>
  formTo(`/access/${action}`, visit)`
<input type="hidden" name="id" value="${id}"><button class="second">${text}</button>`

const renderTime = (at: string): Html =>
  html`<time datetime="${at}">${EN.date(at)}, ${at.slice(11, 16)} UTC</time>`

const ACTIONS = new Map(Object.entries(deskWords.actions))

function renderAction({ at, user_name, action, detail, review_id }: DeskActionTable): Html {
  const words = ACTIONS.get(action) ?? action
  const what = review_id ? html`<a href="${deskReviewPath(review_id)}">${words}</a>` : words
  return html`<li>${renderTime(at)} <strong>${user_name}</strong>: ${what}. <span class="muted">${detail}</span></li>\n`
}
