/** The one stylesheet of all pages. */
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { BASE_CSS } from './base-css.ts'
import { DEVELOPERS_CSS } from './developers-css.ts'
import { HIGHLIGHTS_CSS } from './highlights-css.ts'
import { HOME_CSS } from './home-css.ts'
import { PAGES_CSS } from './pages-css.ts'
import { PARTS_CSS } from './parts-css.ts'
import { PRINT_CSS } from './print-css.ts'
import { REVIEWS_CSS } from './reviews-css.ts'
import { renderTokens } from './tokens.ts'

export function renderStylesheet({ site }: RenderContext): Document {
  const parts = [
    renderTokens(site.accent_color),
    BASE_CSS,
    PARTS_CSS,
    PAGES_CSS,
    HIGHLIGHTS_CSS,
    HOME_CSS,
    REVIEWS_CSS,
    DEVELOPERS_CSS,
    PRINT_CSS,
  ]
  return { path: '/site.css', contentType: 'text/css; charset=utf-8', body: parts.join('') }
}
