/** The desk as an app: what every request must pass, then the pages. */
import { Hono, type Next } from 'hono'
import { getPath } from 'hono/utils/url'
import { readBody } from '../http/request-body.ts'
import { DEFAULT_ACCENT } from '../model/business.ts'
import { codeFile } from '../package/package-files.ts'
import { type Html, html } from '../site/base/markup.ts'
import { deskScript } from '../site/base/scripts.ts'
import { DARK, declare, LIGHT, readCss, renderTokens, siteCss } from '../site/style/stylesheet.ts'
import type { AddRoutes, Desk, DeskEnv, DeskRequestContext } from './base/desk-context.ts'
import type { DeskGuard } from './base/desk-guard.ts'
import { DESK_CSS_PATH, DESK_SCRIPT_PATH, notFound, renderPlainPage } from './base/desk-page.ts'
import { type DeskSession, isCsrfToken } from './base/desk-sessions.ts'
import { UPLOAD_PATHS } from './base/upload-form.ts'
import { drain } from './base/uploads.ts'
import { addBackupPages } from './pages/backup-pages.ts'
import { addBusinessPages, addSetupPages } from './pages/business-pages.ts'
import { addImportPages } from './pages/import-pages.ts'
import { addPeoplePages } from './pages/people-pages.ts'
import { addPullPages } from './pages/pull-pages.ts'
import { addRemovalPages } from './pages/removal-pages.ts'
import { addInboxPage, addReviewDesk } from './pages/review-desk.ts'
import { addStatusPage } from './pages/status-page.ts'

/** How people get in. */
export interface DeskDoor {
  guard: DeskGuard
  /** Adds what a visitor without a session may see. */
  addEntrance(app: Hono<DeskEnv>, desk: Desk): void
  find(context: DeskRequestContext): Promise<DeskSession | null> | DeskSession | null
  turnAway(context: DeskRequestContext): Promise<Response>
  /** Runs around every request with a session. */
  attend?(context: DeskRequestContext, next: Next): Promise<Response | undefined>
  /** Pages that only those who come this way have. */
  pages?: AddRoutes[]
  onError(error: Error): void
}

const PAGES: AddRoutes[] = [
  addInboxPage,
  addSetupPages,
  addImportPages,
  addPullPages,
  addPeoplePages,
  addRemovalPages,
  addReviewDesk,
  addBusinessPages,
  addStatusPage,
  addBackupPages,
]

/** `folder` is where the desk is on its server. */
export function createDeskApp(desk: Desk, door: DeskDoor, folder = ''): Hono<DeskEnv> {
  const app = new Hono<DeskEnv>({
    getPath: request => getPath(request).slice(folder.length) || '/',
  })
  app.use(async (context, next) => {
    const refusal = door.guard(context.req)
    if (refusal === null) await next()
    else context.res = await refuse(context, html`<p>${refusal}</p>`)
    for (const [name, value] of Object.entries(DESK_HEADERS)) context.res.headers.set(name, value)
  })
  addAssets(app, desk)
  door.addEntrance(app, desk)
  app.use(async (context, next) => {
    const session = await door.find(context)
    if (!session) return await door.turnAway(context)
    const { method, path } = context.req
    if (method !== 'GET' && method !== 'HEAD' && !Object.values(UPLOAD_PATHS).includes(path)) {
      const form = await readForm(context)
      if (!form || !isCsrfToken(session, form.get('csrf'))) return await refuse(context, NOT_OURS)
      context.set('form', form)
    }
    await desk.reviews.refresh()
    context.set('visit', { ...desk, session, business: await desk.store.business() })
    return await (door.attend?.(context, next) ?? next())
  })
  for (const add of [...PAGES, ...(door.pages ?? [])]) add(app, desk)
  app.notFound(context => notFound(context as DeskRequestContext))
  app.onError(async (error, context) => {
    door.onError(error)
    const page = renderPlainPage('Something went wrong', html`<p>${SOMETHING_WRONG}</p>`)
    return await context.html(page, 500)
  })
  return app
}

const SOMETHING_WRONG =
  'The terminal where the desk runs says what happened. Go back and try again.'
const NOT_OURS = html`<p>This form was not sent from a page of the desk, or the page is too old. Nothing was changed.</p>`

/** A page of the desk loads nothing from elsewhere, and no frame, other page or cache may have it. */
export const DESK_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  // With no-referrer, browsers would send our own forms with the origin null.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export async function refuse(context: DeskRequestContext, why: Html, title = 'Not accepted') {
  await drain(context.env.incoming)
  return await context.html(renderPlainPage(title, why), 403)
}

const MOST_FORM_BYTES = 2 ** 20

/** Returns null if it is none of ours: only plain forms are read here. */
export async function readForm(context: DeskRequestContext): Promise<URLSearchParams | null> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(
    context.req.header('content-type') ?? '',
  )
  const body = isForm ? await readBody(context.env.incoming, MOST_FORM_BYTES) : null
  return body && new URLSearchParams(body.toString('utf8'))
}

/** The stylesheet and the script of the desk: the same for everyone, with nothing of the business but its color. */
const CSS = { 'content-type': 'text/css; charset=utf-8' }

function addAssets(app: Hono<DeskEnv>, { store }: Desk): void {
  app.get(DESK_CSS_PATH, async context => {
    const color = (await store.business())?.site.accent_color ?? DEFAULT_ACCENT
    return context.body(renderDeskCss(color), 200, CSS)
  })
  app.get('/preview.css', context => {
    const [color = DEFAULT_ACCENT.slice(1)] =
      /^[\da-f]{6}$/i.exec(context.req.query('color') ?? '') ?? []
    return context.body(renderPreviewCss(`#${color.toLowerCase()}`), 200, CSS)
  })
  app.get(DESK_SCRIPT_PATH, context =>
    context.body(deskScript(), 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/favicon.ico', context => context.body(null, 204))
}

const SITE_PARTS = ['base', 'parts', 'home', 'reviews']

/** The stylesheet of the site, and what only the desk has. */
const renderDeskCss = (color: string) =>
  [renderTokens(color), ...SITE_PARTS.map(siteCss), readCss(codeFile('desk/base/desk.css'))].join(
    '',
  )

/** The colors of a preview of the site, which may differ from those of the desk. */
const renderPreviewCss = (color: string) =>
  `.public{${declare(LIGHT, color)}}
@media screen and (prefers-color-scheme:dark){.public{${declare(DARK, color)}}}
`
