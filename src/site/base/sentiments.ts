/** How pages name and color what reviews say about something. */
import type { Sentiment } from '../../model/insights.ts'

export interface SentimentLook {
  look: 'good' | 'so-so' | 'bad'
  /** Before what it is about: `Criticism: Pricing`. */
  noun: string
  /** After a count: `18 criticized`. */
  verb: string
}

export const SENTIMENTS: Record<Sentiment, SentimentLook> = {
  positive: { look: 'good', noun: 'Praise', verb: 'praised' },
  neutral: { look: 'so-so', noun: 'Mixed', verb: 'mixed' },
  negative: { look: 'bad', noun: 'Criticism', verb: 'criticized' },
}
