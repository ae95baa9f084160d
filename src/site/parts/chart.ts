/** Reviews and rating by month, quarter or year: as a chart with axes, as a table, and the trend as a sentence. */
import type { Locale } from '../../locale/locale.ts'
import type { PeriodUnit, RatedPeriod, RatedPeriods } from '../../model/insights.ts'
import { daysOf } from '../../model/scalars.ts'
import type { KnownTrend } from '../../publish/context/subjects.ts'
import { periodInWords } from '../base/display-format.ts'
import { type Html, html } from '../base/markup.ts'
import { renderTable } from './html-table.ts'

const MOST_LABELS = 4
const MOST_YEARS = 8
/** Percent of the axis: a few bars should not look like walls. */
const WIDEST_BAR = 9
/** So many bars have room for a figure each. */
const MOST_FIGURES = 9
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

type LinkOfDays = (days: ReturnType<typeof daysOf>) => string
type Periods = Pick<RatedPeriods, 'unit' | 'periods'>

/** Nothing where there are not even two periods with reviews to compare. */
export function renderChart({ unit, periods }: Periods, linkOf: LinkOfDays, locale: Locale): Html {
  const shown = periods.filter(isRated)
  if (shown.length < 2) return html``
  const { say, words } = locale
  const slots = layOut(periods)
  const nameAt = (place: number) => periodInWords(locale, slots.at(place)!.name)
  const ratings = say(words.charts.ratings[unit], { first: nameAt(0), last: nameAt(-1) })
  const counts = words.charts.counts[unit]
  const hasSingle = shown.some(isSingle)
  return html`<figure class="chart">
<figcaption>${ratings}</figcaption>
<svg class="plot" height="150" role="img" aria-label="${describe(locale, ratings, shown, 'average_rating')}">${renderGrid(locale, [5, 3, 1], heightOfRating)}${renderRatings(locale, slots)}</svg>
${hasSingle ? html`<p class="legend" data-markdown="skip">${words.charts.single}</p>\n` : ''}<p class="legend">${counts}</p>
<svg class="plot" height="140" role="img" aria-label="${describe(locale, counts, shown, 'review_count')}">${renderCounts(locale, slots)}${renderLabels(locale, slots)}</svg>
${renderFigures(locale, shown, unit, linkOf)}
</figure>`
}

const isRated = (period: RatedPeriod): period is RatedSlot => period.average_rating !== null
const isSingle = ({ review_count }: RatedPeriod) => review_count === 1

const layOut = (periods: RatedPeriod[]): Slot[] =>
  periods.map((period, place) => ({
    name: period.name,
    rated: isRated(period) ? period : null,
    middle: GUTTER + ((100 - GUTTER) * (place + 0.5)) / periods.length,
  }))

/** Horizontal grid lines with their labels. */
const renderGrid = (
  { number }: Locale,
  values: number[],
  heightOf: (value: number) => number,
): Html[] =>
  values.map(value => {
    const y = heightOf(value).toFixed(1)
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="0" y="${y}" dy="-4">${number(value)}</text>`
  })

const heightOfRating = (rating: number) => 24 + 29 * (5 - rating)
const xOf = ({ middle }: Slot) => `${middle.toFixed(2)}%`

function renderRatings(locale: Locale, slots: Slot[]): Html {
  const { say, rating, words } = locale
  const y = ({ rated }: Slot) => heightOfRating(rated!.average_rating)
  const lines = stepsBetween(slots).map(
    ([from, to]) =>
      html`<line class="trace" x1="${xOf(from)}" y1="${y(from).toFixed(1)}" x2="${xOf(to)}" y2="${y(to).toFixed(1)}"/>`,
  )
  const dots = slots.flatMap(slot => {
    if (!slot.rated) return []
    const { average_rating, review_count: count } = slot.rated
    const value = rating(average_rating)
    const period = periodInWords(locale, slot.name)
    const title = say(words.charts.ratedPeriod, { period, rating: value, count })
    return [
      html`<circle${isSingle(slot.rated) ? html` class="single"` : ''} cx="${xOf(slot)}" cy="${y(slot).toFixed(1)}" r="3.5"><title>${title}</title></circle>`,
      slots.length > MOST_FIGURES ? '' : renderFigure(slot, y(slot) - 9, value),
    ]
  })
  return html`${lines}${dots}`
}

/** A line needs an average at both ends: neither a single review nor a period without any is one. */
function stepsBetween(slots: Slot[]): [from: Slot, to: Slot][] {
  const isAverage = ({ rated }: Slot) => rated !== null && !isSingle(rated)
  return slots
    .slice(1)
    .map((to, place): [Slot, Slot] => [slots[place]!, to])
    .filter(step => step.every(isAverage))
}

const renderFigure = (slot: Slot, y: number, text: string): Html =>
  html`<text class="figure" x="${xOf(slot)}" y="${y.toFixed(1)}">${text}</text>`

const [TOP, BOTTOM] = [24, 112]

function renderCounts(locale: Locale, slots: Slot[]): Html {
  const { say, words } = locale
  const most = Math.max(...slots.map(({ rated }) => rated?.review_count ?? 0))
  const heightOf = (value: number) => BOTTOM - ((BOTTOM - TOP) * value) / most
  const width = Math.min(70 / slots.length, WIDEST_BAR)
  const hasFigures = slots.length <= MOST_FIGURES
  const bars = slots.map(slot => {
    if (!slot.rated) return ''
    const { review_count: count } = slot.rated
    const y = heightOf(count)
    const title = say(words.charts.countedPeriod, {
      period: periodInWords(locale, slot.name),
      count,
    })
    return html`<rect class="share" x="${(slot.middle - width / 2).toFixed(2)}%" width="${width.toFixed(2)}%" y="${y.toFixed(1)}" height="${(BOTTOM - y).toFixed(1)}"><title>${title}</title></rect>${hasFigures ? renderFigure(slot, y - 5, locale.number(count)) : ''}`
  })
  return html`${renderGrid(locale, hasFigures ? [0] : [most, 0], heightOf)}${bars}`
}

/** Only a few labels, so that they do not overlap on a small screen; the last one must not leave the picture, as no year does. */
const renderLabels = (locale: Locale, slots: Slot[]): Html[] =>
  labelsOf(locale, slots).map(([slot, text]) => {
    const isAtEnd = slot === slots.at(-1) && slots.length > MOST_LABELS && !/^\d{4}$/.test(text)
    return html`<text x="${isAtEnd ? '100%' : xOf(slot)}" y="${BOTTOM + 20}" class="month${isAtEnd ? ' end' : ''}">${text}</text>`
  })

/** Quarters have the year at its first quarter, as calendars do. */
function labelsOf(locale: Locale, slots: Slot[]): [Slot, string][] {
  const starts = slots.filter(({ name }) => name.endsWith('-Q1'))
  const areYears = slots[0]!.name.length === 4
  const [labeled, most] =
    starts.length > 1 ? [starts, MOST_YEARS] : [slots, areYears ? MOST_YEARS : MOST_LABELS]
  const step = Math.ceil(labeled.length / most)
  return labeled
    .filter((_, place) => place % step === 0)
    .map(slot => [
      slot,
      labeled === starts ? slot.name.slice(0, 4) : periodInWords(locale, slot.name),
    ])
}

type Figure = 'average_rating' | 'review_count'

/** The chart as a sentence, for those who do not see it. */
function describe(locale: Locale, what: string, shown: RatedSlot[], figure: Figure): string {
  const { say, words } = locale
  const write = figure === 'average_rating' ? locale.rating : locale.number
  const values = shown.map(slot => slot[figure])
  const [least, most] = [write(Math.min(...values)), write(Math.max(...values))]
  if (least === most) return say(words.charts.always, { what, value: least })
  const period = periodInWords(locale, shown.at(-1)!.name)
  return say(words.charts.between, { what, least, most, last: write(values.at(-1)!), period })
}

function renderFigures(
  locale: Locale,
  shown: RatedSlot[],
  unit: PeriodUnit,
  linkOf: LinkOfDays,
): Html {
  const { say, number, rating, words } = locale
  const { charts, common } = words
  const heading = { month: charts.month, quarter: charts.quarterHeading, year: charts.year }[unit]
  const rows = shown.toReversed().map(({ name, review_count: count, average_rating }) => {
    const reviews = html`<a href="${linkOf(daysOf(name))}" aria-label="${say(common.reviews, { count })}">${number(count)}</a>`
    return [periodInWords(locale, name), reviews, rating(average_rating)]
  })
  return html`<details>
<summary>${charts.showTable}</summary>
${renderTable([heading, charts.reviews, charts.averageRating], rows)}
</details>`
}

/** What is known over time about all reviews, or about those that mention a subject. */
interface Known {
  overTime: Periods
  /** null when there are too few reviews to tell. */
  trend: KnownTrend | null
}

export function trendInWords({ trend, overTime }: Known, locale: Locale): string {
  const { say, month, words } = locale
  if (!trend) return words.charts.noTrend
  const { years, span } = words.charts.trend[trend.direction]
  const count = yearsOf(trend, overTime)
  if (count !== null) return say(years, { count, years: inWords(locale, count) })
  return say(span, { first: month(trend.first), last: month(trend.last) })
}

/** Rounding up would claim more than the reviews show; a month or two more do not matter. */
const TOLERATED_MONTHS = 2

/** The years that the chart shows, if the trend covers all of them; otherwise null, and the sentence names the months. */
function yearsOf({ first, last }: KnownTrend, { periods }: Periods): number | null {
  const isWhole =
    periods.length > 0 &&
    first <= daysOf(periods[0]!.name).until.slice(0, 7) &&
    last >= daysOf(periods.at(-1)!.name).since.slice(0, 7)
  const months = monthOf(last) - monthOf(first) + 1
  const years = Math.floor(months / 12)
  return isWhole && years > 0 && months - 12 * years <= TOLERATED_MONTHS ? years : null
}

const monthOf = (month: string) => 12 * Number(month.slice(0, 4)) + Number(month.slice(5))

/** Numbers up to ten are in letters, as people write them. */
const inWords = ({ words, number }: Locale, count: number) =>
  new Map(Object.entries(words.charts.smallNumbers)).get(String(count)) ?? number(count)

/** The figures of the test are left out: `/insights.json` has them. */
function basisInWords({ words, say, number }: Locale, { months, slope }: KnownTrend): string {
  const sign = slope > 0 ? '+' : slope < 0 ? '−' : ''
  return say(words.charts.basis, { count: months, slope: `${sign}${number(Math.abs(slope))}` })
}

export const renderTrend = ({ trend, overTime }: Known, locale: Locale): Html =>
  html`<p>${trendInWords({ trend, overTime }, locale)}</p>
${trend ? html`<details><summary>${locale.words.charts.howCalculated}</summary><p>${basisInWords(locale, trend)}</p></details>` : ''}`
