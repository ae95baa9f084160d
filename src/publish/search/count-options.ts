/** Counts how many reviews each option of a filter would leave, next to the other filters of a search. */
import { foldCase } from '../../model/case-folding.ts'
import { type FacetName, JUDGED_KINDS, PARAMETER_OF } from '../../model/filters.ts'
import type { Sentiment } from '../../model/insights.ts'
import { oncePerValue } from '../../model/once-per.ts'
import type { Facets, SearchArgs } from '../../model/search.ts'
import { findReviews, judgedIn, type NamedIds, NO_REVIEWS } from './find-reviews.ts'
import type { FindOptions } from './options.ts'
import type { SearchIndex } from './search-index.ts'

/** A value for a parameter, in place of the one that a search has. */
export type FilterOption = { parameter: FacetName; value: string | number | boolean }

/** What the names in a search stand for; null if one stands for nothing. */
export type ResolveIds = (args: SearchArgs) => NamedIds | null

/** In the order of the options. The other filters are applied once, and not once for each option. */
export function countOptions(
  index: SearchIndex,
  args: SearchArgs,
  wanted: FilterOption[],
  findOptions: FindOptions,
  resolve: ResolveIds,
): number[] {
  const countsOf = oncePerValue((parameter: FacetName) => {
    const counted = countFacet(index, args, parameter, findOptions, resolve)
    return new Map(counted.map(({ value, matched }) => [keyOf(value), matched]))
  })
  /** An option that goes by another name, such as a region of a language. */
  function countAlone({ parameter, value }: FilterOption): number {
    const instead = { ...args, [parameter]: value }
    const ids = resolve(instead)
    return ids ? findReviews(index, { ...instead, order: 'newest' }, ids).positions.length : 0
  }
  return wanted.map(
    option => countsOf(option.parameter).get(keyOf(option.value)) ?? countAlone(option),
  )
}

/** An address spells numbers and tags its own way. */
const keyOf = (value: unknown) => foldCase(String(value))

/** Every option of these filters that finds something, the largest first. */
export function countFacets(
  index: SearchIndex,
  args: SearchArgs,
  names: FacetName[],
  findOptions: FindOptions,
  resolve: ResolveIds,
): Facets {
  const facets = names.map(name => {
    const counted = countFacet(index, args, name, findOptions, resolve)
      .filter(({ matched }) => matched > 0)
      .sort((a, b) => b.matched - a.matched)
    return [name, counted] as const
  })
  return Object.fromEntries(facets)
}

function countFacet(
  index: SearchIndex,
  args: SearchArgs,
  parameter: FacetName,
  findOptions: FindOptions,
  resolve: ResolveIds,
) {
  const others = without(args, parameter)
  const ids = resolve(others)
  const { positions } = ids ? findReviews(index, { ...others, order: 'newest' }, ids) : NO_REVIEWS
  const { options, starts, codes } = findOptions(parameter, aboutOf(args, parameter, ids ?? {}))
  const counts = new Uint32Array(options.length)
  for (const position of positions)
    for (let at = starts[position]!; at < starts[position + 1]!; at++) counts[codes[at]!]!++
  return options.map(({ label, filter }, number) => ({
    value: filter[parameter]!,
    label,
    matched: counts[number]!,
  }))
}

function aboutOf(args: SearchArgs, parameter: FacetName, ids: NamedIds) {
  if (parameter === 'sentiment') return judgedIn(ids) ? { ids } : {}
  return isJudged(args, parameter) ? { sentiment: args.sentiment as Sentiment } : {}
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
