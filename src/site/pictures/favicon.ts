/** The icon at /favicon.svg: the business's initial on its color. */
import { html } from 'hono/html'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { FAVICON_PATH } from '../../publish/pieces/public-paths.ts'
import { readableOn } from '../base/color.ts'

export function renderFavicon({ business, site: { accent_color } }: RenderContext): Document {
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="14" fill="${accent_color}"/>
<text x="32" y="46" text-anchor="middle" font-family="system-ui, sans-serif" font-size="40" font-weight="700" fill="${readableOn('#ffffff', accent_color)}">${initialOf(business.name)}</text>
</svg>
`
  return { path: FAVICON_PATH, contentType: 'image/svg+xml', body: String(body) }
}

/** The first letter or digit. Some letters become two in upper case; one is enough. */
function initialOf(name: string): string {
  const [first = '★'] = name.match(/[\p{L}\p{N}]/u) ?? []
  return [...first.toUpperCase()][0]!
}
