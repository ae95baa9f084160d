/** The icons of the pages, and the color of what surrounds them in a browser. */
import { html } from 'hono/html'
import { FAVICON_ICO_PATH, FAVICON_PATH, TOUCH_ICON_PATH } from '../../publish/base/public-paths.ts'
import type { Html } from '../base/page-context.ts'
import { DARK, LIGHT } from '../style/tokens.ts'

export const renderIcons = (): Html => html`<link rel="icon" href="${FAVICON_ICO_PATH}" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="${FAVICON_PATH}" sizes="any">
<link rel="apple-touch-icon" href="${TOUCH_ICON_PATH}">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${LIGHT.page}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${DARK.page}">`
