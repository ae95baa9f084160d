/** What the pages say about trust: who wrote a review, how many a source has, and whether anything was removed. The words claim no more than is known. */
import { type Locale, originLabel, sourceName } from '../../locale/locale.ts'
import type { History, SourceTotal } from '../../model/change.ts'
import type { Review } from '../../model/review.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { linkCount } from '../base/display-format.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'

type Level = Review['verification']['level']

/** Where /policy explains the levels. */
const LEVELS_PATH = '/policy#verified'

/** From the strongest to the weakest; a review without any is not published. */
export const PUBLISHED_LEVELS = ['transaction', 'invited', 'platform'] as const satisfies Level[]

/** Beside the date of a review, the word of the business, called so: a tick would need a third party. */
export function renderVerification(locale: Locale, review: Review): Html {
  const { level } = review.verification
  const reward = review.incentive
    ? html` <span class="incentive">${locale.words.review.incentive}</span>`
    : ''
  const origin = html`<span>${renderOrigin(locale, review)}</span>${reward}`
  if (level === 'platform') return origin
  return html`<a class="said" href="${LEVELS_PATH}">${locale.words.review.levels[level].label}</a> ${origin}`
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

const REMOVALS_PATH = '/policy#fates'
/** What that sentence cannot show. */
export const LIMITS_PATH = '/policy#limits'

/** Only for a log that has begun. */
export function renderRemoved(
  locale: Locale,
  { shown_again, log_began_at, ...history }: History,
): Html {
  const { allHere, shownAgain, removed } = locale.words.home
  const missing = history.ever_published - history.shown
  const date = locale.date(log_began_at!)
  if (missing + shown_again === 0)
    return sayHtml(
      locale,
      allHere,
      { date, count: linkCount(locale, history.shown) },
      history.shown,
    )
  const sentence =
    missing > 0
      ? locale.say(removed, { count: missing, date })
      : locale.say(shownAgain, { count: shown_again, date })
  return html`<a href="${REMOVALS_PATH}">${sentence}</a>`
}

export interface ComparedSource {
  source: string
  shown: number
  average: number | null
  /** null if the site's own total is not known. */
  total: SourceTotal | null
}

/** The sites that reviews were posted on, the one with the most reviews first. None is left out because all of its reviews were removed. */
export function compareSources({ aggregateRating, history }: RenderContext): ComparedSource[] {
  const totals = new Map(history.source_totals.map(total => [total.source, total]))
  const shown = new Map(Object.entries(aggregateRating.by_source))
  const removed = history.removals.flatMap(({ source }) => source ?? [])
  return [...new Set([...shown.keys(), ...totals.keys(), ...removed])]
    .filter(source => source !== 'direct')
    .map(source => ({
      source,
      shown: shown.get(source)?.review_count ?? 0,
      average: shown.get(source)?.rating_value ?? null,
      total: totals.get(source) ?? null,
    }))
    .toSorted((one, other) => other.shown - one.shown)
}

/** `1,172 of the 1,177 on Google, as of Nov 17, 2026`, and which totals are unknown. */
export function describeSources(locale: Locale, context: RenderContext): (Html | string)[] {
  const { ofSource, sourcesUnknown } = locale.words.home
  const compared = compareSources(context)
  const known = compared.flatMap(({ source, shown, total }) => {
    if (!total) return []
    const { review_count, at, stated_by } = total
    const by = locale.words.trust.statedBy[stated_by]
    const values = {
      source: sourceName(locale, source),
      total: review_count,
      date: locale.date(at),
      by,
    }
    return [sayHtml(locale, ofSource, { ...values, shown: linkCount(locale, shown, { source }) })]
  })
  const unknown = compared
    .filter(({ total }) => !total)
    .map(({ source }) => sourceName(locale, source))
  const others =
    unknown.length > 0 ? [locale.say(sourcesUnknown, { sources: locale.list(unknown) })] : []
  return [...known, ...others]
}
