/** Every text that the program writes for people, one catalog per language; and numbers, dates and sources as that language writes them, the same on every machine. */
import { oncePerValue } from '../model/once-per.ts'
import type { DatePrecision, Review } from '../model/review.ts'
import type { LocaleTag } from '../model/scalars.ts'
import de from './catalogs/de.json' with { type: 'json' }
import enGb from './catalogs/en-gb.json' with { type: 'json' }
import enUs from './catalogs/en-us.json' with { type: 'json' }
import es from './catalogs/es.json' with { type: 'json' }
import fr from './catalogs/fr.json' with { type: 'json' }
import { firstOfMonth } from './first-of-month.ts'
import sourceNames from './source-names.json' with { type: 'json' }

/** By the categories of `Intl.PluralRules`; those that a language lacks are left out. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A text may contain values: `Reply from {business}`. */
export type Message = string | Plural

/** The others translate the American catalog: a missing key fails the type check, and so does a text in place of a plural. */
export type Catalog = Translated<typeof enUs>

type Translated<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { [K in keyof T]: Translated<T[K]> }

export const CATALOGS: Record<LocaleTag, Catalog> = {
  'en-US': enUs,
  'en-GB': withDifferences<Catalog>(enUs, enGb),
  de,
  es,
  fr,
}

/** British English is written as its differences from American English. */
type Differences<T> = { [K in keyof T]?: Differences<T[K]> }

function withDifferences<T extends object>(tree: T, differences: Differences<T>): T {
  const changed = Object.entries(differences).map(([key, value]) => [
    key,
    typeof value === 'string'
      ? value
      : withDifferences(tree[key as keyof T] as object, value as object),
  ])
  return { ...tree, ...Object.fromEntries(changed) }
}

/** The places of texts that the American catalog does not have. If there is one, the type check fails and names it. */
export type UnknownTexts = None<
  | Extra<typeof de, Catalog>
  | Extra<typeof enGb, Catalog>
  | Extra<typeof es, Catalog>
  | Extra<typeof fr, Catalog>
>

type None<Places extends never> = Places

type Extra<Given, Known> = {
  [K in keyof Given & string]: K extends keyof Known
    ? Given[K] extends string
      ? never
      : `${K}.${Extra<Given[K], Known[K]>}`
    : K
}[keyof Given & string]

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
  const longMonths = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
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

/** Shortens a text to a number of letters, cutting between words. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  // Never cut a surrogate pair in half.
  const cut = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** For the middle of a sentence: `Waiting time` becomes `waiting time`; `HVAC` stays, and so does every noun in German. */
export const inSentence = ({ tag }: Pick<Locale, 'tag'>, label: string) =>
  tag === 'de' ? label : label.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLowerCase())

const SOURCES = new Map(Object.entries(sourceNames))

/** A site that we know, in its own spelling. Any other name is the owner's, and quoted as typed: "google_verified" must not read as a label of ours. */
export const sourceName = ({ words, say }: Locale, source: string) =>
  SOURCES.get(source) ?? say(words.common.namedSource, { source })

/** The name as it stands in the middle of a sentence. A visitor may name the tag, so it never indexes the catalog itself. */
export const languageName = ({ words }: Locale, tag: string): string =>
  new Map(Object.entries(words.common.languages)).get(tag) ?? tag

/** The name on its own: Spanish and French write it with a capital only there. */
export const languageLabel = (locale: Locale, tag: string): string => {
  const name = languageName(locale, tag)
  return name === tag ? tag : name.charAt(0).toUpperCase() + name.slice(1)
}

/** A source as a choice among others: what was sent to the business is no platform. */
export const sourceLabel = (locale: Locale, source: string) =>
  source === 'direct' ? locale.words.review.sentToBusiness : sourceName(locale, source)

/** Where a review comes from, which only the business says: nobody here opened it there. */
export function originLabel(locale: Locale, { source }: Pick<Review, 'source'>): string {
  const { saidPostedOn, sentToBusiness } = locale.words.review
  if (source === 'direct') return sentToBusiness
  return locale.say(saidPostedOn, { source: sourceName(locale, source) })
}
