/** Which reviews mention what, as positions: taken from the counts that the insights publish, so that both always agree. */
import {
  type MonthCounts,
  mentionKey,
  noPositions,
  type Positions,
} from '../../insights/counts/month-counts.ts'
import { Sentiment } from '../../model/insights.ts'
import { mergeSorted } from '../base/sorted-lists.ts'

export type BySentiment = Record<Sentiment, Uint32Array>

/** What reviews judge by itself, in the order in which a search for a sentiment takes it to be about them. */
export const JUDGED_KINDS = ['aspects', 'technicians', 'services', 'service_areas', 'problems'] as const

/** `months` come newest first. */
export function listMentions(months: MonthCounts[]) {
  const collected = new Map<string, Positions>()
  const overall = noPositions()
  let first = 0
  for (const { reviews, all, mentions } of months) {
    append(overall, all.positions, first)
    for (const [key, { positions }] of mentions) {
      const lists = collected.get(key) ?? noPositions()
      collected.set(key, lists)
      append(lists, positions, first)
    }
    first += reviews.length
  }
  const listed = Array.from(collected, ([key, lists]) => [key, toArrays(lists)] as const)
  const judged = JUDGED_KINDS.map(kind => mentionKey(kind, ''))
  return {
    /** The reviews that mention something, by `mentionKey`. */
    mentions: new Map(listed.map(([key, lists]) => [key, joinSides(lists)])),
    /** The reviews that mention an aspect, person, service, area or problem, by `mentionKey` and by what they say about it. */
    opinions: new Map(listed.filter(([key]) => judged.some(kind => key.startsWith(kind)))),
    /** All reviews by their overall sentiment. */
    sentiments: toArrays(overall),
  }
}

/** Positions in a month become positions among all reviews. */
function append(lists: Positions, positions: Positions, first: number): void {
  for (const sentiment of Sentiment.options) {
    const list = lists[sentiment]
    for (const position of positions[sentiment]) list.push(first + position)
  }
}

const toArrays = ({ positive, neutral, negative }: Positions): BySentiment => ({
  positive: new Uint32Array(positive),
  neutral: new Uint32Array(neutral),
  negative: new Uint32Array(negative),
})

const joinSides = ({ positive, neutral, negative }: BySentiment) =>
  mergeSorted(mergeSorted(positive, neutral), negative)
