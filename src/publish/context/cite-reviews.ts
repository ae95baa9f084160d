/** Looks up the reviews that pages quote or link to. */
import { jsonAt, type MonthOfReviews } from '../pieces/month.ts'
import { parseReview } from '../pieces/parse-review.ts'
import type { ListedReview } from '../pieces/prepare-review.ts'
import { firstWhere } from '../pieces/sorted-lists.ts'
import { ulidDay } from '../pieces/ulid-day.ts'
import type { MonthOfReadings } from './month-readings.ts'
import type { CitedReview } from './quotes.ts'

/** A month and its readings hold the same reviews in the same order. */
export function citeReviews(
  months: MonthOfReviews[],
  readings: MonthOfReadings[],
  ids: ReadonlySet<string>,
): Map<string, CitedReview> {
  const numbers = new Map(months.map(({ reviews }, number) => [monthOfDay(reviews[0]!.day), number]))
  const cited = new Map<string, CitedReview>()
  const add = (number: number, index: number) => {
    const { id, insight } = readings[number]!.reviews[index]!
    cited.set(id, { review: parseReview(jsonAt(months[number]!, index)), reading: insight })
  }
  for (const id of ids) {
    const day = ulidDay(id)
    const number = numbers.get(monthOfDay(day))
    const index = number === undefined ? -1 : indexOf(readings[number]!.reviews, id, day)
    if (index !== -1) add(number!, index)
  }
  // The date of the others was edited after they got their ids.
  if (cited.size < ids.size)
    for (const [number, { reviews }] of readings.entries())
      for (const [index, { id, isRedated }] of reviews.entries())
        if (isRedated && ids.has(id)) add(number, index)
  return cited
}

/** 202611 for 20261115. */
const monthOfDay = (day: number) => Math.floor(day / 100)

/** Reviews come newest first, by date and then by id. */
function indexOf(reviews: ListedReview[], id: string, day: number): number {
  const index = firstWhere(reviews.length, at => {
    const review = reviews[at]!
    return review.day < day || (review.day === day && review.id <= id)
  })
  return reviews[index]?.id === id ? index : -1
}
