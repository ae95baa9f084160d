/** Shares as bars. Their length is an SVG attribute, because the pages allow no inline styles. */
import { html } from 'hono/html'
import type { AggregateRating } from '../../model/review.ts'
import { figure, percent } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'

/** Fewer reviews have no percentages. */
export const ENOUGH_TO_SHARE = 5

const STARS = [5, 4, 3, 2, 1] as const

/** Each row links to the reviews with that many stars, where there is such a list. */
export function renderDistribution(
  distribution: AggregateRating['distribution'],
  linkOf?: (stars: number) => string,
): Html {
  const total = STARS.reduce((sum, stars) => sum + distribution[stars], 0)
  const rows = STARS.map(stars => {
    const share = total === 0 ? 0 : (100 * distribution[stars]) / total
    const reviews = distribution[stars] === 1 ? ' review' : ' reviews'
    const inPercent =
      total < ENOUGH_TO_SHARE
        ? ''
        : html`<span class="hidden">,</span> <span class="number percent">${percent(share)}</span>`
    const row = html`<span>${stars} <span aria-hidden="true">★</span><span class="hidden">${stars === 1 ? 'star' : 'stars'}, </span></span> ${renderBar([['share', share]])} <span class="number">${figure(distribution[stars])}<span class="hidden">${reviews}</span></span>${inPercent}`
    return html`<li>${linkOf ? html`<a href="${linkOf(stars)}">${row}</a>` : html`<div>${row}</div>`}</li>\n`
  })
  return html`<ul class="distribution">\n${rows}</ul>`
}

type Part = [look: 'share' | 'good' | 'so-so' | 'bad', share: number, link?: string | undefined]

/** Percentages side by side. Text beside the bar always says the same, and has the same links. */
export function renderBar(parts: Part[]): Html {
  let end = 0
  const rects = parts
    .filter(([, share]) => share > 0)
    .map(([look, share, link], place) => {
      const start = `${end.toFixed(1)}%`
      end += share
      const gap = place === 0 ? '' : html`<line class="gap" x1="${start}" x2="${start}" y1="0" y2="100%"/>`
      const rect = html`<rect class="${look}" x="${start}" width="${share.toFixed(1)}%" height="100%"/>`
      return html`${link ? html`<a href="${link}" tabindex="-1">${rect}</a>` : rect}${gap}`
    })
  return html`<svg class="bar" aria-hidden="true">${rects}</svg>`
}
