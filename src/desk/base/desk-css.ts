/** The stylesheet of the desk: that of the site, and what only the desk has. */
import { readFileSync } from 'node:fs'
import { BASE_CSS } from '../../site/style/base-css.ts'
import { HOME_CSS } from '../../site/style/home-css.ts'
import { PARTS_CSS } from '../../site/style/parts-css.ts'
import { REVIEWS_CSS } from '../../site/style/reviews-css.ts'
import { DARK, declare, LIGHT, renderTokens } from '../../site/style/tokens.ts'

export const renderDeskCss = (accentColor: string) =>
  [renderTokens(accentColor), BASE_CSS, PARTS_CSS, HOME_CSS, REVIEWS_CSS, DESK_CSS].join('')

/** The colors of a preview of the site, which may differ from those of the desk. */
export const renderPreviewCss = (accentColor: string) =>
  `.public{${declare(LIGHT, accentColor)}}
@media screen and (prefers-color-scheme:dark){.public{${declare(DARK, accentColor)}}}
`

const DESK_CSS = readFileSync(new URL('./desk.css', import.meta.url), 'utf8')
