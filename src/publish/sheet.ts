/** The reviews of one month with their pieces joined: a change of one review costs its month, not the whole. */

import { digestOf } from './digest.ts'
import type { Prepared } from './prepare.ts'
import { joinPieces, type Strip } from './strip.ts'

export interface Sheet {
  month: string
  /** Newest first, as everywhere. */
  reviews: Prepared[]
  json: Strip
  insightJson: Strip
  text: Strip
  signatures: Uint32Array
  /** The words of one review after the other. */
  words: Uint32Array
  days: Day[]
  /** When the last of them changed. */
  updatedAt: string
}

/** The reviews of one day: how many, and the digest of their JSON. */
export interface Day {
  day: number
  count: number
  digest: string
}

/** The next sheets, the newest month first. Those without a change stay the very same. */
export function replaceReviews(sheets: Sheet[], changed: Set<string>, renewed: Prepared[]): Sheet[] {
  const additions = Map.groupBy(renewed, review => review.date.slice(0, 7))
  const next = sheets.flatMap(sheet => {
    const added = additions.get(sheet.month) ?? []
    additions.delete(sheet.month)
    const kept = sheet.reviews.filter(review => !changed.has(review.id))
    if (added.length === 0 && kept.length === sheet.reviews.length) return [sheet]
    return kept.length + added.length > 0 ? [makeSheet(sheet.month, [...kept, ...added])] : []
  })
  const begun = Array.from(additions, ([month, reviews]) => makeSheet(month, reviews))
  return [...next, ...begun].sort((a, b) => (a.month < b.month ? 1 : -1))
}

function makeSheet(month: string, unsorted: Prepared[]): Sheet {
  const reviews = unsorted.toSorted(newestFirst)
  const json = joinPieces(
    reviews.map(review => review.json),
    { commas: true },
  )
  return {
    month,
    reviews,
    json,
    insightJson: joinPieces(
      reviews.map(review => review.insightJson),
      { commas: true },
    ),
    text: joinPieces(
      reviews.map(review => review.text),
      { commas: false },
    ),
    signatures: joinNumbers(reviews.map(review => review.signature)),
    words: joinNumbers(reviews.map(review => review.words)),
    days: digestDays(reviews, json),
    updatedAt: reviews.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), ''),
  }
}

function digestDays(reviews: Prepared[], { bytes, starts }: Strip): Day[] {
  const days: Day[] = []
  let first = 0
  for (let place = 0; place < reviews.length; place++) {
    const { day } = reviews[place]!
    if (reviews[place + 1]?.day === day) continue
    const digest = digestOf(bytes.subarray(starts[first], starts[place + 1]! - 1))
    days.push({ day, count: place + 1 - first, digest })
    first = place + 1
  }
  return days
}

function newestFirst(a: Prepared, b: Prepared): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return a.id < b.id ? 1 : -1
}

export function joinNumbers(lists: Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0))
  let offset = 0
  for (const list of lists) {
    joined.set(list, offset)
    offset += list.length
  }
  return joined
}
