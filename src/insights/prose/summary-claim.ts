/** What every sentence of the summary needs: its type, and ratings as text. */
import type { Insights } from '../../model/insights.ts'

export type SummaryClaim = Insights['summary_claims'][number]

export const describeStars = (value: number) => (value === 1 ? '1 star' : `${value} stars`)
