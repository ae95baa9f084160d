/** Chooses the reviews that a narrator reads: some of each kind, as many as fit. */
import { encodeData } from './encode-data.ts'
import type { Source } from './narrative-digest.ts'

const CAPACITY_CHARACTERS = 24_000
const LONGEST_TEXT = 1500

/** Takes from each list in turn, without duplicates. Ratings without text add nothing to the facts. */
export function chooseSample(lists: Source[][]): Source[] {
  const sample = new Map<string, Source>()
  let room = CAPACITY_CHARACTERS
  const longest = Math.max(...lists.map(list => list.length))
  for (let rank = 0; rank < longest; rank++)
    for (const list of lists) {
      const review = list[rank]
      if (!review?.text || sample.has(review.id)) continue
      const size = encodeReview(review).length + 1
      if (size > room) continue
      room -= size
      sample.set(review.id, review)
    }
  return [...sample.values()]
}

export function encodeReview({ id, date, rating, text }: Source): string {
  return encodeData({ id, date, rating, text: text?.slice(0, LONGEST_TEXT).toWellFormed() })
}
