/** Texts, numbers and dates in one language: the same on every machine, whatever its settings. */

import { oncePerValue } from '../model/once-per.ts'
import type { DatePrecision } from '../model/review.ts'
import type { LocaleTag } from '../model/scalars.ts'
import { CATALOGS, type Catalog, type Message } from './catalogs.ts'
import { firstOfMonth } from './first-of-month.ts'

export type Values = Readonly<Record<string, string | number>>

export type Locale = ReturnType<typeof createLocale>

export const localeOf = oncePerValue((tag: LocaleTag) => createLocale(tag, CATALOGS[tag]))

export function createLocale(tag: LocaleTag, words: Catalog) {
  const plurals = new Intl.PluralRules(tag)
  const numbers = new Intl.NumberFormat(tag)
  const ratings = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percents = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 })
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  const longMonths = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' })
  const series = new Intl.ListFormat(tag === 'en-US' ? 'en-GB' : tag, { type: 'conjunction' })
  const locale = {
    tag,
    words,
    /** Fills in the values of a message; numbers are formatted, and `count` chooses the plural. */
    say: (message: Message, values: Values = {}): string =>
      locale.template(message, countIn(values)).replaceAll(VALUE, (_, name: string) => {
        const value = values[name]
        if (value === undefined) throw new Error(`A message needs a value for ${name}.`)
        return typeof value === 'number' ? locale.number(value) : value
      }),
    /** The text of a message before its values are filled in. */
    template: (message: Message, count?: number) =>
      typeof message === 'string' ? message : (message[plurals.select(count!)] ?? message.other),
    /** 12345 → 12,345 */
    number: (value: number) => tidy(numbers.format(value)),
    /** 4.2: Intl rounds 4.35 up, toFixed down as the badge and the widget do, and a rating must be the same everywhere. */
    rating: (value: number) => ratings.format(Number(value.toFixed(1))),
    /** Without decimals: 83%. */
    percent: (share: number) => tidy(percents.format(share / 100)),
    /** 2026-11-15 → Nov 15, 2026 */
    date: (day: string) => firstOfMonth(tag, tidy(days.format(new Date(day.slice(0, 10))))),
    /** 2026-11 → Nov 2026 */
    month: (month: string) => tidy(months.format(new Date(`${month}-01`))),
    /** 2026-11 → November 2026 */
    longMonth: (month: string) => tidy(longMonths.format(new Date(`${month}-01`))),
    /** As precise as it is known. */
    knownDate: (day: string, precision: DatePrecision): string => {
      if (precision === 'year') return day.slice(0, 4)
      if (precision === 'month') return locale.month(day.slice(0, 7))
      return precision === 'week'
        ? locale.say(words.common.weekOf, { date: locale.date(day) })
        : locale.date(day)
    },
    /** a, b, and c */
    list: (items: string[]) => lists.format(items),
    /** a, b and c: in running text, without a comma before the last. */
    series: (items: string[]) => series.format(items),
  }
  return locale
}

/** The name of a value in a message. */
export const VALUE = /\{(\w+)\}/g

const countIn = (values: Values) => (typeof values.count === 'number' ? values.count : undefined)

/** Versions of Node differ in which space they write: a narrow one or a plain one that does not break. */
const tidy = (text: string) => text.replaceAll('\u202f', '\u00a0')
