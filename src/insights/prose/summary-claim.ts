/** A sentence of the summary, with the reviews behind it. */
import type { Insights } from '../../model/insights.ts'

export type SummaryClaim = Insights['summary_claims'][number]
