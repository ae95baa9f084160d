/** The stylesheet of the desk: that of the site, and what only the desk has. */
import { readCss, siteCss } from '../../site/style/read-css.ts'
import { DARK, declare, LIGHT, renderTokens } from '../../site/style/tokens.ts'

const SITE_PARTS = ['base', 'parts', 'home', 'reviews']

export const renderDeskCss = (accentColor: string) =>
  [renderTokens(accentColor), ...SITE_PARTS.map(siteCss), DESK_CSS].join('')

/** The colors of a preview of the site, which may differ from those of the desk. */
export const renderPreviewCss = (accentColor: string) =>
  `.public{${declare(LIGHT, accentColor)}}
@media screen and (prefers-color-scheme:dark){.public{${declare(DARK, accentColor)}}}
`

const DESK_CSS = readCss(new URL('./desk.css', import.meta.url))
