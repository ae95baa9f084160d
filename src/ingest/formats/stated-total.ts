/** How many reviews a place has, as an export states it: on every record, or once beside the list. */
import { Url } from '../../model/scalars.ts'
import { fieldValue, type StatedTotal } from './format.ts'

/** null without a plausible count. */
export function statedTotal(count: unknown, rating: unknown, url: unknown): StatedTotal | null {
  const review_count = Number(count ?? Number.NaN)
  if (!Number.isSafeInteger(review_count) || review_count < 1) return null
  const average = Number(rating ?? Number.NaN)
  return {
    review_count,
    rating_value: average >= 1 && average <= 5 ? Math.round(average * 100) / 100 : null,
    url: Url.safeParse(url).data ?? null,
  }
}

/** Beside a list of reviews: the count and the average under the names that services use. */
const PLACES = [
  ['totalReviewCount', 'averageRating'],
  ['place_info.reviews', 'place_info.rating'],
  ['total_reviews', 'rating'],
  ['reviews_count', 'rating.value'],
] as const

export function totalBeside(document: unknown): StatedTotal | null {
  for (const places of PLACES) {
    const [count, rating] = places.map(place => fieldValue(document, ...place.split('.')))
    const total = statedTotal(count, rating, null)
    if (total) return total
  }
  return null
}
