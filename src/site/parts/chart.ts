/** Reviews and rating by month: as a chart with axes, and as a table. */
import { html } from 'hono/html'
import type { RatedMonth } from '../../model/insights.ts'
import { monthNumber, monthOf } from '../../publish/pieces/date-number.ts'
import { count, figure, formatMonth } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'

const MOST_MONTHS = 36
const MOST_LABELS = 4
/** Space on the left for the axis labels. */
const GUTTER = 5

/** Positions are fractions of the axis, so text keeps its size on every screen. */
interface Slot {
  month: string
  /** undefined for a month without reviews. */
  rated: RatedMonth | undefined
  middle: number
}

export function renderChart(monthly: RatedMonth[]): Html {
  if (monthly.length < 2) return html``
  const slots = layOut(monthly)
  const shown = slots.flatMap(slot => slot.rated ?? [])
  const [first, last] = [slots[0]!, slots.at(-1)!]
  const span = `${formatMonth(first.month)} to ${formatMonth(last.month)}`
  return html`<figure class="chart">
<figcaption>Average rating, ${span}</figcaption>
<svg class="plot" height="150" role="img" aria-label="${describeRatings(shown)}">${renderGrid([5, 3, 1], heightOfRating)}${renderRatings(slots)}</svg>
<p class="legend">Reviews per month</p>
<svg class="plot" height="140" role="img" aria-label="${describeCounts(shown)}">${renderCounts(slots, shown)}${renderMonths(slots)}</svg>
${renderTable(shown)}
</figure>`
}

function layOut(monthly: RatedMonth[]): Slot[] {
  const rated = new Map(monthly.map(month => [month.month, month]))
  const end = monthNumber(monthly.at(-1)!.month)
  const start = Math.max(monthNumber(monthly[0]!.month), end - MOST_MONTHS + 1)
  const length = end - start + 1
  return Array.from({ length }, (_, place) => {
    const month = monthOf(start + place)
    return { month, rated: rated.get(month), middle: GUTTER + ((100 - GUTTER) * (place + 0.5)) / length }
  })
}

/** Horizontal grid lines with their labels. */
const renderGrid = (values: number[], heightOf: (value: number) => number): Html =>
  html`${values.map(value => {
    const y = heightOf(value).toFixed(1)
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="0" y="${y}" dy="-4">${figure(value)}</text>`
  })}`

const heightOfRating = (rating: number) => 22 + 30 * (5 - rating)

function renderRatings(slots: Slot[]): Html {
  const points = slots.filter(slot => slot.rated)
  /** Across months without reviews the line is broken, because nothing is known about them. */
  const steps = slots
    .slice(1)
    .flatMap((to, place) => (slots[place]!.rated && to.rated ? [[slots[place]!, to]] : []))
  const y = ({ rated }: Slot) => heightOfRating(rated!.average_rating).toFixed(1)
  const x = ({ middle }: Slot) => `${middle.toFixed(2)}%`
  const lines = steps.map(
    ([from, to]) =>
      html`<line class="trace" x1="${x(from!)}" y1="${y(from!)}" x2="${x(to!)}" y2="${y(to!)}"/>`,
  )
  const dots = points.map(
    point =>
      html`<circle cx="${x(point)}" cy="${y(point)}" r="3"><title>${formatMonth(point.month)}: ${point.rated!.average_rating.toFixed(1)} from ${count(point.rated!.review_count, 'review')}</title></circle>`,
  )
  return html`${lines}${dots}`
}

const [TOP, BOTTOM] = [22, 112]

function renderCounts(slots: Slot[], shown: RatedMonth[]): Html {
  const most = Math.max(...shown.map(({ review_count }) => review_count))
  const heightOf = (value: number) => BOTTOM - ((BOTTOM - TOP) * value) / most
  const width = (70 / slots.length).toFixed(2)
  const bars = slots.map(({ rated, middle, month }) => {
    if (!rated) return ''
    const y = heightOf(rated.review_count)
    return html`<rect class="share" x="${(middle - 35 / slots.length).toFixed(2)}%" width="${width}%" y="${y.toFixed(1)}" height="${(BOTTOM - y).toFixed(1)}"><title>${formatMonth(month)}: ${count(rated.review_count, 'review')}</title></rect>`
  })
  return html`${renderGrid([most, 0], heightOf)}${bars}`
}

/** Only a few month labels, so that they do not overlap on a small screen. */
function renderMonths(slots: Slot[]): Html {
  const step = Math.ceil(slots.length / MOST_LABELS)
  const labels = slots.flatMap(({ month, middle }, place) =>
    place % step === 0
      ? [
          html`<text x="${middle.toFixed(2)}%" y="${BOTTOM + 20}" class="month">${formatMonth(month).replace(' 20', ' ’')}</text>`,
        ]
      : [],
  )
  return html`${labels}`
}

function describeRatings(shown: RatedMonth[]): string {
  const ratings = shown.map(month => month.average_rating)
  const range = rangeOf(ratings, rating => rating.toFixed(1))
  return `Average rating by month: ${range}, last ${ratings.at(-1)!.toFixed(1)}. ${describeTable(shown)}`
}

function describeCounts(shown: RatedMonth[]): string {
  const counts = shown.map(month => month.review_count)
  return `Reviews by month: ${rangeOf(counts, figure)}. ${describeTable(shown)}`
}

function rangeOf(values: number[], write: (value: number) => string): string {
  const [least, most] = [write(Math.min(...values)), write(Math.max(...values))]
  return least === most ? `${least} each month` : `between ${least} and ${most}`
}

const describeTable = ({ length }: RatedMonth[]) => `The table has ${count(length, 'month')} with reviews.`

const renderTable = (shown: RatedMonth[]): Html => html`<details>
<summary>Show as a table</summary>
<table>
<thead><tr><th scope="col">Month</th><th scope="col">Reviews</th><th scope="col">Average rating</th></tr></thead>
<tbody>
${shown
  .toReversed()
  .map(
    ({ month, review_count, average_rating }) =>
      html`<tr><th scope="row">${formatMonth(month)}</th><td>${figure(review_count)}</td><td>${average_rating.toFixed(1)}</td></tr>\n`,
  )}</tbody>
</table>
</details>`
