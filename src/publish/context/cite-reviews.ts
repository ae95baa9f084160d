/** Looks up the reviews that pages quote or link to. */
import { locateReviews } from '../pieces/locate-reviews.ts'
import { jsonAt, type MonthOfReviews } from '../pieces/month.ts'
import { parseReview } from '../pieces/parse-review.ts'
import type { MonthOfReadings } from './month-readings.ts'
import type { CitedReview } from './quotes.ts'

/** A month and its readings hold the same reviews in the same order. */
export function citeReviews(
  months: MonthOfReviews[],
  readings: MonthOfReadings[],
  ids: ReadonlySet<string>,
): Map<string, CitedReview> {
  const cited = new Map<string, CitedReview>()
  for (const [id, [number, index]] of locateReviews(months, ids))
    cited.set(id, {
      review: parseReview(jsonAt(months[number]!, index)),
      reading: readings[number]!.reviews[index]!.insight,
    })
  return cited
}
