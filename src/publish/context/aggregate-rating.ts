/** The aggregate rating of the published reviews. */
import type { AggregateRating } from '../../model/review.ts'

export function aggregate(reviews: { rating: number; source: string }[]): AggregateRating {
  const distribution = { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 }
  const sources = new Map<string, { stars: number; count: number }>()
  let stars = 0
  for (const { rating, source } of reviews) {
    stars += rating
    distribution[rating as keyof typeof distribution]++
    const sum = sources.get(source) ?? { stars: 0, count: 0 }
    sources.set(source, { stars: sum.stars + rating, count: sum.count + 1 })
  }
  const bySource = [...sources].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    rating_value: reviews.length === 0 ? null : mean(stars, reviews.length),
    review_count: reviews.length,
    best_rating: 5,
    worst_rating: 1,
    distribution,
    by_source: Object.fromEntries(
      bySource.map(([source, sum]) => [
        source,
        { rating_value: mean(sum.stars, sum.count), review_count: sum.count },
      ]),
    ),
  }
}

/** To two decimals. */
export const mean = (sum: number, count: number) => Math.round((100 * sum) / count) / 100
