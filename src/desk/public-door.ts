/** The way in at the public address: a passkey, which an invitation enrolls. */
import { randomBytes } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { basePathOf, DESK_PATH } from '../publish/base/public-paths.ts'
import { type Html, html } from '../site/base/markup.ts'
import type { DeskPasskeyTable } from '../store/base/tables.ts'
import type { Desk, DeskRequestContext } from './base/desk-context.ts'
import { createPublicGuard } from './base/desk-guard.ts'
import { renderNotice, renderPlainPage, showPage } from './base/desk-page.ts'
import { hide } from './base/desk-parts.ts'
import { type DeskSession, IDLE_MS } from './base/desk-sessions.ts'
import { hashOfToken, INVITATION_PATH } from './base/invitation.ts'
import { createPasskeys } from './base/passkeys.ts'
import { type DeskDoor, readForm } from './desk-app.ts'
import { addAccessPages, noteAction } from './pages/access-pages.ts'

/** Below a path the cookie is for the desk alone. Without one, no other host may set it, and that needs the path `/`. */
export function deskCookie(baseUrl: string) {
  const folder = basePathOf(baseUrl)
  return folder === ''
    ? { name: '__Host-firsthand_desk', path: '/' }
    : { name: '__Secure-firsthand_desk', path: folder + DESK_PATH }
}

const SIGN_IN_PATH = '/sign-in'
/** A page of a session is noted as seen once in this time, not with every request. */
const SEEN_MS = 60_000
const FRESH_MS = 5 * 60_000

/** What cannot be undone, or lets somebody in: it asks for the passkey again. */
const GRAVE =
  /^\/(?:reviews\/[^/]+\/erase|access\/(?:invite|remove-passkey)|backups\/(?:download|restore))$/

export function createPublicDoor(desk: Desk, onError: DeskDoor['onError']): DeskDoor {
  const { store, now } = desk
  const access = store.deskAccess
  const { origin } = new URL(desk.baseUrl)
  const cookie = deskCookie(desk.baseUrl)
  const passkeys = createPasskeys(store, origin, now)
  const passed = (time: string) => now().getTime() - Date.parse(time)
  const idleSince = () => new Date(now().getTime() - IDLE_MS).toISOString()
  const tokenOf = (context: DeskRequestContext) =>
    parse(context.req.header('cookie') ?? '', cookie.name)[cookie.name] ?? ''

  const findOpen = async (hash: string) =>
    (await access.sessions(idleSince())).find(({ token_hash }) => token_hash === hash)

  async function find(context: DeskRequestContext): Promise<DeskSession | null> {
    const token = tokenOf(context)
    const remote = token && (await findOpen(hashOfToken(token)))
    if (!remote) return null
    if (passed(remote.seen_at) > SEEN_MS)
      await access.changeSession(remote.token_hash, { seen_at: now().toISOString() })
    const { visited_before: visitedBefore, notice } = remote
    return {
      csrf: hashOfToken(`csrf\n${token}`),
      visitedBefore,
      notice: notice && JSON.parse(notice),
      remote,
    }
  }

  async function open(
    context: DeskRequestContext,
    { id, user_name }: DeskPasskeyTable,
    visited_before: string | null,
    path = '/',
  ): Promise<Response> {
    const token = randomBytes(24).toString('base64url')
    const at = now().toISOString()
    const times = { started_at: at, seen_at: at, confirmed_at: at, visited_before }
    await access.endSession(hashOfToken(tokenOf(context)))
    const session = {
      token_hash: hashOfToken(token),
      user_name,
      passkey_id: id,
      device: deviceOf(context),
    }
    await access.openSession({ ...session, ...times, notice: null }, idleSince())
    await noteAction(
      desk,
      user_name,
      visited_before === null ? 'enroll' : 'sign-in',
      session.device,
    )
    context.header(
      'set-cookie',
      `${cookie.name}=${token}; Path=${cookie.path}; Secure; HttpOnly; SameSite=Strict`,
    )
    return context.redirect(path, 303)
  }

  async function showSignIn(context: DeskRequestContext, problem = ''): Promise<Response> {
    const to = context.req.method === 'GET' ? context.req.path : '/'
    const content = html`${problem && renderNotice({ kind: 'problem', text: problem })}
${renderPasskeyForm(SIGN_IN_PATH, await passkeys.requestOptions(), 'Sign in with your passkey', hide({ to }))}
<p class="muted">If you have no passkey, or lost the phone that had it: whoever runs the machine can print a new invitation with <code>firsthand desk --invite</code>.</p>`
    return await context.html(renderPlainPage('Your desk', content, true), 403)
  }

  async function signIn(context: DeskRequestContext): Promise<Response> {
    const form = await readForm(context)
    const passkey = await passkeys.use(form?.get('passkey') ?? '')
    if (!passkey) return await showSignIn(context, NOT_KNOWN)
    const to = form?.get('to') ?? ''
    return await open(context, passkey, passkey.used_at, to.startsWith('/') ? to : '/')
  }

  /** Programs that preview or scan a link get this page, too: only the form spends the invitation. */
  async function showInvitation(context: DeskRequestContext, problem = ''): Promise<Response> {
    const token = context.req.param('token') ?? ''
    const name = await access.findInvitation(hashOfToken(token), now().toISOString())
    if (name === null)
      return await context.html(renderPlainPage('This invitation no longer works', SPENT), 403)
    const options = await passkeys.creationOptions(
      name,
      (await store.business())?.name ?? 'Firsthand',
    )
    const content = html`${problem && renderNotice({ kind: 'problem', text: problem })}
<p>${name}, you are invited to this desk. Create a passkey on this phone or computer: it unlocks the desk as you unlock the device, with a fingerprint, your face or its PIN.</p>
${renderPasskeyForm(INVITATION_PATH + token, options, 'Create a passkey', '')}`
    return await context.html(renderPlainPage('Your desk', content, true), problem ? 400 : 200)
  }

  async function enroll(context: DeskRequestContext): Promise<Response> {
    const token = context.req.param('token') ?? ''
    const form = await readForm(context)
    const name = await access.findInvitation(hashOfToken(token), now().toISOString())
    const passkey =
      name && (await passkeys.readNew(form?.get('passkey') ?? '', name, deviceOf(context)))
    if (!passkey || !(await access.enroll(hashOfToken(token), passkey)))
      return await showInvitation(context, NOT_CREATED)
    return await open(context, passkey, null)
  }

  /** Returns the page that asks for the passkey, or null if it was used a moment ago. */
  async function askAgain(context: DeskRequestContext): Promise<Response | null> {
    const { session } = context.get('visit')
    const { token_hash, user_name, confirmed_at } = session.remote!
    if (passed(confirmed_at) <= FRESH_MS) return null
    const form = context.get('form') as URLSearchParams | undefined
    if (!form) return await showSignIn(context)
    const { passkey = '', ...fields } = Object.fromEntries(form)
    if (passkey !== '' && (await passkeys.use(passkey))?.user_name === user_name) {
      await access.changeSession(token_hash, { confirmed_at: now().toISOString() })
      return null
    }
    if (passkey !== '') session.notice = { kind: 'problem', text: NOT_KNOWN }
    const options = await passkeys.requestOptions()
    const content = html`<p>This step asks for your passkey again, so that nobody else takes it on a phone that you left open.</p>
${renderPasskeyForm(context.req.path, options, 'Confirm with your passkey', hide(fields))}`
    return await showPage(context, { title: 'Is it you?', path: '', content, hasScript: true }, 403)
  }

  return {
    guard: createPublicGuard(origin),
    addEntrance(app) {
      app.get(`${INVITATION_PATH}:token`, context => showInvitation(context))
      app.post(`${INVITATION_PATH}:token`, enroll)
      app.post(SIGN_IN_PATH, signIn)
    },
    find,
    turnAway: context => showSignIn(context),
    async attend(context, next) {
      const { session } = context.get('visit')
      const { notice: told, remote } = session
      const asked = GRAVE.test(context.req.path) ? await askAgain(context) : null
      if (!asked) await next()
      const { notice } = session
      if (notice === told) return asked ?? undefined
      await access.changeSession(remote!.token_hash, { notice: notice && JSON.stringify(notice) })
      if (notice?.kind === 'done')
        await noteAction(desk, remote!.user_name, context.req.path, notice.text)
      return asked ?? undefined
    },
    pages: [addAccessPages],
    onError,
  }
}

const NOT_KNOWN =
  'This passkey was not accepted. Try again; if it was removed, you need a new invitation.'
const NOT_CREATED = 'The passkey could not be created. Try again.'
const SPENT = html`<p>An invitation works once, for 24 hours. Whoever runs the machine can print a new one:</p>
<pre><code>firsthand desk --invite</code></pre>
<p>If you have created your passkey already, <a href="/">sign in</a>.</p>`

/** The script enables the button, asks the browser for the passkey, and sends its response with the form. */
const renderPasskeyForm = (
  action: string,
  options: object,
  button: string,
  fields: Html | string,
): Html =>
  html`<form method="post" action="${action}" data-passkey="${JSON.stringify(options)}">
${fields}<input type="hidden" name="passkey">
<p role="alert" hidden>Nothing happened: the passkey was not used. Try again.</p>
<p><button disabled>${button}</button></p>
</form>`

/** The first one that a browser names: Android is a Linux, too. */
const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux']

/** Only for people who look at the list of sessions. */
const deviceOf = (context: DeskRequestContext) =>
  DEVICES.find(name => context.req.header('user-agent')?.includes(name)) ?? 'another device'
