/** The one stylesheet of all pages. */
import type { SiteSettings } from '../../model/site.ts'
import { withFingerprint } from '../../publish/documents/assets.ts'
import type { Document } from '../../publish/documents/document.ts'
import { BASE_CSS } from './base-css.ts'
import { CHARTS_CSS } from './charts-css.ts'
import { DEVELOPERS_CSS } from './developers-css.ts'
import { HIGHLIGHTS_CSS } from './highlights-css.ts'
import { HOME_CSS } from './home-css.ts'
import { OWNERS_EMBED_CSS } from './owners-embed-css.ts'
import { PAGES_CSS } from './pages-css.ts'
import { PARTS_CSS } from './parts-css.ts'
import { PRINT_CSS } from './print-css.ts'
import { REVIEWS_CSS } from './reviews-css.ts'
import { renderTokens } from './tokens.ts'

type Styled = { site: Pick<SiteSettings, 'accent_color'> }

let last: { color: string; documents: ReturnType<typeof withFingerprint> } | undefined

/** Joined once for all pages, which link to it by its fingerprint. */
export function renderStylesheet({ site: { accent_color: color } }: Styled): Document[] {
  if (last?.color !== color) last = { color, documents: withFingerprint(joinParts(color)) }
  return last.documents
}

/** Where pages find it. */
export const stylesheetPath = (styled: Styled) => renderStylesheet(styled)[1]!.path

function joinParts(color: string): Document {
  const parts = [
    renderTokens(color),
    BASE_CSS,
    PARTS_CSS,
    CHARTS_CSS,
    PAGES_CSS,
    HIGHLIGHTS_CSS,
    HOME_CSS,
    REVIEWS_CSS,
    DEVELOPERS_CSS,
    OWNERS_EMBED_CSS,
    PRINT_CSS,
  ]
  return { path: '/site.css', contentType: 'text/css; charset=utf-8', body: parts.join('') }
}
