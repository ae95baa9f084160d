/** The one stylesheet of all pages. */
import type { Document, Edition } from '../publish/edition.ts'
import { BASE_CSS } from './style/base.ts'
import { DEVELOPERS_CSS } from './style/developers.ts'
import { PAGES_CSS } from './style/pages.ts'
import { PARTS_CSS } from './style/parts.ts'
import { PRINT_CSS } from './style/print.ts'
import { renderTokens } from './style/tokens.ts'

export function renderStylesheet({ site }: Edition): Document {
  const parts = [renderTokens(site.accent_color), BASE_CSS, PARTS_CSS, PAGES_CSS, DEVELOPERS_CSS, PRINT_CSS]
  return { path: '/site.css', contentType: 'text/css; charset=utf-8', body: parts.join('') }
}
