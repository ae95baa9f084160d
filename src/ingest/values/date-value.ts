/** Reads dates in any notation. Nothing is guessed: a date that could be two days is a problem. */
import { DatePrecision } from '../../model/review.ts'
import type { FieldValue } from './draft.ts'
import { cleanedText, type ValueProblem } from './field-values.ts'

/** Whether 05/01/2026 is in January or in May. */
export type DateOrder = 'dmy' | 'mdy'

export interface DateContext {
  order: DateOrder | null
  /** The day or the time that relative dates count back from. */
  retrievedAt: string | null
}

export interface DateValue {
  /** YYYY-MM-DD */
  date: string
  precision: DatePrecision
  /** RFC 3339 in UTC, if the value has a time. */
  at: string | null
}

const LONGEST = 60
const FIRST_YEAR = 1990
const LAST_YEAR = 2099

const TIME = String.raw`(?:(?:T|,?\s+)(?:at\s+)?(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?\s?(?<half>[ap]\.?m\.?)?\s?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?)?`
const WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?`
const MONTH = String.raw`(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const YEAR = String.raw`(?<year>\d{4}|\d\d)`
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const form = (day: string) => new RegExp(`^${day}${TIME}$`, 'i')
const YEAR_FIRST = form(
  String.raw`(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})`,
)
const YEAR_LAST = form(String.raw`(?<left>\d{1,2})(?<mark>[-/.])(?<right>\d{1,2})\k<mark>${YEAR}`)
const MONTH_DAY = form(String.raw`${WEEKDAY}${MONTH}\s+${DAY},?\s+${YEAR}`)
const DAY_MONTH = form(String.raw`${WEEKDAY}${DAY}[\s-]+${MONTH},?[\s-]+${YEAR}`)
const EPOCH = /^(?:\d{10}|\d{13})(?:\.\d+)?$/

export function readDate(value: FieldValue, context: DateContext): DateValue | ValueProblem {
  if (typeof value === 'number') return fromEpoch(value)
  const text = cleanedText(value)
  if (text === '') return { problem: 'has no date' }
  if (text.length > LONGEST) return UNREADABLE
  if (EPOCH.test(text)) return fromEpoch(Number(text))
  const groups =
    YEAR_FIRST.exec(text)?.groups ?? MONTH_DAY.exec(text)?.groups ?? DAY_MONTH.exec(text)?.groups
  if (groups) return fromCalendar(groups, Number(groups.day), monthOf(groups))
  const numbers = YEAR_LAST.exec(text)?.groups
  if (numbers) return fromNumbers(numbers, context.order)
  return fromSpan(text, context.retrievedAt)
}

/** What a value proves about the date order of its file; null if it proves nothing and needs no order. */
export function orderEvidence(value: FieldValue): DateOrder | 'either' | null {
  const text = cleanedText(value)
  const groups = text.length > LONGEST ? undefined : YEAR_LAST.exec(text)?.groups
  return groups?.year?.length === 4 ? evidenceOf(groups) : null
}

type Groups = Record<string, string | undefined>

const UNREADABLE: ValueProblem = {
  problem: 'is not in a known date format: write it as YYYY-MM-DD',
}

function fromEpoch(value: number): DateValue | ValueProblem {
  const ms = Math.abs(value) < 1e11 ? value * 1000 : value
  if (!(ms >= Date.UTC(FIRST_YEAR, 0) && ms < Date.UTC(LAST_YEAR + 1, 0))) return OUT_OF_RANGE
  const at = new Date(ms).toISOString()
  return { date: at.slice(0, 10), precision: 'day', at }
}

const OUT_OF_RANGE: ValueProblem = {
  problem: `lies outside the years ${FIRST_YEAR} to ${LAST_YEAR}`,
}

const monthOf = ({ name, month }: Groups) =>
  name === undefined ? Number(month) : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

function fromNumbers(groups: Groups, order: DateOrder | null): DateValue | ValueProblem {
  const evidence = evidenceOf(groups)
  if (evidence === 'either' && order === null)
    return {
      problem: 'may have the day or the month first: pass --date-order dmy or --date-order mdy',
    }
  if (evidence !== null && evidence !== 'either' && order !== null && evidence !== order)
    return {
      problem: `does not fit a file whose dates have the ${order === 'dmy' ? 'day' : 'month'} first`,
    }
  const [left, right] = [Number(groups.left), Number(groups.right)]
  const isMonthFirst = groups.mark !== '.' && (order ?? evidence) === 'mdy'
  return isMonthFirst ? fromCalendar(groups, right, left) : fromCalendar(groups, left, right)
}

/** Dates with dots always have the day first. */
function evidenceOf({ left, right, mark }: Groups): DateOrder | 'either' | null {
  const [first, second] = [Number(left), Number(right)]
  const [low, high] = [Math.min(first, second), Math.max(first, second)]
  if (mark === '.' || first === second || low < 1 || low > 12 || high > 31) return null
  if (high <= 12) return 'either'
  return first > 12 ? 'dmy' : 'mdy'
}

/** The day is the one written, whatever the offset: with `Z` it is the day in UTC, otherwise the local day. */
function fromCalendar(groups: Groups, day: number, month: number): DateValue | ValueProblem {
  if (groups.year!.length === 2) return { problem: 'has a two-digit year: write all four digits' }
  const year = Number(groups.year)
  if (year < FIRST_YEAR || year > LAST_YEAR) return OUT_OF_RANGE
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return { problem: 'is not a day in the calendar' }
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  if (groups.hour === undefined) return { date, precision: 'day', at: null }
  const minutes = minutesOf(groups)
  if (minutes === null) return { problem: 'has an impossible time' }
  const at = new Date(Date.UTC(year, month - 1, day, 0, minutes) + millisecondsOf(groups))
  return { date, precision: 'day', at: at.toISOString() }
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : `${number}`)
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Counts the minutes since midnight UTC; a time without a zone counts as UTC. */
function minutesOf({ hour, minute, second, half, zone }: Groups): number | null {
  const hours = half === undefined ? Number(hour) : hourOfHalf(Number(hour), half)
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null
  const [, sign, offsetHours, offsetMinutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return null
  const offset = sign ? Number(`${sign}1`) * (60 * Number(offsetHours) + Number(offsetMinutes)) : 0
  return 60 * hours + Number(minute) - offset
}

const hourOfHalf = (hour: number, half: string) =>
  hour < 1 || hour > 12 ? Number.POSITIVE_INFINITY : (hour % 12) + (/^p/i.test(half) ? 12 : 0)

/** Fractions are truncated, not rounded, to milliseconds. */
const millisecondsOf = ({ second = '0', fraction = '' }: Groups) =>
  Number(second + fraction.slice(0, 3).padEnd(3, '0'))

function fromSpan(text: string, retrievedAt: string | null): DateValue | ValueProblem {
  const span = readSpan(text)
  if (!span) return UNREADABLE
  const retrieved = readDate(retrievedAt, { order: null, retrievedAt: null })
  if ('problem' in retrieved)
    return {
      problem: 'counts back from the day of the export: pass that day with --retrieved YYYY-MM-DD',
    }
  // Where only the day of retrieval is known we count from its end, so that an hour ago is still that day.
  const from = new Date(retrieved.at ?? `${retrieved.date}T23:59:59Z`)
  const date = subtract(from, span).toISOString().slice(0, 10)
  return date < `${FIRST_YEAR}`
    ? OUT_OF_RANGE
    : { date, precision: precisionOf(span.unit), at: null }
}

/** Dates told by their distance: `3 weeks ago`, `Edited a month ago`, `yesterday`. */
type Span = { count: number; unit: keyof typeof MILLISECONDS | 'month' | 'year' }

/** Of an hour ago, the day is known. */
const precisionOf = (unit: Span['unit']) => DatePrecision.safeParse(unit).data ?? 'day'

const AGO = /^(?:edited\s+)?(an?|\d{1,3})\s+(second|minute|hour|day|week|month|year)s?\s+ago$/i
const NEAR = /^(?:edited\s+)?(today|just now|yesterday)$/i

export function readSpan(text: string): Span | null {
  const [, near] = NEAR.exec(text) ?? []
  if (near) return { count: near.toLowerCase() === 'yesterday' ? 1 : 0, unit: 'day' }
  const [, count, unit] = AGO.exec(text) ?? []
  if (!count || !unit) return null
  return { count: /^a/i.test(count) ? 1 : Number(count), unit: unit.toLowerCase() as Span['unit'] }
}

const MILLISECONDS = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

/** Counts in UTC. Where the month is too short for the day, its last day counts: a month before March 31 is the end of February. */
function subtract(from: Date, { count, unit }: Span): Date {
  if (unit !== 'month' && unit !== 'year')
    return new Date(from.getTime() - count * MILLISECONDS[unit])
  const month = from.getUTCMonth() - count * (unit === 'year' ? 12 : 1)
  const lastDay = daysIn(from.getUTCFullYear(), month + 1)
  return new Date(Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay)))
}
