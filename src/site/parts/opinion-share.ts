/** How many of the reviews that mention something are positive, and from how many reviews on that means anything. */
import { html } from 'hono/html'
import { type AspectInsight, Sentiment } from '../../model/insights.ts'
import { count, figure, percent } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { SENTIMENTS } from '../base/sentiments.ts'
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

/** `12 reviews mention this; 83% are positive`, where the number links to those reviews. */
export function renderOpinions(opinions: Opinions, link: string): Html {
  const { mention_count } = opinions
  const reviews = html`<a href="${link}">${count(mention_count, 'review mentions', 'reviews mention')} this</a>`
  if (hasFewOpinions(opinions)) return html`Only ${reviews}, too few to draw conclusions`
  return html`${reviews}; ${positiveShare(opinions)} are positive`
}

export const fewInWords = (mentions: number) =>
  `Only ${count(mentions, 'review mentions', 'reviews mention')} this, too few to draw conclusions`

/** The list of the reviews with an opinion. */
export type LinkOfSentiment = (sentiment: Sentiment) => string

/** Nothing for too few opinions. */
export function renderSentiment(opinions: Opinions, linkOf?: LinkOfSentiment): Html {
  if (opinions.mention_count < ENOUGH_TO_SHARE) return html``
  return renderBar(
    SIDES.map(side => [
      SENTIMENTS[side].look,
      (100 * opinions[`${side}_count`]) / opinions.mention_count,
      linkOf?.(side),
    ]),
  )
}

const SIDES = Sentiment.options

/** `54 praised 30 mixed 18 criticized`, each linked to its reviews. */
export function renderSides(opinions: Opinions, linkOf: LinkOfSentiment): Html {
  const sides = SIDES.filter(side => opinions[`${side}_count`] > 0)
  // A handful is no verdict, so it has no colors.
  const look = (side: Sentiment) =>
    opinions.mention_count < ENOUGH_TO_SHARE ? '' : `key ${SENTIMENTS[side].look}`
  return html`<ul class="legend">${sides.map(side => html`<li class="${look(side)}"><a href="${linkOf(side)}">${figure(opinions[`${side}_count`])} ${SENTIMENTS[side].verb}</a></li> `)}</ul>`
}
