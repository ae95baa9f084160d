/** Shares as bars. Their length is an SVG attribute, because the pages allow no inline styles. */
import type { Locale } from '../../locale/locale.ts'
import type { AggregateRating } from '../../model/review.ts'
import { type Html, html } from '../base/markup.ts'
import { ENOUGH_FOR_PERCENTAGES } from '../base/review-state.ts'

const STARS = [5, 4, 3, 2, 1] as const

type Distribution = AggregateRating['distribution']
type LinkOfStars = ((stars: number) => string) | undefined

/** Each row links to the reviews with that many stars, where there is such a list. */
export function renderDistribution(
  distribution: Distribution,
  linkOf: LinkOfStars,
  locale: Locale,
): Html {
  const total = totalOf(distribution)
  const rows = STARS.map(stars => {
    // Without reviews it is not a number, and its bar is empty.
    const share = (100 * distribution[stars]) / total
    const row = html`<span aria-hidden="true">${stars} ★</span> ${renderBar([['share', share]])} <span class="number" aria-hidden="true">${locale.number(distribution[stars])}</span>${total < ENOUGH_FOR_PERCENTAGES ? '' : html` <span class="number percent" aria-hidden="true">${locale.percent(share)}</span>`}<span class="hidden">${describeRow(locale, stars, distribution[stars], total)}</span>`
    return html`<li>${linkOf ? html`<a href="${linkOf(stars)}">${row}</a>` : html`<div>${row}</div>`}</li>\n`
  })
  return html`<ul class="distribution">\n${rows}</ul>`
}

const totalOf = (distribution: Distribution) =>
  STARS.reduce((sum, stars) => sum + distribution[stars], 0)

/** 5 stars, 20 reviews, 33% */
function describeRow(
  { say, words, percent }: Locale,
  stars: number,
  count: number,
  total: number,
): string {
  const { starsAndReviews, stars: named, withShare } = words.home
  const reviews = say(starsAndReviews, { stars: say(named, { count: stars }), count })
  return total < ENOUGH_FOR_PERCENTAGES
    ? reviews
    : say(withShare, { reviews, share: percent((100 * count) / total) })
}

/** The distribution in one line: all stars side by side, the best and the worst in words. */
export function renderShortDistribution(distribution: Distribution, locale: Locale): Html {
  const total = totalOf(distribution)
  const share = (...stars: (typeof STARS)[number][]) =>
    (100 * stars.reduce((sum, one) => sum + distribution[one], 0)) / total
  const bar = renderBar([
    ['share', share(5)],
    ['less', share(4)],
    ['so-so', share(3)],
    ['bad', share(2, 1)],
  ])
  const { shortDistribution } = locale.words.home
  const values = { five: locale.percent(share(5)), low: locale.percent(share(2, 1)) }
  return html`${bar} <span>${locale.say(shortDistribution, values)}</span>`
}

type Part = [
  look: 'share' | 'less' | 'good' | 'so-so' | 'bad',
  share: number,
  link?: string | undefined,
]

/** Percentages side by side. Text beside the bar always says the same, and has the same links. */
export function renderBar(parts: Part[]): Html {
  let end = 0
  const rects = parts
    .filter(([, share]) => share > 0)
    .map(([look, share, link], place) => {
      const start = `${end.toFixed(1)}%`
      end += share
      const gap =
        place === 0 ? '' : html`<line class="gap" x1="${start}" x2="${start}" y1="0" y2="100%"/>`
      const rect = html`<rect class="${look}" x="${start}" width="${share.toFixed(1)}%" height="100%"/>`
      return html`${link ? html`<a href="${link}" tabindex="-1">${rect}</a>` : rect}${gap}`
    })
  return html`<svg class="bar" aria-hidden="true">${rects}</svg>`
}
