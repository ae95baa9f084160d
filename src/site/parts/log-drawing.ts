/** How the public log works, in one drawing: review, fingerprint, log. */
import { html } from 'hono/html'
import type { Locale } from '../../locale/locale.ts'
import type { Html } from '../base/page-context.ts'

const WIDTH = 330
const HEIGHT = 64
const GAP = 36

export function renderLogDrawing({ words }: Locale): Html {
  const steps = Object.values(words.trust.steps)
  const height = steps.length * HEIGHT + (steps.length - 1) * GAP + 2
  return html`<svg class="drawing" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${words.trust.drawing}">
${steps.map(({ name, text }, place) => {
  const top = 1 + place * (HEIGHT + GAP)
  return html`${place > 0 ? renderArrow(top) : ''}<rect x="1" y="${top}" width="${WIDTH - 2}" height="${HEIGHT}" rx="8"/>
<text class="name" x="${WIDTH / 2}" y="${top + 27}">${name}</text>
<text x="${WIDTH / 2}" y="${top + 48}">${text}</text>
`
})}</svg>`
}

/** From the box above to the one that begins at `top`. */
const renderArrow = (top: number): Html =>
  html`<path d="M${WIDTH / 2} ${top - GAP + 6}V${top - 8}m-6 -6l6 6l6 -6"/>
`
