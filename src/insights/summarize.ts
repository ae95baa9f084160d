/** Summarizes all reviews. The caller has already read each single one. */
import type { Business } from '../model/business.ts'
import type { Insights } from '../model/insights.ts'
import { ENGINE } from './analyze.ts'
import { countAspects } from './counts/aspect-counts.ts'
import { countEntities } from './counts/entity-counts.ts'
import type { CountedInsights } from './counts/evidence.ts'
import { countMonths, findTrend } from './counts/rating-trend.ts'
import { addTo, emptyTally, meanScore, type ReadReview, share } from './counts/tally.ts'
import type { PhraseTopic } from './counts/topics.ts'
import { answerQuestions } from './prose/faq.ts'
import { choosePullQuote } from './prose/pull-quote.ts'
import { writeSummary } from './prose/write-summary.ts'
import type { ResolvedTaxonomy } from './text/resolve-taxonomy.ts'

const VERSION = 1

/** `reviews` come newest first; `changedAt` is when they last changed. */
export function summarizeReviews(
  business: Business,
  { aspects: questions, problems }: ResolvedTaxonomy,
  topics: PhraseTopic[],
  reviews: ReadReview[],
  changedAt: string,
): Omit<Insights, 'per_review'> {
  const people = business.technicians.map(({ name }) => ({ id: name, label: name }))
  const monthly = countMonths(reviews)
  const coverage = countCoverage(reviews)
  const findings: CountedInsights = {
    businessName: business.name,
    reviews,
    questions,
    aspects: countAspects(questions, reviews),
    technicians: countEntities(people, reviews, review => review.insight.technicians),
    services: countEntities(business.services, reviews, review => review.insight.services),
    service_areas: countEntities(business.service_areas, reviews, review => review.insight.service_areas),
    monthly,
    trend: findTrend(monthly),
    coverage,
  }
  const keywords = new Map(topics.map(topic => [topic.id, topic.keywords]))
  return {
    version: VERSION,
    generated_at: changedAt,
    model: ENGINE,
    review_count: reviews.length,
    coverage,
    date_range: { earliest: reviews.at(-1)?.date ?? null, latest: reviews[0]?.date ?? null },
    overall_sentiment: measureSentiment(reviews),
    aspects: findings.aspects,
    entities: {
      technicians: findings.technicians,
      services: findings.services,
      problems: countEntities(problems, reviews, review => review.insight.problems),
      service_areas: findings.service_areas,
    },
    topics: countEntities(topics, reviews, review => review.insight.topics).map(topic => ({
      ...topic,
      keywords: keywords.get(topic.id)!,
    })),
    temporal: { monthly, trend: findings.trend },
    faq: answerQuestions(findings),
    ...(writeSummary(findings) ?? { summary: null, summary_claims: [] }),
    pull_quote: choosePullQuote(reviews),
  }
}

function measureSentiment(reviews: ReadReview[]): Insights['overall_sentiment'] {
  const all = emptyTally()
  for (const review of reviews) addTo(all, review)
  return {
    score: meanScore(all),
    positive_pct: share(all.positive, all),
    neutral_pct: share(all.neutral, all),
    negative_pct: share(all.negative, all),
  }
}

function countCoverage(reviews: ReadReview[]): Insights['coverage'] {
  const coverage = { read: 0, without_text: 0, unknown_language: 0, corrections: 0 }
  for (const { insight, hasText } of reviews) {
    coverage.corrections += insight.corrected.length
    if (insight.basis === 'text') coverage.read++
    else if (hasText) coverage.unknown_language++
    else coverage.without_text++
  }
  return coverage
}
