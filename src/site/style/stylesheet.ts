/** The one stylesheet of all pages. */
import type { SiteSettings } from '../../model/site.ts'
import { withFingerprint } from '../../publish/documents/assets.ts'
import type { Document } from '../../publish/documents/document.ts'
import { siteCss } from './read-css.ts'
import { renderTokens } from './tokens.ts'

/** The parts are in the order of the cascade. */
const PARTS = 'base parts charts pages highlights home reviews developers owners-embed print'.split(' ')

type Styled = { site: Pick<SiteSettings, 'accent_color'> }

let last: { color: string; documents: ReturnType<typeof withFingerprint> } | undefined

/** The stylesheet is joined once for all pages, which link to it by its fingerprint. */
export function renderStylesheet({ site: { accent_color: color } }: Styled): Document[] {
  if (last?.color !== color) last = { color, documents: withFingerprint(joinParts(color)) }
  return last.documents
}

/** The address where pages find the stylesheet. */
export const stylesheetPath = (styled: Styled) => renderStylesheet(styled)[1]!.path

const joinParts = (color: string): Document => ({
  path: '/site.css',
  contentType: 'text/css; charset=utf-8',
  body: [renderTokens(color), ...PARTS.map(siteCss)].join(''),
})
