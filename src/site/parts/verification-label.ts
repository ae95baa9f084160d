/** What is known about who wrote a review, in words that claim no more than that. */
import type { Locale } from '../../locale/locale.ts'
import { originLabel } from '../../locale/source-label.ts'
import type { Review } from '../../model/review.ts'
import { type Html, html } from '../base/markup.ts'

type Level = Review['verification']['level']

/** Where /policy explains the levels. */
const LEVELS_PATH = '/policy#verified'

/** From the strongest to the weakest; a review without any is not published. */
export const PUBLISHED_LEVELS = ['transaction', 'invited', 'platform'] as const satisfies Level[]

/** Beside the date of a review: only a record of the business earns the tick, which the style adds to `verified`. */
export function renderVerification(locale: Locale, review: Review): Html {
  const { level } = review.verification
  const reward = review.incentive
    ? html` <span class="incentive">${locale.words.review.incentive}</span>`
    : ''
  const origin = html`<span>${renderOrigin(locale, review)}</span>${reward}`
  if (level === 'platform') return origin
  const look = level === 'transaction' ? 'verified' : 'invited'
  return html`<a class="${look}" href="${LEVELS_PATH}">${locale.words.review.levels[level].label}</a> ${origin}`
}

/** Leads to the review at its source, where that is known. */
export function renderOrigin(locale: Locale, review: Review): Html | string {
  const { source_url } = review
  const label = originLabel(locale, review)
  return source_url ? html`<a href="${source_url}" rel="nofollow ugc noopener">${label}</a>` : label
}

/** On the review's own page: the level, what it means, and what the business or the source says about it. */
export function describeVerification(locale: Locale, review: Review): string[] {
  const { level, method, basis } = review.verification
  const { levels, inTheirWords, onlyOwnersWord, incentive } = locale.words.review
  const isUnproven = level === 'platform' && basis === 'owner'
  return [
    level === 'platform' ? originLabel(locale, review) : levels[level].label,
    isUnproven ? onlyOwnersWord : levels[level].meaning,
    ...(method ? [locale.say(inTheirWords, { method })] : []),
    ...(review.incentive ? [incentive] : []),
  ]
}
