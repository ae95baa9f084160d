/** How many of the reviews that mention something are positive, mixed and negative: a bar, a sentence, and links to each. */
import type { Locale } from '../../locale/locale.ts'
import { type AspectInsight, Sentiment } from '../../model/insights.ts'
import type { CustomerQuestion } from '../../publish/context/compose-context.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Subject } from '../../publish/context/subjects.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { ENOUGH_FOR_PERCENTAGES, ENOUGH_REVIEWS } from '../base/review-state.ts'
import { renderBar } from './bars.ts'

type OpinionCounts = Pick<AspectInsight, 'mention_count' | `${Sentiment}_count`>

/** The list of the reviews with an opinion. */
export type SentimentLink = (sentiment: Sentiment) => string

export type AskedAspect = CustomerQuestion & { aspect: Subject }

/** The aspects that reviews mention, in the order in which customers ask about them. */
export const askedAspects = (
  { subjects }: RenderContext,
  questions: CustomerQuestion[],
): AskedAspect[] =>
  questions.flatMap(question => {
    const aspect = subjects.find(({ kind, id }) => kind === 'aspects' && id === question.id)
    return aspect ? [{ ...question, aspect }] : []
  })

/** How pages color opinions. */
export const SENTIMENT_LOOKS: Record<Sentiment, 'good' | 'so-so' | 'bad'> = {
  positive: 'good',
  neutral: 'so-so',
  negative: 'bad',
}

/** Opinions that are too few to draw conclusions have no percentages. */
export const isTooFew = ({ mention_count }: OpinionCounts) => mention_count < ENOUGH_FOR_PERCENTAGES

/** Fewer opinions have no bar and no colors. */
export const hasBar = ({ mention_count }: OpinionCounts) => mention_count >= ENOUGH_REVIEWS

/** `83%`, or `6 of 7`. */
export function shareInWords({ say, percent, words }: Locale, opinions: OpinionCounts): string {
  const { positive_count: positive, mention_count: count } = opinions
  return isTooFew(opinions)
    ? say(words.subjects.shareOfFew, { positive, count })
    : percent((100 * positive) / count)
}

/** `127 reviews mention this; 50% are positive.`, or that they are too few. A link makes the number lead to those reviews. */
export function describeOpinions(
  locale: Locale,
  opinions: OpinionCounts,
  { name, link }: { name?: string | undefined; link?: string } = {},
): Html {
  const { common, subjects } = locale.words
  const count = opinions.mention_count
  const reviews = locale.say(common.reviews, { count })
  const { fewMentionThis, mentionThis, fewMentionName, mentionName } = subjects
  const [few, enough] =
    name === undefined ? [fewMentionThis, mentionThis] : [fewMentionName, mentionName]
  const values = {
    reviews: link === undefined ? reviews : html`<a href="${link}">${reviews}</a>`,
    share: shareInWords(locale, opinions),
    name: html`<bdi>${name}</bdi>`,
  }
  return sayHtml(locale, isTooFew(opinions) ? few : enough, values, count)
}

/** A handful of opinions gets no bar. */
export function renderOpinionBar(opinions: OpinionCounts, linkOf?: SentimentLink): Html {
  if (!hasBar(opinions)) return html``
  return renderBar(
    Sentiment.options.map(side => [
      SENTIMENT_LOOKS[side],
      (100 * opinions[`${side}_count`]) / opinions.mention_count,
      linkOf?.(side),
    ]),
  )
}

/** `54 positive 30 mixed 18 negative`, each linked to its reviews. */
export function renderOpinionCounts(
  locale: Locale,
  opinions: OpinionCounts,
  linkOf: SentimentLink,
): Html {
  const sides = Sentiment.options.filter(side => opinions[`${side}_count`] > 0)
  const items = sides.map(side => {
    const words = locale.say(locale.words.subjects[side], { count: opinions[`${side}_count`] })
    const look = hasBar(opinions) ? html` class="key ${SENTIMENT_LOOKS[side]}"` : ''
    return html`<li${look}><a href="${linkOf(side)}">${words}</a></li> `
  })
  return html`<ul class="legend">${items}</ul>`
}
