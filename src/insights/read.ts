/** The reading of one review. Without an analysis of its words, the stars say how it was meant. */
import type { ReviewInsight, Sentiment } from '../model/insights.ts'
import type { Mentions } from '../model/review.ts'

/** Names the way insights are made; goes up when the same reviews would give other insights. */
export const ENGINE = 'firsthand-ratings/1'

export function readReview(rating: number, mentions: Mentions): ReviewInsight {
  return {
    sentiment: sentimentOf(rating),
    score: (rating - 3) / 2,
    aspects: [],
    technicians: mentions.technicians,
    services: mentions.services,
    problems: [],
    service_areas: mentions.service_areas,
    topics: [],
  }
}

function sentimentOf(rating: number): Sentiment {
  if (rating >= 4) return 'positive'
  return rating === 3 ? 'neutral' : 'negative'
}
