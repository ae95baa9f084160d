/** Which of the empty and sparse states a site is in, and so what its pages may say about the reviews. */
import type { RenderContext } from '../../publish/context/render-context.ts'

/** Fewer reviews get no verdict, no bars and no colors. */
export const ENOUGH_REVIEWS = 5
/** Of fewer, a percentage says more than is known: one review would move it by more than ten. */
export const ENOUGH_FOR_PERCENTAGES = 10

type Known = Pick<RenderContext, 'aggregateRating' | 'insights' | 'unread'>

export const hasFewReviews = ({
  aggregateRating: { review_count },
}: Pick<Known, 'aggregateRating'>) => review_count < ENOUGH_REVIEWS

/** Why reviews are not summed up. Unsupported languages come before small numbers: more such reviews would not help. */
type WhyNoInsights = 'noReviews' | 'reading' | 'ratingsOnly' | 'unsupportedLanguages' | 'fewReviews'

/** null where enough reviews could be read. */
export function whyNoInsights({ aggregateRating, insights, unread }: Known): WhyNoInsights | null {
  if (aggregateRating.review_count === 0) return 'noReviews'
  const { read, unknown_language } = insights.coverage
  if (unread > read) return 'reading'
  if (read >= ENOUGH_REVIEWS) return null
  if (unknown_language > read) return 'unsupportedLanguages'
  return read === 0 ? 'ratingsOnly' : 'fewReviews'
}

const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Whether only the owner sees the site: then it may say what to do next. */
export const isLocal = ({ baseUrl }: Pick<RenderContext, 'baseUrl'>) =>
  LOCAL_HOST.test(new URL(baseUrl).hostname)
