/** The stylesheet and the script of the desk: the same for everyone, with nothing of the business but its color. */
import type { Hono } from 'hono'
import { DEFAULT_ACCENT } from '../../model/business.ts'
import { codeFile } from '../../package/package-files.ts'
import { deskScript } from '../../site/base/scripts.ts'
import { DARK, declare, LIGHT, readCss, renderTokens, siteCss } from '../../site/style/stylesheet.ts'
import type { Desk, DeskEnv } from './desk-context.ts'
import { DESK_CSS_PATH, DESK_SCRIPT_PATH } from './desk-page.ts'

const CSS = { 'content-type': 'text/css; charset=utf-8' }

export function addAssets(app: Hono<DeskEnv>, { store }: Desk): void {
  app.get(DESK_CSS_PATH, async context => {
    const color = (await store.business())?.site.accent_color ?? DEFAULT_ACCENT
    return context.body(renderDeskCss(color), 200, CSS)
  })
  app.get('/preview.css', context => {
    const [color = DEFAULT_ACCENT.slice(1)] = /^[\da-f]{6}$/i.exec(context.req.query('color') ?? '') ?? []
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
  [renderTokens(color), ...SITE_PARTS.map(siteCss), readCss(codeFile('desk/base/desk.css'))].join('')

/** The colors of a preview of the site, which may differ from those of the desk. */
const renderPreviewCss = (color: string) =>
  `.public{${declare(LIGHT, color)}}
@media screen and (prefers-color-scheme:dark){.public{${declare(DARK, color)}}}
`
