/** The way in on the owner's machine: a link that works once. */
import { html } from '../site/base/markup.ts'
import type { Desk, DeskRequestContext } from './base/desk-context.ts'
import { renderPlainPage } from './base/desk-page.ts'
import type { DeskSessions } from './base/desk-sessions.ts'
import type { DeskLinks } from './base/signed-token.ts'
import { type DeskDoor, refuse } from './desk-app.ts'

export const OPEN_PATH = '/open/'

type LocalAccess = { sessions: DeskSessions; links: DeskLinks }

export const createLocalDoor = (
  access: LocalAccess,
  rest: Pick<DeskDoor, 'guard' | 'onError'>,
): DeskDoor => ({
  ...rest,
  addEntrance(app, desk) {
    app.get(`${OPEN_PATH}:token`, context => offerDesk(context, access))
    app.post(`${OPEN_PATH}:token`, context => openDesk(context, desk, access))
  },
  find: context => access.sessions.find(context.req.header('cookie')),
  turnAway,
})

const isIn = (context: DeskRequestContext, { sessions }: LocalAccess) =>
  sessions.find(context.req.header('cookie')) !== null

/** Programs that preview or scan a link get this page, too: only the button uses the link up. */
async function offerDesk(context: DeskRequestContext, access: LocalAccess): Promise<Response> {
  if (isIn(context, access)) return context.redirect('/', 303)
  if (!access.links.isValid(context.req.param('token') ?? '')) return await turnAway(context)
  const button = html`<form method="post"><p><button autofocus>Open the desk</button></p></form>`
  return await context.html(renderPlainPage('Your desk', button))
}

async function openDesk(context: DeskRequestContext, { store, now }: Desk, access: LocalAccess) {
  if (!isIn(context, access)) {
    if (!access.links.redeem(context.req.param('token') ?? '')) return await turnAway(context)
    const { visited_at } = await store.deskNotes()
    await store.write(async writer =>
      writer.setDeskNotes({ ...(await writer.deskNotes()), visited_at: now().toISOString() }),
    )
    context.header('set-cookie', access.sessions.open(visited_at).cookie)
  }
  return context.redirect('/', 303)
}

const turnAway = (context: DeskRequestContext) =>
  refuse(
    context,
    html`<p>A link to the desk works once, for 15 minutes. To get a new one, run this where the desk runs:</p>
<pre><code>firsthand desk --link</code></pre>
<p>If the desk itself was started again, use the link that it printed.</p>`,
    'This link no longer works',
  )
