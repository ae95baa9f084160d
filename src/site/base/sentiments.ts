/** How pages color what reviews say about something. */
import type { Sentiment } from '../../model/insights.ts'

export const SENTIMENT_LOOKS: Record<Sentiment, 'good' | 'so-so' | 'bad'> = {
  positive: 'good',
  neutral: 'so-so',
  negative: 'bad',
}
