/** Finds reviews by id among the months, without a search through all of them. */

import { ulidDay } from '../base/day-number.ts'
import { firstWhere } from '../base/sorted-lists.ts'
import type { MonthOfReviews } from './month.ts'
import type { ListedReview } from './prepare-review.ts'

/** Where a review is: the number of its month, and its index there. */
export type Location = [month: number, index: number]

/** Unknown ids are left out. */
export function locateReviews(months: Pick<MonthOfReviews, 'reviews'>[], ids: ReadonlySet<string>) {
  const numbers = new Map(months.map(({ reviews }, number) => [monthOfDay(reviews[0]!.day), number]))
  const located = new Map<string, Location>()
  for (const id of ids) {
    const day = ulidDay(id)
    const number = numbers.get(monthOfDay(day))
    const index = number === undefined ? -1 : indexOf(months[number]!.reviews, id, day)
    if (index !== -1) located.set(id, [number!, index])
  }
  // The date of the others was edited after they got their ids.
  if (located.size < ids.size)
    for (const [number, { reviews }] of months.entries())
      for (const [index, { id, isRedated }] of reviews.entries())
        if (isRedated && ids.has(id)) located.set(id, [number, index])
  return located
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
