/** Finds the reviews that match a question, in the order that it asks for. */
import type { SearchArgs } from '../../model/search.ts'
import { foldCase } from '../pieces/case-folding.ts'
import { dateNumber } from '../pieces/date-number.ts'
import { clip, firstWhere, intersect, keepStars } from '../pieces/sorted-lists.ts'
import { findText } from './find-text.ts'
import type { SearchIndex } from './search-index.ts'
import { inOrder } from './sort-order.ts'

/** Positions that match, in order. */
export interface FoundPositions {
  length: number
  /** `limit` of them, from the first on for which `follows` holds, after `skip` others. */
  page(follows: Follows | undefined, skip: number, limit: number): Uint32Array
}

/** Holds for all hits that come after some place, and for no other. */
type Follows = (position: number) => boolean

export function findHits(index: SearchIndex, args: SearchArgs): FoundPositions {
  const { from, to } = span(index.dates, args.since, args.until)
  const asked = askedStars(args)
  const lists = askedLists(index, args).map(list => clip(list, from, to))
  if (lists.length === 0 && args.sort === 'newest')
    return asked
      ? hitsOfLists(asked.map(stars => clip(index.byStars[stars]!, from, to)))
      : hitsOfSpan(from, to)
  const common =
    lists.length > 0 ? lists.sort((a, b) => a.length - b.length).reduce(intersect) : range(from, to)
  const list = asked ? keepStars(common, index.stars, asked) : common
  return hitsOfLists([inOrder(list, index.stars, args.sort)])
}

/** Of one list in any order, or of several that have nothing in common, newest first. */
function hitsOfLists(lists: Uint32Array[]): FoundPositions {
  return {
    length: lists.reduce((sum, list) => sum + list.length, 0),
    page(follows, skip, limit) {
      const parts = lists.map(list => {
        const start = follows ? firstWhere(list.length, place => follows(list[place]!)) : 0
        return list.subarray(start, start + skip + limit)
      })
      const joined =
        parts.length === 1 ? parts[0]! : Uint32Array.from(parts.flatMap(part => [...part])).sort()
      return joined.subarray(skip, skip + limit)
    },
  }
}

/** Of neighbours, newest first: they are never written out. */
function hitsOfSpan(from: number, to: number): FoundPositions {
  const length = to - from
  return {
    length,
    page(follows, skip, limit) {
      const start = skip + (follows ? firstWhere(length, place => follows(from + place)) : 0)
      return range(from + start, from + Math.min(start + limit, length))
    },
  }
}

function range(from: number, to: number): Uint32Array {
  const numbers = new Uint32Array(Math.max(0, to - from))
  for (let place = 0; place < numbers.length; place++) numbers[place] = from + place
  return numbers
}

/** The numbers of stars that are asked for; null where they do not matter. */
function askedStars({ rating, min_rating }: SearchArgs): number[] | null {
  if (rating === undefined && min_rating === undefined) return null
  return [1, 2, 3, 4, 5].filter(stars => stars >= (min_rating ?? 1) && stars === (rating ?? stars))
}

/** The positions of all reviews between the dates, up to, not including, `to`. */
function span(dates: Uint32Array, since?: string, until?: string): { from: number; to: number } {
  const oldest = since === undefined ? 0 : dateNumber(since)
  const newest = until === undefined ? 99_999_999 : dateNumber(until)
  const from = firstWhere(dates.length, position => dates[position]! <= newest)
  return {
    from,
    to: Math.max(
      from,
      firstWhere(dates.length, position => dates[position]! < oldest),
    ),
  }
}

const NOTHING = new Uint32Array()

function askedLists(index: SearchIndex, args: SearchArgs): Uint32Array[] {
  const lists: Uint32Array[] = []
  const ask = (reviews: Map<string, Uint32Array>, name: string | undefined) => {
    if (name !== undefined) lists.push(reviews.get(foldCase(name)) ?? NOTHING)
  }
  ask(index.technicians, args.mentions_technician)
  ask(index.services, args.mentions_service)
  ask(index.serviceAreas, args.mentions_service_area)
  ask(index.languages, args.language)
  ask(index.sources, args.source)
  if (args.has_reply !== undefined) lists.push(index.byReply.get(args.has_reply) ?? NOTHING)
  if (args.query !== undefined) lists.push(findText(index, args.query))
  return lists
}
