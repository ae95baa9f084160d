/** The aggregate rating of the published reviews: exact for pages, which round once, and to two decimals for data. */
import { oncePer } from '../../model/once-per.ts'
import type { AggregateRating } from '../../model/review.ts'
import type { ListedReview } from '../months/prepare-review.ts'

/** How many reviews gave as many stars as the index. */
type Ratings = number[]

const STARS = [0, 1, 2, 3, 4, 5]

const countBySource = oncePer((reviews: ListedReview[]) =>
  Array.from(
    Map.groupBy(reviews, ({ source }) => source),
    ([source, own]) => ({
      source,
      ratings: STARS.map(stars => own.filter(({ rating }) => rating === stars).length),
    }),
  ),
)

/** `months` are the reviews by month. */
export function aggregate(months: ListedReview[][]): AggregateRating {
  const counted = months.flatMap(month => countBySource(month))
  const all = sumRatings(counted)
  const bySource = [...Map.groupBy(counted, ({ source }) => source)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return {
    rating_value: countOf(all) === 0 ? null : meanOf(all),
    review_count: countOf(all),
    best_rating: 5,
    worst_rating: 1,
    distribution: distributionOf(all),
    by_source: Object.fromEntries(
      bySource.map(([source, own]) => {
        const ratings = sumRatings(own)
        return [source, { rating_value: meanOf(ratings), review_count: countOf(ratings) }]
      }),
    ),
  }
}

const sumRatings = (counted: { ratings: Ratings }[]) =>
  STARS.map(stars => counted.reduce((sum, { ratings }) => sum + ratings[stars]!, 0))

const countOf = (ratings: Ratings) => ratings.reduce((sum, count) => sum + count, 0)

/** Exact: whoever shows it rounds it once. */
function meanOf(ratings: Ratings): number {
  const stars = ratings.reduce((sum, count, number) => sum + number * count, 0)
  return stars / countOf(ratings)
}

/** The mean of a distribution, exact. */
export const meanOfStars = (distribution: AggregateRating['distribution']) =>
  meanOf([0, ...Object.values(distribution)])

const twoDecimals = (value: number) => Math.round(100 * value) / 100

/** As data, with averages to two decimals. */
export const publishedRating = (rating: AggregateRating): AggregateRating => ({
  ...rating,
  rating_value: rating.rating_value && twoDecimals(rating.rating_value),
  by_source: Object.fromEntries(
    Object.entries(rating.by_source).map(([source, { rating_value, review_count }]) => [
      source,
      { rating_value: twoDecimals(rating_value), review_count },
    ]),
  ),
})

/** `ratings` has the count of each number of stars at that index. */
export const distributionOf = (ratings: Ratings) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5].map(stars => [stars, ratings[stars]!]),
  ) as AggregateRating['distribution']
