/** The options of a filter, and the periods of groups: their values, which reviews have each, and the search that finds them. */
import { mentionKey } from '../../insights/counts/month-counts.ts'
import { MONTHS_IN, periodName } from '../../insights/counts/periods.ts'
import { labelOfOption } from '../../locale/filter-labels.ts'
import type { Locale } from '../../locale/locale.ts'
import { WHOLE } from '../../model/business.ts'
import {
  type ColumnValue,
  type FacetName,
  languageRanges,
  PERIODS,
  rowOf,
  UNKNOWN_LANGUAGE,
} from '../../model/filters.ts'
import type { MentionKind, Sentiment } from '../../model/insights.ts'
import { oncePerValue } from '../../model/once-per.ts'
import { daysOf } from '../../model/scalars.ts'
import type { SearchArgs } from '../../model/search.ts'
import type { Column } from '../months/columns.ts'
import { type NamedIds, sidesOf } from './find-reviews.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchableNames } from './searchable-names.ts'

export type Period = (typeof PERIODS)[number]

/** In the order of their values. Review p has the options `codes[starts[p]]` to `codes[starts[p + 1] - 1]`. */
export type Options = ReturnType<typeof toOptions>

/** For what is named, only reviews that say this about it; for the sentiment, what it is about. */
type About = { sentiment?: Sentiment | undefined; ids?: NamedIds }

export type FindOptions = (name: FacetName | Period, about?: About) => Options

type Option = { value: ColumnValue; label: string; filter: Partial<SearchArgs> }
type Listed = Option & { reviews: ArrayLike<number> }

/** Each is made when it is first asked for. */
export function createFindOptions(
  index: SearchIndex,
  names: SearchableNames,
  locale: Locale,
): FindOptions {
  function list(name: FacetName | Period, { sentiment, ids = {} }: About): Listed[] {
    if (isPeriod(name)) return listPeriods(index.dates, name)
    const { names: kind, column } = rowOf(name)
    if (kind) return listNamed(index, names, name, kind, sentiment)
    const reviews: Iterable<[ColumnValue, ArrayLike<number>]> = column
      ? reviewsByValue(name, index.columns[column])
      : Object.entries(sidesOf(index, ids) ?? {})
    return Array.from(reviews, ([value, positions]) => ({
      value: value === UNKNOWN_LANGUAGE ? null : value,
      label: labelOfOption(locale, name, String(value)),
      filter: { [name]: value },
      reviews: positions,
    }))
  }
  const make = (name: FacetName | Period, about: About) => toOptions(list(name, about), index.size)
  const whole = oncePerValue((name: FacetName | Period) => make(name, {}))
  const oneSided = oncePerValue((side: Sentiment) =>
    oncePerValue((name: FacetName | Period) => make(name, { sentiment: side })),
  )
  return (name, { sentiment, ids } = {}) =>
    ids ? make(name, { ids }) : sentiment ? oneSided(sentiment)(name) : whole(name)
}

export const isPeriod = (name: string): name is Period => PERIODS.some(period => period === name)

/** British English counts as English. */
function reviewsByValue(name: FacetName, { values, codes }: Column): Map<ColumnValue, number[]> {
  const options = values.map(value =>
    name === 'language' ? languageRanges(value as string | null)[0]! : value,
  )
  return Map.groupBy(codes.keys(), position => options[codes[position]!]!)
}

function listNamed(
  { mentions, opinions }: SearchIndex,
  names: SearchableNames,
  filter: FacetName,
  kind: MentionKind,
  sentiment: Sentiment | undefined,
): Listed[] {
  const reviewsOf = (id: string) =>
    sentiment ? opinions.get(mentionKey(kind, id))?.[sentiment] : mentions.get(mentionKey(kind, id))
  return names[kind]
    .filter(({ id }) => kind !== 'aspects' || id !== WHOLE)
    .map(({ id, label }) => ({
      value: id,
      label,
      filter: { [filter]: id },
      reviews: reviewsOf(id) ?? [],
    }))
}

/** Reviews are sorted by date, so those of a period follow each other. */
function listPeriods(dates: Uint32Array, name: Period): Listed[] {
  const periodOf = (date: number) =>
    Math.floor(
      (12 * Math.floor(date / 10_000) + (Math.floor(date / 100) % 100) - 1) / MONTHS_IN[name],
    )
  const grouped = Map.groupBy(dates.keys(), position => periodOf(dates[position]!))
  return Array.from(grouped, ([period, reviews]) => {
    const label = periodName(period, name)
    return { value: name === 'year' ? period : label, label, filter: daysOf(label), reviews }
  })
}

function toOptions(listed: Listed[], size: number) {
  const sorted = listed
    .filter(({ reviews }) => reviews.length > 0)
    .sort((a, b) => compareValues(a.value, b.value))
  const starts = new Uint32Array(size + 1)
  for (const { reviews } of sorted)
    for (let index = 0; index < reviews.length; index++) starts[reviews[index]! + 1]!++
  for (let position = 0; position < size; position++) starts[position + 1]! += starts[position]!
  const codes = new Uint32Array(starts[size]!)
  const next = starts.slice()
  for (const [code, { reviews }] of sorted.entries())
    for (let index = 0; index < reviews.length; index++) codes[next[reviews[index]!]!++] = code
  return { options: sorted.map(({ reviews: _, ...option }): Option => option), starts, codes }
}

/** What is not known comes last. */
function compareValues(a: ColumnValue, b: ColumnValue): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a === b ? 0 : a < b ? -1 : 1
}
