/** What a narrative is written from: reviews, and counted facts with every number that it may contain. */
import type { AllInsights, EntityInsight, Sentiment } from '../model/insights.ts'
import type { AggregateRating, Review } from '../model/review.ts'

/** The parts of a review that a narrator sees and may cite. */
export type Source = Pick<Review, 'id' | 'date' | 'rating' | 'text'>

export type Facts = ReturnType<typeof gatherFacts>

/** The first entries of a long list are enough. */
const MOST_LISTED = 12

/** Leaves out all prose, so that the facts are the same before and after a narrative is published. */
export function gatherFacts(business: string, ratings: AggregateRating, insights: AllInsights) {
  const { overall_sentiment: overall, entities } = insights
  return {
    business,
    review_count: insights.review_count,
    average_rating: ratings.rating_value && Math.round(10 * ratings.rating_value) / 10,
    reviews_by_stars: ratings.distribution,
    earliest: insights.date_range.earliest,
    latest: insights.date_range.latest,
    sentiment_pct: {
      positive: Math.round(overall.positive_pct),
      neutral: Math.round(overall.neutral_pct),
      negative: Math.round(overall.negative_pct),
    },
    aspects: listFacts(insights.aspects),
    technicians: listFacts(entities.technicians),
    services: listFacts(entities.services),
    problems: listFacts(entities.problems),
    service_areas: listFacts(entities.service_areas),
    topics: listFacts(insights.topics),
    trend: insights.temporal.trend.direction,
  }
}

type MentionCounts = Pick<EntityInsight, 'label' | `${'mention' | Sentiment}_count`>

const listFacts = (counted: MentionCounts[]) =>
  counted
    .filter(({ mention_count }) => mention_count > 0)
    .slice(0, MOST_LISTED)
    .map(one => ({
      label: one.label,
      mentions: one.mention_count,
      positive: one.positive_count,
      neutral: one.neutral_count,
      negative: one.negative_count,
    }))

export const hasCriticism = ({ sentiment_pct, reviews_by_stars: stars, aspects }: Facts) =>
  sentiment_pct.negative > 0 || stars[1] + stars[2] > 0 || aspects.some(({ negative }) => negative > 0)
