/** Reviews to insights: everything but the reading of each single review, which the caller has already. */
import type { Business } from '../model/business.ts'
import type { Insights } from '../model/insights.ts'
import { countEntities } from './entities.ts'
import { ENGINE } from './read.ts'
import { addTo, emptyTally, meanScore, type ReadReview, share } from './tally.ts'
import { countMonths, findTrend } from './trend.ts'

const VERSION = 1

/** `reviews` newest first; `changedAt` is when they last changed. */
export function summarise(
  business: Business,
  reviews: ReadReview[],
  changedAt: string,
): Omit<Insights, 'per_review'> {
  const all = emptyTally()
  for (const review of reviews) addTo(all, review)
  const monthly = countMonths(reviews)
  const people = business.technicians.map(({ name }) => ({ id: name, label: name }))
  return {
    version: VERSION,
    generated_at: changedAt,
    model: ENGINE,
    review_count: reviews.length,
    date_range: { earliest: reviews.at(-1)?.date ?? null, latest: reviews[0]?.date ?? null },
    overall_sentiment: {
      score: meanScore(all),
      positive_pct: share(all.positive, all),
      neutral_pct: share(all.neutral, all),
      negative_pct: share(all.negative, all),
    },
    aspects: [],
    entities: {
      technicians: countEntities(people, reviews, review => review.insight.technicians),
      services: countEntities(business.services, reviews, review => review.insight.services),
      problems: [],
      service_areas: countEntities(business.service_areas, reviews, review => review.insight.service_areas),
    },
    topics: [],
    temporal: { monthly, trend: findTrend(monthly) },
    faq: [],
    summary: null,
    summary_claims: [],
    pull_quote: null,
  }
}
