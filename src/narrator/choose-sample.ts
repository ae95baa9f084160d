/** Which reviews a narrator gets to read: some of every kind, as far as the room goes. */
import { encodeData } from './encode-data.ts'
import type { Source } from './narrative-digest.ts'

const ROOM_CHARACTERS = 24_000
const LONGEST_TEXT = 1500

/** One of each list in turn, none twice; stars without words tell nothing that the facts do not. */
export function chooseSample(lists: Source[][]): Source[] {
  const sample = new Map<string, Source>()
  let room = ROOM_CHARACTERS
  const longest = Math.max(...lists.map(list => list.length))
  for (let place = 0; place < longest; place++)
    for (const list of lists) {
      const review = list[place]
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
