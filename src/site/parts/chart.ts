/** Reviews and rating by month, quarter or year: as a chart with axes, and as a table. */
import { html } from 'hono/html'
import type { PeriodUnit, RatedPeriod, RatedPeriods } from '../../model/insights.ts'
import { count, figure, formatPeriod } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'

const MOST_PERIODS = 36
const MOST_LABELS = 4
/** Space on the left for the axis labels. */
const GUTTER = 5

/** Positions are fractions of the axis, so text keeps its size on every screen. */
interface Slot {
  name: string
  /** null for a period without reviews. */
  rated: RatedSlot | null
  middle: number
}

type RatedSlot = RatedPeriod & { average_rating: number }

/** Nothing where there are not even two periods with reviews to compare. */
export function renderChart(
  { unit, periods }: Pick<RatedPeriods, 'unit' | 'periods'>,
  linkOf: (days: { since: string; until: string }) => string,
): Html {
  if (periods.filter(isRated).length < 2) return html``
  const slots = layOut(periods)
  const shown = slots.flatMap(slot => slot.rated ?? [])
  const [first, last] = [slots[0]!, slots.at(-1)!]
  const span = `${formatPeriod(first.name)} to ${formatPeriod(last.name)}`
  return html`<figure class="chart">
<figcaption>Average rating, ${span}</figcaption>
<svg class="plot" height="150" role="img" aria-label="${describeRatings(shown, unit)}">${renderGrid([5, 3, 1], heightOfRating)}${renderRatings(slots)}</svg>
<p class="legend">Reviews per ${unit}</p>
<svg class="plot" height="140" role="img" aria-label="${describeCounts(shown, unit)}">${renderCounts(slots, shown)}${renderLabels(slots)}</svg>
${renderTable(shown, unit, name => linkOf(daysOf(name)))}
</figure>`
}

const isRated = (period: RatedPeriod): period is RatedSlot => period.average_rating !== null

function layOut(periods: RatedPeriod[]): Slot[] {
  const shown = periods.slice(-MOST_PERIODS)
  return shown.map((period, place) => ({
    name: period.name,
    rated: isRated(period) ? period : null,
    middle: GUTTER + ((100 - GUTTER) * (place + 0.5)) / shown.length,
  }))
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
  /** Across periods without reviews the line is broken, because nothing is known about them. */
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
      html`<circle cx="${x(point)}" cy="${y(point)}" r="3"><title>${formatPeriod(point.name)}: ${point.rated!.average_rating.toFixed(1)} from ${count(point.rated!.review_count, 'review')}</title></circle>`,
  )
  return html`${lines}${dots}`
}

const [TOP, BOTTOM] = [22, 112]

function renderCounts(slots: Slot[], shown: RatedSlot[]): Html {
  const most = Math.max(...shown.map(({ review_count }) => review_count))
  const heightOf = (value: number) => BOTTOM - ((BOTTOM - TOP) * value) / most
  const width = (70 / slots.length).toFixed(2)
  const bars = slots.map(({ rated, middle, name }) => {
    if (!rated) return ''
    const y = heightOf(rated.review_count)
    return html`<rect class="share" x="${(middle - 35 / slots.length).toFixed(2)}%" width="${width}%" y="${y.toFixed(1)}" height="${(BOTTOM - y).toFixed(1)}"><title>${formatPeriod(name)}: ${count(rated.review_count, 'review')}</title></rect>`
  })
  return html`${renderGrid([most, 0], heightOf)}${bars}`
}

/** Only a few labels, so that they do not overlap on a small screen. */
function renderLabels(slots: Slot[]): Html {
  const step = Math.ceil(slots.length / MOST_LABELS)
  const labels = slots.flatMap(({ name, middle }, place) =>
    place % step === 0
      ? [
          html`<text x="${middle.toFixed(2)}%" y="${BOTTOM + 20}" class="month">${formatPeriod(name).replace(' 20', ' ’')}</text>`,
        ]
      : [],
  )
  return html`${labels}`
}

function describeRatings(shown: RatedSlot[], unit: PeriodUnit): string {
  const ratings = shown.map(period => period.average_rating)
  const range = rangeOf(ratings, rating => rating.toFixed(1), unit)
  return `Average rating by ${unit}: ${range}, last ${ratings.at(-1)!.toFixed(1)}. ${describeTable(shown, unit)}`
}

function describeCounts(shown: RatedSlot[], unit: PeriodUnit): string {
  const counts = shown.map(period => period.review_count)
  return `Reviews by ${unit}: ${rangeOf(counts, figure, unit)}. ${describeTable(shown, unit)}`
}

function rangeOf(values: number[], write: (value: number) => string, unit: PeriodUnit): string {
  const [least, most] = [write(Math.min(...values)), write(Math.max(...values))]
  return least === most ? `${least} each ${unit}` : `between ${least} and ${most}`
}

const describeTable = ({ length }: RatedSlot[], unit: PeriodUnit) =>
  `The table has ${count(length, unit)} with reviews.`

const HEADINGS: Record<PeriodUnit, string> = { month: 'Month', quarter: 'Quarter', year: 'Year' }

/** The first and the last day of a period. */
function daysOf(name: string): { since: string; until: string } {
  const year = Number(name.slice(0, 4))
  const [first, months] =
    name.length === 4
      ? [0, 12]
      : name[5] === 'Q'
        ? [3 * (Number(name[6]) - 1), 3]
        : [Number(name.slice(5)) - 1, 1]
  const day = (month: number, date: number) =>
    new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  return { since: day(first, 1), until: day(first + months, 0) }
}

const renderTable = (
  shown: RatedSlot[],
  unit: PeriodUnit,
  linkOf: (name: string) => string,
): Html => html`<details>
<summary>Show as a table</summary>
<table>
<thead><tr><th scope="col">${HEADINGS[unit]}</th><th scope="col">Reviews</th><th scope="col">Average rating</th></tr></thead>
<tbody>
${shown
  .toReversed()
  .map(
    ({ name, review_count, average_rating }) =>
      html`<tr><th scope="row">${formatPeriod(name)}</th><td><a href="${linkOf(name)}">${figure(review_count)}<span class="hidden"> ${review_count === 1 ? 'review' : 'reviews'}</span></a></td><td>${average_rating.toFixed(1)}</td></tr>\n`,
  )}</tbody>
</table>
</details>`
