/** Counts how many reviews each option of a filter would leave, next to the other filters of a search. */
import { PARAMETER_OF, type SearchArgs } from '../../model/search.ts'
import { allHits, listsOfFilters, type NamedIds } from './find-hits.ts'
import { JUDGED_KINDS } from './mention-lists.ts'
import type { SearchIndex } from './search-index.ts'

/** A value for a parameter, in place of the one that a search has. */
export interface FilterOption {
  parameter: OptionParameter
  value: string
}

export type OptionParameter = keyof Pick<
  SearchArgs,
  | 'rating'
  | 'mentions_technician'
  | 'mentions_service'
  | 'mentions_service_area'
  | 'aspect'
  | 'sentiment'
  | 'source'
  | 'language'
>

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
  const matchingWithout = (parameter: OptionParameter) => {
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

const JUDGED = JUDGED_KINDS.map(kind => PARAMETER_OF[kind])

/** Whether the sentiment would be about this, if the search had it. */
const isJudged = (args: SearchArgs, parameter: OptionParameter) =>
  args.sentiment !== undefined &&
  JUDGED.find(one => one === parameter || args[one] !== undefined) === parameter

/** The sentiment is replaced together with what it is about. */
const without = (args: SearchArgs, parameter: OptionParameter): SearchArgs => ({
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
