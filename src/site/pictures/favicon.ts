/** The icon: the business's initial on its color, as an SVG, and as PNG for programs that read no SVG. */
import { FAVICON_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { readableOn } from '../base/color.ts'
import { html } from '../base/markup.ts'
import type { Font } from './font.ts'

type Branded = Pick<RenderContext, 'business' | 'site'>

export function renderFavicon({ business, site: { accent_color } }: Branded): Document {
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="14" fill="${accent_color}"/>
<text x="32" y="46" text-anchor="middle" font-family="system-ui, sans-serif" font-size="40" font-weight="700" fill="${inkOn(accent_color)}">${initialOf(business.name)}</text>
</svg>
`
  return { path: FAVICON_PATH, contentType: 'image/svg+xml', caching: 'asset', body: String(body) }
}

/** Phones round the corners of a touch icon themselves. */
const LOOKS = { favicon: { size: 32, radius: 14 }, touch: { size: 180, radius: 0 } }

export type Icon = { look: keyof typeof LOOKS; initial: string; accentColor: string }

export const iconFacts = ({ business, site }: Branded, look: Icon['look']): Icon => ({
  look,
  initial: initialOf(business.name),
  accentColor: site.accent_color,
})

/** The icon is drawn with our font; a letter that the font lacks becomes a star. */
export function drawIcon({ look, initial, accentColor }: Icon, font: Font): string {
  const { size, radius } = LOOKS[look]
  const letter = font.has(initial) ? initial : '★'
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">
<rect width="64" height="64" rx="${radius}" fill="${accentColor}"/>
<text x="32" y="46.5" text-anchor="middle" font-family="DejaVu Sans" font-size="40" font-weight="700" fill="${inkOn(accentColor)}">${letter}</text>
</svg>`)
}

const inkOn = (color: string) => readableOn('#ffffff', color)

/** The first letter or digit. Some letters become two in upper case; one is enough. */
function initialOf(name: string): string {
  const [first = '★'] = name.match(/[\p{L}\p{N}]/u) ?? []
  return [...first.toUpperCase()][0]!
}

const HEADER_BYTES = 22

/** A PNG in the envelope of an icon file: a directory with one entry, then the picture. */
export function icoOf(png: Uint8Array): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // with one picture
  header.writeUInt8(LOOKS.favicon.size, 6)
  header.writeUInt8(LOOKS.favicon.size, 7)
  header.writeUInt16LE(1, 10) // color planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(HEADER_BYTES, 18)
  return Buffer.concat([header, png])
}
