/** Counts the reviews that match a search, by one or two of their properties. */
import { roundedMean } from '../../insights/counts/tally.ts'
import { filterOfGroup, type GroupName, JUDGED_KINDS, rowOf } from '../../model/filters.ts'
import type { SearchArgs } from '../../model/search.ts'
import {
  type GroupOfReviews,
  groupNamesIn,
  MOST_GROUPS,
  type ReviewStats,
  type StatsArgs,
} from '../../model/stats.ts'
import { searchUrl } from '../base/public-paths.ts'
import { acceptedCodes, type Column, NO_REPLY_DAYS } from '../months/columns.ts'
import { findReviews, type NamedIds } from './find-reviews.ts'
import { type FindOptions, isPeriod, type Options } from './options.ts'
import type { SearchIndex } from './search-index.ts'
import { starsAt } from './sort-order.ts'

/** The reviews of one cell: one value of the first dimension, and one of the second where there is one. */
type Cell = ReturnType<typeof emptyCell>

/** null if there are too many groups. `ids` are what the names in the search stand for. */
export function countGroups(
  index: SearchIndex,
  findOptions: FindOptions,
  { group_by, sort, ...filters }: StatsArgs,
  ids: NamedIds,
  baseUrl: string,
): ReviewStats | null {
  const names = groupNamesIn(group_by, 2)!
  const filtersOfGroups = names.map(name => (isPeriod(name) ? name : filterOfGroup(name)))
  const groupedKinds = filtersOfGroups.map(name => (isPeriod(name) ? undefined : rowOf(name).names))
  // Next to a name, the sentiment is about what is named; so it is about that of each group.
  const judged = JUDGED_KINDS.find(kind => ids[kind] !== undefined || groupedKinds.includes(kind))
  const isAboutGroups = judged !== undefined && ids[judged] === undefined
  const sentiment = isAboutGroups ? filters.sentiment : undefined
  const find = (wanted: Partial<SearchArgs>) =>
    findReviews(index, { ...wanted, order: 'newest' }, ids)
  const hits = find(filters).positions
  const counted = sentiment ? find({ ...filters, sentiment: undefined }).positions : hits
  const groupings = filtersOfGroups.map((name, number) =>
    findOptions(name, groupedKinds[number] === judged ? { sentiment } : {}),
  )
  const cells = fillCells(index, counted, groupings, groupings.map(wantedCode))
  if (!cells) return null
  const groups = cells
    .sort(
      (a, b) =>
        (sort === 'key' ? 0 : b.count - a.count) ||
        a.codes[0] - b.codes[0] ||
        a.codes[1] - b.codes[1],
    )
    .map(cell => describeCell(cell, names, groupings, filters, baseUrl))
  return { matched: hits.length, average_rating: averageOf(index, hits), groups }

  /** A search has one person, service or aspect only: next to a filter by it, there is no other group. */
  function wantedCode({ options }: Options, number: number): number | null {
    const kind = groupedKinds[number]
    const id = kind && ids[kind]
    return id === undefined ? null : options.findIndex(({ value }) => value === id)
  }
}

function averageOf({ columns }: SearchIndex, positions: Uint32Array): number | null {
  const starsOf = starsAt(columns.stars)
  let sum = 0
  for (const position of positions) sum += starsOf(position)
  return positions.length === 0 ? null : roundedMean(sum, positions.length)
}

/** null if there are too many. Plain loops: every review passes here. */
function fillCells(
  { columns, replyDays }: SearchIndex,
  positions: Uint32Array,
  [first, second]: Options[],
  [wantedFirst = null, wantedSecond = null]: (number | null)[],
): Cell[] | null {
  const { starts, codes, options } = first!
  const width = second?.options.length ?? 1
  const starsOf = starsAt(columns.stars)
  const isCritical = flagAt(columns.critical)
  const hasReply = flagAt(columns.hasReply)
  /** The number of a cell, from 1 on; 0 where there is none yet. */
  const numbers = new Uint16Array(options.length * width)
  const cells: Cell[] = []
  for (let hit = 0; hit < positions.length; hit++) {
    const position = positions[hit]!
    for (let one = starts[position]!; one < starts[position + 1]!; one++) {
      const row = codes[one]!
      if (wantedFirst !== null && row !== wantedFirst) continue
      const end = second ? second.starts[position + 1]! : 1
      for (let other = second ? second.starts[position]! : 0; other < end; other++) {
        const column = second ? second.codes[other]! : 0
        if (wantedSecond !== null && column !== wantedSecond) continue
        const at = row * width + column
        if (numbers[at] === 0) {
          if (cells.length === MOST_GROUPS) return null
          numbers[at] = cells.push(emptyCell([row, column]))
        }
        const cell = cells[numbers[at]! - 1]!
        cell.count++
        const [critical, replied] = [isCritical(position), hasReply(position)]
        cell.stars += starsOf(position)
        cell.critical += critical
        cell.replied += replied
        cell.criticalReplied += critical & replied
        const days = replyDays[position]!
        if (days !== NO_REPLY_DAYS) cell.replyDays[days] = (cell.replyDays[days] ?? 0) + 1
      }
    }
  }
  return cells
}

/** 1 for each review that has it. */
function flagAt(column: Column): (position: number) => number {
  const accepted = acceptedCodes(column, value => value === true)
  return position => accepted[column.codes[position]!]!
}

/** `codes` are those of its options. */
const emptyCell = (codes: [number, number]) => ({
  codes,
  ...{ count: 0, stars: 0, critical: 0, replied: 0, criticalReplied: 0 },
  /** How many replies took as many days as the index. */
  replyDays: [] as number[],
})

function describeCell(
  { codes, count, stars, critical, replied, criticalReplied, replyDays }: Cell,
  names: GroupName[],
  groupings: Options[],
  filters: Omit<StatsArgs, 'group_by' | 'sort'>,
  baseUrl: string,
): GroupOfReviews {
  const values = groupings.map(({ options }, number) => options[codes[number]!]!)
  const key = Object.fromEntries(values.map(({ value }, number) => [names[number]!, value]))
  const narrowed = values.reduce<Partial<SearchArgs>>(
    (all, { filter }) => narrow(all, filter),
    filters,
  )
  return {
    key: key as GroupOfReviews['key'],
    label: values.map(({ label }) => label).join(', '),
    review_count: count,
    average_rating: roundedMean(stars, count),
    critical_count: critical,
    replied_count: replied,
    critical_replied_count: criticalReplied,
    median_reply_days: medianDays(replyDays),
    search_url: searchUrl(baseUrl, narrowed),
  }
}

/** The middle one of all replies; null if there are none. */
function medianDays(counts: number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const daysAt = (rank: number) => {
    let seen = 0
    return counts.findIndex((count = 0) => {
      seen += count
      return seen > rank
    })
  }
  return total === 0 ? null : (daysAt((total - 1) >> 1) + daysAt(total >> 1)) / 2
}

/** Both filters at once: of two dates the narrower one, and a language as narrow as it was asked for. */
function narrow(filters: Partial<SearchArgs>, added: Partial<SearchArgs>): Partial<SearchArgs> {
  const { since, until, language, ...rest } = { ...filters, ...added }
  const later = [filters.since, added.since].filter(date => date !== undefined).sort()
  const earlier = [filters.until, added.until].filter(date => date !== undefined).sort()
  return {
    ...rest,
    ...(since !== undefined && { since: later.at(-1) }),
    ...(until !== undefined && { until: earlier[0] }),
    ...(language !== undefined && { language: filters.language ?? language }),
  }
}
