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
  const origin = renderOrigin(locale, review)
  if (level === 'platform') return html`<span>${origin}</span>`
  const look = level === 'transaction' ? 'verified' : 'invited'
  return html`<a class="${look}" href="${LEVELS_PATH}">${locale.words.review.levels[level].label}</a> <span>${origin}</span>`
}

/** Leads to the review at its source, where that is known. */
export function renderOrigin(locale: Locale, { source, source_url }: Review): Html | string {
  const label = originLabel(locale, source)
  return source_url ? html`<a href="${source_url}" rel="nofollow ugc noopener">${label}</a>` : label
}

/** On the review's own page: the level, what it means, and what the business or the source says about it. */
export function describeVerification(locale: Locale, { source, verification }: Review): string[] {
  const { level, method } = verification
  const { levels, inTheirWords } = locale.words.review
  const label = level === 'platform' ? originLabel(locale, source) : levels[level].label
  return [label, levels[level].meaning, ...(method ? [locale.say(inTheirWords, { method })] : [])]
}
