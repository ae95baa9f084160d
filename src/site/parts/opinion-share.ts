/** How many of the reviews that mention something are positive, and from how many reviews on that means anything. */
import { html } from 'hono/html'
import type { AspectInsight } from '../../model/insights.ts'
import { count, figure, percent } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { ENOUGH_TO_SHARE, renderBar } from './bars.ts'

type Opinions = Pick<
  AspectInsight,
  'mention_count' | 'positive_count' | 'neutral_count' | 'negative_count' | 'positive_pct'
>

const ENOUGH_TO_CONCLUDE = 10

export const hasFewOpinions = ({ mention_count }: Opinions) => mention_count < ENOUGH_TO_CONCLUDE

/** `83%`, or `3 of 4`. */
export const positiveShare = ({ mention_count, positive_count, positive_pct }: Opinions) =>
  mention_count < ENOUGH_TO_SHARE
    ? `${figure(positive_count)} of ${figure(mention_count)}`
    : percent(positive_pct)

/** `12 reviews mention this; 83% are positive`. */
export function opinionsInWords(opinions: Opinions): string {
  const { mention_count } = opinions
  if (hasFewOpinions(opinions)) return fewInWords(mention_count)
  return `${count(mention_count, 'review')} mention this; ${positiveShare(opinions)} are positive`
}

export const fewInWords = (mentions: number) =>
  `Only ${count(mentions, 'review mentions', 'reviews mention')} this, too few to draw conclusions`

/** Nothing for too few opinions. */
export function renderSentiment(opinions: Opinions): Html {
  if (opinions.mention_count < ENOUGH_TO_SHARE) return html``
  const share = (number: number) => (100 * number) / opinions.mention_count
  return renderBar([
    ['good', share(opinions.positive_count)],
    ['so-so', share(opinions.neutral_count)],
    ['bad', share(opinions.negative_count)],
  ])
}
