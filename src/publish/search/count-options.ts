/** Counts how many reviews each option of a filter would leave, next to the other filters of a search. */
import { type FacetName, type Facets, PARAMETER_OF, type SearchArgs } from '../../model/search.ts'
import { allHits, listsOfFilters, type NamedIds } from './find-hits.ts'
import type { DimensionName, FindDimension } from './group-dimensions.ts'
import { JUDGED_KINDS } from './mention-lists.ts'
import type { SearchIndex } from './search-index.ts'

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
  const matching = new Map<string, Uint8Array>()
  const matchingWithout = (parameter: FacetName) => {
    const isSet = args[parameter] !== undefined || isJudged(args, parameter)
    const key = isSet ? parameter : ''
    const known = matching.get(key) ?? flagHits(index, without(args, parameter), resolve)
    matching.set(key, known)
    return known
  }
  return options.map(option => {
    const flags = matchingWithout(option.parameter)
    let count = 0
    for (const position of listOf(index, args, option, resolve)) count += flags[position]!
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

/** 1 for each review that matches. */
function flagHits(index: SearchIndex, args: SearchArgs, resolve: ResolveIds): Uint8Array {
  const flags = new Uint8Array(index.dates.length)
  const ids = resolve(args)
  for (const position of ids ? allHits(index, args, ids) : []) flags[position] = 1
  return flags
}

const NOTHING = new Uint32Array()

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
