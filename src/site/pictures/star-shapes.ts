/** Star shapes for pictures, at any position and scale. */
import { html } from 'hono/html'
import type { Html } from '../base/page-context.ts'
import { FIVE, filledTo } from '../base/stars.ts'

/** 100 by 20 at scale 1. The picture's own stylesheet colors `.on` and `.off`. */
export function drawStars(rating: number, x: number, y: number, scale: number): Html {
  return html`<g transform="translate(${x} ${y}) scale(${scale})"><path class="off" d="${FIVE}"/><svg width="${filledTo(rating).toFixed(1)}" height="20"><path class="on" d="${FIVE}"/></svg></g>`
}
