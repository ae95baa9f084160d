/** Opening hours as text, and what the browser needs to say whether the business is open now. */
import { type Clock, createClock, type OpenSpan } from '../../locale/clock.ts'
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { Business } from '../../model/business.ts'
import { type Html, html } from '../base/markup.ts'
import type { PageContext } from '../base/page-context.ts'

interface DayGroup {
  /** Monday is 0. */
  first: number
  last: number
  spans: OpenSpan[]
}

/** One line that opens to the whole week. A script replaces the line, which never needs a second one: nothing moves. */
export function renderOpenNow({ business, locale: tag }: PageContext): Html | string {
  const { hours, time_zone } = business
  if (hours.length === 0) return ''
  const locale = localeOf(tag)
  const open = groupDays(hoursByDay(hours)).filter(({ spans }) => spans.length > 0)
  const line = open.map(group => describeGroup(locale, createClock(tag), group)).join(' · ')
  const { openAlways, openUntil, openUntilDay, closedUntil, closedUntilDay } = locale.words.home
  const spans = spansOfWeek(hours).map(span => span.join('-'))
  const script = time_zone
    ? html` data-open-hours="${spans.join(' ')}" data-time-zone="${time_zone}" data-always="${openAlways}" data-open-until="${openUntil}" data-open-until-day="${openUntilDay}" data-closed-until="${closedUntil}" data-closed-until-day="${closedUntilDay}"`
    : ''
  return html`<details class="open-now" data-markdown="skip"><summary><span${script}>${line}</span></summary>
${renderHours({ business, locale: tag })}</details>`
}

/** The whole week, closed days included. */
export function renderHours({ business, locale: tag }: Pick<PageContext, 'business' | 'locale'>): Html {
  const locale = localeOf(tag)
  const clock = createClock(tag)
  const rows = groupDays(hoursByDay(business.hours)).map(group => {
    const spans = group.spans.length > 0 ? hoursInWords(locale, clock, group) : locale.words.home.closed
    return html`<li><span>${daysInWords(locale, clock, group)}</span> <span>${spans}</span></li>\n`
  })
  return html`<ul class="week">\n${rows}</ul>`
}

/** Neighbors with the same hours become one row. */
function groupDays(days: OpenSpan[][]): DayGroup[] {
  const groups: DayGroup[] = []
  for (const [day, spans] of days.entries()) {
    const previous = groups.at(-1)
    if (previous && String(previous.spans) === String(spans)) previous.last = day
    else groups.push({ first: day, last: day, spans })
  }
  return groups
}

/** Mon–Fri 7:30 am–6:00 pm */
const describeGroup = (locale: Locale, clock: Clock, group: DayGroup) =>
  locale.say(locale.words.home.dayAndHours, {
    days: daysInWords(locale, clock, group),
    hours: hoursInWords(locale, clock, group),
  })

const daysInWords = ({ say, words }: Locale, { weekday }: Clock, { first, last }: DayGroup) =>
  first === last ? weekday(first) : say(words.home.days, { first: weekday(first), last: weekday(last) })

const hoursInWords = ({ say, words }: Locale, { time }: Clock, { spans }: DayGroup) =>
  spans
    .map(([opens, closes]) => say(words.home.span, { opens: time(opens), closes: time(closes) }))
    .join(', ')

const MINUTES_A_DAY = 1440
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY

type Hours = Business['hours']

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The hours of each day, Monday first; a span past midnight belongs to the day on which it starts. */
function hoursByDay(hours: Hours): OpenSpan[][] {
  return WEEKDAYS.map(day =>
    hours
      .filter(({ days }) => days.includes(day))
      .map(({ opens, closes }) => spanOf(minuteOf(opens), minuteOf(closes)))
      .sort(([a], [b]) => a - b),
  )
}

const minuteOf = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3))

/** Hours that end when they start last the whole day. */
const spanOf = (opens: number, closes: number): OpenSpan => [
  opens,
  closes > opens ? closes : closes + MINUTES_A_DAY,
]

/** Without gaps of a minute, which `23:59` leaves before midnight. A week without any gap is one span of the whole week. */
export function spansOfWeek(hours: Hours): OpenSpan[] {
  const spans = hoursByDay(hours).flatMap((day, number) => {
    const start = number * MINUTES_A_DAY
    return day.map(([opens, closes]): OpenSpan => [start + opens, start + closes])
  })
  return joinEnds(spans.reduce<OpenSpan[]>(joinSpan, []))
}

function joinSpan(spans: OpenSpan[], [opens, closes]: OpenSpan): OpenSpan[] {
  const last = spans.at(-1)
  if (!last || opens > last[1] + 1) return [...spans, [opens, closes]]
  return [...spans.slice(0, -1), [last[0], Math.max(last[1], closes)]]
}

/** Sunday night may go on into Monday. */
function joinEnds(spans: OpenSpan[]): OpenSpan[] {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last || last[1] + 1 < first[0] + MINUTES_A_WEEK) return spans
  if (first === last) return [[0, MINUTES_A_WEEK]]
  return [...spans.slice(1, -1), [last[0], Math.max(last[1], first[1] + MINUTES_A_WEEK)]]
}
