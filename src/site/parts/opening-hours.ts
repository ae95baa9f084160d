/** Opening hours as text, and what the browser needs to say whether the business is open now. */
import { html } from 'hono/html'
import { type Clock, createClock, type OpenSpan } from '../../locale/clock.ts'
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { Html, PageContext } from '../base/page-context.ts'
import { hoursByDay, spansOfWeek } from '../base/week-hours.ts'

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
  const script = time_zone
    ? html` data-open-hours="${spansOfWeek(hours)
        .map(span => span.join('-'))
        .join(
          ' ',
        )}" data-time-zone="${time_zone}" data-always="${openAlways}" data-open-until="${openUntil}" data-open-until-day="${openUntilDay}" data-closed-until="${closedUntil}" data-closed-until-day="${closedUntilDay}"`
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
