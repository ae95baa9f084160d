/** Counts how many reviews each option of a filter would leave, next to the other filters of a search. */
import { type FacetName, type Facets, PARAMETER_OF, type SearchArgs } from '../../model/search.ts'
import { allHits, listsOfFilters, type NamedIds } from './find-hits.ts'
import type { DimensionName, FindDimension } from './group-dimensions.ts'
import { JUDGED_KINDS, type SearchIndex } from './search-index.ts'

/** A value for a parameter, in place of the one that a search has. */
export type FilterOption = { parameter: FacetName; value: string | number | boolean }

/** What the names in a search stand for; null if one stands for nothing. */
export type ResolveIds = (args: SearchArgs) => NamedIds | null

/** In the order of the options. The other filters are applied once, and not once for each option. */
export function countOptions(
  index: SearchIndex,
  args: SearchArgs,
  options: FilterOption[],
  resolve: ResolveIds,
): number[] {
  const matching = new Map<string, Uint8Array | null>()
  const matchingWithout = (parameter: FacetName) => {
    const isSet = args[parameter] !== undefined || isJudged(args, parameter)
    const key = isSet ? parameter : ''
    if (!matching.has(key)) matching.set(key, flagHits(index, without(args, parameter), resolve))
    return matching.get(key)
  }
  return options.map(option => {
    const flags = matchingWithout(option.parameter)
    const list = listOf(index, args, option, resolve)
    if (!flags) return list.length
    let count = 0
    for (let at = 0; at < list.length; at++) count += flags[list[at]!]!
    return count
  })
}

/** Groups have shorter names than the filters that find them. */
const DIMENSION_OF: Partial<Record<FacetName, DimensionName>> = {
  rating: 'stars',
  mentions_technician: 'technician',
  mentions_service: 'service',
  mentions_service_area: 'service_area',
}

/** Every option of these filters that finds something, the largest first. */
export function countFacets(
  index: SearchIndex,
  args: SearchArgs,
  names: FacetName[],
  findDimension: FindDimension,
  resolve: ResolveIds,
): Facets {
  const facets = names.map(parameter => {
    const options = findDimension(DIMENSION_OF[parameter] ?? (parameter as DimensionName)).values.map(
      ({ filter, label }) => ({ parameter, value: filter[parameter]!, label }),
    )
    const counts = countOptions(index, args, options, resolve)
    const counted = options.map(({ value, label }, number) => ({ value, label, matched: counts[number]! }))
    return [
      parameter,
      counted.filter(({ matched }) => matched > 0).sort((a, b) => b.matched - a.matched),
    ] as const
  })
  return Object.fromEntries(facets)
}

const JUDGED = JUDGED_KINDS.map(kind => PARAMETER_OF[kind])

/** Whether the sentiment would be about this, if the search had it. */
const isJudged = (args: SearchArgs, parameter: FacetName) =>
  args.sentiment !== undefined &&
  JUDGED.find(one => one === parameter || args[one] !== undefined) === parameter

/** The sentiment is replaced together with what it is about. */
const without = (args: SearchArgs, parameter: FacetName): SearchArgs => ({
  ...args,
  [parameter]: undefined,
  ...(isJudged(args, parameter) && { sentiment: undefined }),
})

const NOTHING = new Uint32Array()

/** 1 for each review that matches; null if all do. */
function flagHits(index: SearchIndex, args: SearchArgs, resolve: ResolveIds): Uint8Array | null {
  const ids = resolve(args)
  const hits = ids ? allHits(index, args, ids) : NOTHING
  if (hits.length === index.dates.length) return null
  const flags = new Uint8Array(index.dates.length)
  for (let at = 0; at < hits.length; at++) flags[hits[at]!] = 1
  return flags
}

/** The reviews that the option alone finds. */
function listOf(
  index: SearchIndex,
  args: SearchArgs,
  { parameter, value }: FilterOption,
  resolve: ResolveIds,
): Uint32Array {
  if (parameter === 'rating') return index.byStars[Number(value)] ?? NOTHING
  const { sort, limit, sentiment } = args
  const about = parameter === 'sentiment' ? JUDGED.find(one => args[one] !== undefined) : undefined
  const alone: SearchArgs = {
    sort,
    limit,
    ...(isJudged(args, parameter) && { sentiment }),
    ...(about && { [about]: args[about] }),
    [parameter]: value,
  }
  const ids = resolve(alone)
  return (ids && listsOfFilters(index, alone, ids)[0]) ?? NOTHING
}
