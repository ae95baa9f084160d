/** The filters in words: those in effect, and what is wrong with one. */
import { labelOfOption } from '../../locale/filter-labels.ts'
import { type Catalog, type Locale, localeOf } from '../../locale/locale.ts'
import type { Issue } from '../../model/error-body.ts'
import { JUDGED_KINDS, PARAMETER_OF } from '../../model/filters.ts'
import { MentionKind, Sentiment } from '../../model/insights.ts'
import { type TableArgs, usualOrder } from '../../model/search.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { kindLabel } from '../base/display-format.ts'
import { reviewsPath } from '../base/site-paths.ts'

/** The parameters in the address, by name. */
export type Asked = Record<string, string>

const KIND_OF = new Map(MentionKind.options.map(kind => [PARAMETER_OF[kind] as string, kind]))

/** The form's label for a parameter. */
export function labelOf(context: Pick<Snapshot, 'site' | 'locale'>, parameter: string): string {
  const kind = KIND_OF.get(parameter)
  const field = new Map(Object.entries(localeOf(context.locale).words.reviews.fields)).get(
    parameter,
  )
  return field ?? (kind ? kindLabel(context, kind).one : parameter)
}

/** What pages call something, by its id. */
export function nameOf(snapshot: Snapshot, kind: MentionKind, id: string): string {
  const { business, insights, otherAspects } = snapshot
  const lists: Record<MentionKind, { id: string; label: string }[]> = {
    technicians: [],
    services: business.services,
    service_areas: business.service_areas,
    aspects: [...insights.aspects, ...otherAspects],
    topics: insights.topics,
    problems: insights.entities.problems,
  }
  return lists[kind].find(one => one.id === id)?.label ?? id
}

/** Every filter in effect, described. */
export const filtersInWords = (snapshot: Snapshot, { page: _, sort: __, ...asked }: Asked) =>
  Object.entries(asked).map(
    ([name, value]) => [name, filterInWords(snapshot, name, value, asked)] as const,
  )

function filterInWords(snapshot: Snapshot, name: string, value: string, asked: Asked): string {
  const kind = KIND_OF.get(name)
  const locale = localeOf(snapshot.locale)
  if (name === 'sentiment') return describeSentiment(locale, value, asked)
  if (!kind) return labelOfOption(locale, name, value)
  const found = snapshot.findName(kind, value)
  return 'id' in found ? nameOf(snapshot, kind, found.id) : value
}

function describeSentiment({ words }: Locale, value: string, asked: Asked): string {
  const known = Sentiment.safeParse(value).data
  if (!known) return value
  return words.reviews[isAboutSomething(asked) ? 'opinionsAboutAspect' : 'opinionsOverall'][known]
}

/** What the list is asked for, whatever the page. */
export type Filters = TableArgs

const JUDGED = JUDGED_KINDS.map(kind => PARAMETER_OF[kind])

/** Whether an opinion is about something that the filters name. */
export const isAboutSomething = (filters: Filters | Asked) =>
  JUDGED.some(name => filters[name] !== undefined)

/** The filters without one of them; an opinion goes with what it is about, and relevance with the words. */
export const withoutFilter = <Some extends Filters | Asked>(filters: Some, name: string): Some => ({
  ...filters,
  [name]: undefined,
  ...(JUDGED.some(one => one === name) && { sentiment: undefined }),
  ...(name === 'words' && filters.sort === 'relevance' && { sort: 'newest' }),
})

/** The parameters that the address needs: the first page and the usual order go without saying. */
export function filtersInAddress({ page, sort, ...filters }: Filters & { page?: number }): Asked {
  const all = Object.entries({ ...filters, sort, page }).filter(
    ([name, value]) =>
      value !== undefined &&
      !(name === 'sort' && value === usualOrder(filters)) &&
      !(name === 'page' && value === 1),
  )
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]))
}

/** The address of the list with these filters. */
export const listPath = (filters: Filters & { page?: number }) =>
  reviewsPath(filtersInAddress(filters))

/** In one line. */
export const describeFilters = (snapshot: Snapshot, filters: Filters) =>
  filtersInWords(snapshot, filtersInAddress(filters))
    .map(([, text]) => text)
    .join(', ')

type Problem = keyof Catalog['reviews']['problems']

/** Whatever is wrong with one of these, the same sentence says what is right. */
const PARAMETERS: [Problem, parameters: string[]][] = [
  ['stars', ['rating', 'min_rating', 'max_rating']],
  ['date', ['since', 'until']],
  ['page', ['page']],
  ['choice', ['sort', 'sentiment', 'has_reply', 'critical', 'edited', 'verification', 'language']],
  ['choice', ['incentive', 'has_photos', 'read']],
]

const EXAMPLE_DATE = '2026-03-14'

export function problemInWords(
  snapshot: Pick<Snapshot, 'site' | 'locale'>,
  { path, code }: Issue,
): string {
  const parameter = String(path[0])
  const { words, say } = localeOf(snapshot.locale)
  const values = { field: labelOf(snapshot, parameter), example: EXAMPLE_DATE }
  return say(words.reviews.problems[problemOf(parameter, code)], values)
}

function problemOf(parameter: string, code: string): Problem {
  if (code === 'repeated') return 'repeated'
  if (code === 'invalid_encoding') return 'unreadable'
  const [known] = PARAMETERS.find(([, parameters]) => parameters.includes(parameter)) ?? []
  return known ?? (code === 'too_big' ? 'tooLong' : parameter === 'words' ? 'noWord' : 'unreadable')
}
