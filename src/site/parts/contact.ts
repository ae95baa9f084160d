/** Who the business is and when to reach it, in its own words: opening hours as text, and what the browser needs to say whether it is open now. */
import { type Clock, createClock, MINUTES_A_DAY, type OpenSpan } from '../../locale/clock.ts'
import { type Locale, localeOf } from '../../locale/locale.ts'
import { type Business, Weekday } from '../../model/business.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { langOfOwner } from '../base/display-format.ts'
import { type Html, html, joinHtml, type PageContext } from '../base/markup.ts'
import { subjectPath } from '../base/site-paths.ts'

export function renderContact(context: RenderContext): Html {
  const { business, site } = context
  const words = localeOf(context.locale).words.home
  const facts: [name: string, fact: Html | string | null][] = [
    [words.address, renderAddress(business)],
    [words.phone, business.telephone && renderPhone(business.telephone)],
    [words.website, business.url && renderSite(business.url)],
    [words.hours, business.hours.length > 0 ? renderHours(context) : null],
    [words.priceRange, business.price_range],
    [site.labels.service_area.many, renderAreas(context)],
    [words.alsoOn, business.same_as.length > 0 ? joinHtml(business.same_as.map(renderSite)) : null],
  ]
  const known = facts.filter(([, fact]) => fact)
  if (known.length === 0 && !business.description) return html``
  return html`<section aria-labelledby="contact"><h2 id="contact">${words.contact}</h2>
${business.description ? html`<p${langOfOwner(context)}>${business.description}</p>` : ''}
<dl class="facts">
${known.map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>\n`)}</dl></section>`
}

/** "Springfield, OH 43001" and "Coventry, CV4 9HW", but "79098 Freiburg". */
const CODE_LAST = /^(?:US|USA|GB|UK|CA|AU|NZ|IE|IN)$/

export function postalAddress({ address }: Pick<Business, 'address'>): string {
  if (!address) return ''
  const { street, locality, region, postal_code: code, country } = address
  const isCodeLast = country ? CODE_LAST.test(country) : region !== null || /\D/.test(code ?? '')
  const spaced = (...parts: (string | null)[]) => parts.filter(part => part).join(' ')
  const place = isCodeLast ? [locality, spaced(region, code)] : [spaced(code, locality), region]
  return [street, ...place, country].filter(part => part).join(', ')
}

function renderAddress(business: Business): Html | string | null {
  const [text, map] = [postalAddress(business), directionsAddress(business)]
  return map && text ? html`<a href="${map}">${text}</a>` : text || null
}

/** The address opens the app on a phone and a page elsewhere, without a key; `geo:` does nothing on an iPhone. A town alone is no destination. */
export function directionsAddress({ geo, address }: Business): string | null {
  const place = geo
    ? `${geo.latitude},${geo.longitude}`
    : address?.street && postalAddress({ address })
  return place
    ? `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place })}`
    : null
}

export const phoneAddress = (telephone: string) => `tel:${telephone.replaceAll(/[^+\d]/g, '')}`

export const renderPhone = (telephone: string): Html =>
  html`<a class="nobreak" href="${phoneAddress(telephone)}">${telephone}</a>`

const renderSite = (url: string): Html => html`<a href="${url}">${new URL(url).host}</a>`

/** An area that reviews mention leads to what they say. */
function renderAreas({ subjects }: RenderContext): Html | null {
  const areas = subjects
    .filter(({ kind }) => kind === 'service_areas')
    .map(area => {
      const name = html`<bdi>${area.label}</bdi>`
      return area.insight ? html`<a href="${subjectPath(area)}">${name}</a>` : name
    })
  return areas.length === 0 ? null : joinHtml(areas)
}

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
export function renderHours({
  business,
  locale: tag,
}: Pick<PageContext, 'business' | 'locale'>): Html {
  const locale = localeOf(tag)
  const clock = createClock(tag)
  const rows = groupDays(hoursByDay(business.hours)).map(group => {
    const spans =
      group.spans.length > 0 ? hoursInWords(locale, clock, group) : locale.words.home.closed
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
  first === last
    ? weekday(first)
    : say(words.home.days, { first: weekday(first), last: weekday(last) })

const hoursInWords = ({ say, words }: Locale, { time }: Clock, { spans }: DayGroup) =>
  spans
    .map(([opens, closes]) => say(words.home.span, { opens: time(opens), closes: time(closes) }))
    .join(', ')

const MINUTES_A_WEEK = 7 * MINUTES_A_DAY

type Hours = Business['hours']

/** The hours of each day, Monday first; a span past midnight belongs to the day on which it starts. */
function hoursByDay(hours: Hours): OpenSpan[][] {
  return Weekday.options.map(day =>
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
