/** The filters in effect, in words. */
import { MentionKind } from '../../model/insights.ts'
import { type ListArgs, PARAMETER_OF } from '../../model/search.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { count, formatDate, sourceName } from '../base/display-format.ts'
import { languageName } from '../base/language-name.ts'
import { SENTIMENTS } from '../base/sentiments.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { kindLabel } from '../base/subject-labels.ts'

/** The parameters in the address, by name. */
export type Asked = Record<string, string>

const LABELS = new Map(
  Object.entries({
    query: 'Search',
    words: 'Words',
    rating: 'Stars',
    min_rating: 'Minimum stars',
    max_rating: 'Maximum stars',
    sentiment: 'Opinion',
    source: 'Source',
    language: 'Language',
    since: 'From',
    until: 'To',
    has_reply: 'With a reply',
    sort: 'Sort',
    page: 'Page',
  }),
)

const KIND_OF = new Map(MentionKind.options.map(kind => [PARAMETER_OF[kind] as string, kind]))

/** The form's label for a parameter. */
export function labelOf({ site }: Pick<Snapshot, 'site'>, parameter: string): string {
  const kind = KIND_OF.get(parameter)
  return kind ? kindLabel(site, kind).one : (LABELS.get(parameter) ?? parameter)
}

/** What pages call something, by its id. */
export function nameOf({ business, insights }: Snapshot, kind: MentionKind, id: string): string {
  const lists: Record<MentionKind, { id: string; label: string }[]> = {
    technicians: [],
    services: business.services,
    service_areas: business.service_areas,
    aspects: insights.aspects,
    topics: insights.topics,
    problems: insights.entities.problems,
  }
  return lists[kind].find(one => one.id === id)?.label ?? id
}

/** Every filter in effect, described. */
export const filtersInWords = (
  snapshot: Snapshot,
  { page: _, sort: __, ...asked }: Asked,
): [name: string, text: string][] =>
  Object.entries(asked).map(([name, value]) => [name, filterInWords(snapshot, name, value, asked)])

function filterInWords(snapshot: Snapshot, name: string, value: string, asked: Asked): string {
  const kind = KIND_OF.get(name)
  if (!kind) return TEXTS.get(name)?.(value, asked) ?? value
  const found = snapshot.findName(kind, value)
  return 'id' in found ? nameOf(snapshot, kind, found.id) : value
}

const TEXTS = new Map<string, (value: string, asked: Asked) => string>(
  Object.entries({
    query: (value: string) => `“${value}”`,
    words: (value: string) => `the words “${value}”`,
    rating: (value: string) => count(Number(value), 'star'),
    min_rating: (value: string) => `${count(Number(value), 'star')} or more`,
    max_rating: (value: string) => (value === '2' ? '1–2 stars' : `${count(Number(value), 'star')} or fewer`),
    sentiment: (value: string, { aspect }: Asked) => {
      const known = new Map(Object.entries(SENTIMENTS)).get(value)
      return aspect === undefined ? `${value} overall` : (known?.verb ?? value)
    },
    source: sourceName,
    language: languageName,
    since: (value: string) => `from ${formatDate(value)}`,
    until: (value: string) => `to ${formatDate(value)}`,
    has_reply: (value: string) => (value === 'true' ? 'with a reply' : 'without a reply'),
  }),
)

/** What the list is asked for, whatever the page. */
export type Filters = Omit<ListArgs, 'page'>

/** The filters without one of them; an opinion about an aspect goes with the aspect. */
export const withoutFilter = <Some extends Filters | Asked>(filters: Some, name: string): Some => ({
  ...filters,
  [name]: undefined,
  ...(name === PARAMETER_OF.aspects && { sentiment: undefined }),
})

/** Only the parameters present in the address. */
export function filtersInAddress({ page, sort, ...filters }: Filters & { page?: number }): Asked {
  const all = {
    ...filters,
    sort: sort === 'newest' ? undefined : sort,
    page: page === 1 ? undefined : page,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** The address of the list with these filters. */
export const listPath = (filters: Filters & { page?: number }) => reviewsPath(filtersInAddress(filters))
