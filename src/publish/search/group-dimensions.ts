/** What reviews can be grouped by: the values, the reviews of each, and the filter that finds them. */
import { mentionKey } from '../../insights/counts/month-counts.ts'
import { MONTHS_IN, periodName } from '../../insights/counts/periods.ts'
import { type Locale, sourceLabel } from '../../locale/locale.ts'
import { WHOLE } from '../../model/business.ts'
import { type MentionKind, Sentiment } from '../../model/insights.ts'
import { oncePerValue } from '../../model/once-per.ts'
import { daysOf } from '../../model/scalars.ts'
import { PARAMETER_OF, type SearchArgs, UNKNOWN_LANGUAGE } from '../../model/search.ts'
import type { GroupName } from '../../model/stats.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchableNames } from './searchable-names.ts'

export type GroupValue = string | number | boolean | null

/** Its values come in the order of their keys. Review p has the values `codes[starts[p]]` to `codes[starts[p + 1] - 1]`. */
export type Dimension = ReturnType<typeof toDimension>

/** What options of filters can be counted by, beside groups. */
export type DimensionName = GroupName | 'problem' | 'sentiment' | 'critical' | 'edited'

export type FindDimension = (name: DimensionName, sentiment?: Sentiment) => Dimension

/** Each is made when it is first asked for. A sentiment is about what the reviews are grouped by. */
export function createDimensions(index: SearchIndex, names: SearchableNames, locale: Locale): FindDimension {
  const dimensionsOf = oncePerValue((name: DimensionName) =>
    oncePerValue((about?: Sentiment) => toDimension(listGroups(index, names, locale, name, about), index)),
  )
  return (name, sentiment) => dimensionsOf(name)(sentiment)
}

type Group = { value: GroupValue; label: string; filter: Partial<SearchArgs>; reviews: Uint32Array }

function listGroups(
  index: SearchIndex,
  names: SearchableNames,
  locale: Locale,
  name: DimensionName,
  sentiment: Sentiment | undefined,
): Group[] {
  const { words, say } = locale
  const { reviews: terms, review } = words
  switch (name) {
    case 'year':
    case 'quarter':
    case 'month':
      return listPeriods(index.dates, name)
    case 'stars':
      return index.byStars.map((reviews, stars) => ({
        ...{ value: stars, reviews, filter: { rating: stars } },
        label: say(terms.stars, { count: stars }),
      }))
    case 'source':
      return fromMap(index.sources, source => ({
        ...{ value: source, label: sourceLabel(locale, source), filter: { source } },
      }))
    case 'language':
      return listLanguages(index, locale)
    case 'has_reply':
      return listFlags(index.byReply, name, [terms.answered, terms.unanswered])
    case 'critical':
      return listFlags(index.byCritical, name, [terms.isCritical, terms.isNotCritical])
    case 'edited':
      return listFlags(index.byEdited, name, [terms.isEdited, terms.isNotEdited])
    case 'verification':
      return fromMap(index.byLevel, level => ({
        ...{ value: level, label: review.levels[level].label, filter: { verification: level } },
      }))
    case 'sentiment':
      return Sentiment.options.map(value => ({
        ...{ value, label: terms.opinions[value], filter: { sentiment: value } },
        reviews: index.sentiments[value],
      }))
    default:
      return listNamed(index, names, KIND_OF[name], sentiment)
  }
}

const fromMap = <Key>(lists: Map<Key, Uint32Array>, describe: (key: Key) => Omit<Group, 'reviews'>) =>
  Array.from(lists, ([key, reviews]) => ({ ...describe(key), reviews }))

const listFlags = (
  lists: Map<boolean, Uint32Array>,
  name: 'has_reply' | 'critical' | 'edited',
  [yes, no]: [string, string],
) => fromMap(lists, value => ({ value, label: value ? yes : no, filter: { [name]: value } }))

/** The kinds of names that reviews can be grouped by. */
export const KIND_OF = {
  technician: 'technicians',
  service: 'services',
  service_area: 'service_areas',
  aspect: 'aspects',
  topic: 'topics',
  problem: 'problems',
} as const satisfies Partial<Record<DimensionName, MentionKind>>

function listNamed(
  { mentions, opinions }: SearchIndex,
  names: SearchableNames,
  kind: MentionKind,
  sentiment: Sentiment | undefined,
): Group[] {
  const reviewsOf = (id: string) =>
    sentiment ? opinions.get(mentionKey(kind, id))?.[sentiment] : mentions.get(mentionKey(kind, id))
  return names[kind]
    .filter(({ id }) => kind !== 'aspects' || id !== WHOLE)
    .map(({ id, label }) => ({
      ...{ value: id, label, filter: { [PARAMETER_OF[kind]]: id } },
      reviews: reviewsOf(id) ?? new Uint32Array(),
    }))
}

/** By language, whatever the region: a search for en finds en-GB, too. */
function listLanguages({ languages }: SearchIndex, { words }: Locale): Group[] {
  const known = new Map(Object.entries(words.common.languages))
  return fromMap(languages, language => ({
    value: language === UNKNOWN_LANGUAGE ? null : language,
    label: known.get(language) ?? language,
    filter: { language },
  })).filter(({ filter }) => !filter.language!.includes('-'))
}

/** Reviews are sorted by date, so those of a period follow each other. */
function listPeriods(dates: Uint32Array, name: 'year' | 'quarter' | 'month'): Group[] {
  const groups: Group[] = []
  const periodAt = (position: number) => {
    const [year, month] = [Math.floor(dates[position]! / 10_000), Math.floor(dates[position]! / 100) % 100]
    return Math.floor((12 * year + month - 1) / MONTHS_IN[name])
  }
  for (let from = 0, to = 1; to <= dates.length; to++) {
    const period = periodAt(from)
    if (to < dates.length && periodAt(to) === period) continue
    const reviews = Uint32Array.from({ length: to - from }, (_, offset) => from + offset)
    const label = periodName(period, name)
    groups.push({ value: name === 'year' ? period : label, label, filter: daysOf(label), reviews })
    from = to
  }
  return groups
}

function toDimension(groups: Group[], { dates }: SearchIndex) {
  const sorted = groups
    .filter(({ reviews }) => reviews.length > 0)
    .sort((a, b) => compareValues(a.value, b.value))
  const starts = new Uint32Array(dates.length + 1)
  for (const { reviews } of sorted) for (const position of reviews) starts[position + 1]!++
  for (let position = 0; position < dates.length; position++) starts[position + 1]! += starts[position]!
  const codes = new Uint32Array(starts[dates.length]!)
  const next = starts.slice()
  for (const [code, { reviews }] of sorted.entries())
    for (const position of reviews) codes[next[position]!++] = code
  return { values: sorted.map(({ reviews: _, ...value }) => value), starts, codes }
}

/** What is not known comes last. */
function compareValues(a: GroupValue, b: GroupValue): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a === b ? 0 : a < b ? -1 : 1
}
