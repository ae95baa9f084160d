/** Sums up the reviews in two short paragraphs, of three to six sentences together, each with the reviews it is based on. */
import type { Locale } from '../../locale/locale.ts'
import type { Insights } from '../../model/insights.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import { countGroup } from '../counts/review-groups.ts'
import { writeCriticism, writePraise, writeReplies } from './opinion-claims.ts'
import { writeNotRead, writeRating, writeServices, writeWords } from './overall-claims.ts'
import { isInLanguage, type SummaryClaim } from './phrasing.ts'
import { separateLinks } from './review-counts.ts'
import { writeAspectChange, writeLastYear, writeRecency, writeSteady } from './time-claims.ts'

const FEWEST_REVIEWS = 5
const FEWEST_SENTENCES = 3
const PARAGRAPH = '\n\n'

/** null if there are too few reviews to sum up. */
export function writeSummary(
  findings: CountedInsights,
  locale: Locale,
): { summary: string; summary_claims: SummaryClaim[] } | null {
  const { count } = findings.all.tally
  if (count < FEWEST_REVIEWS) return null
  const mostlyCritical = 2 * countGroup(findings.critical) > count
  const opinions = [writePraise(findings, locale), writeCriticism(findings, locale)]
  /** What customers like and dislike; then what decides: how it is lately, and whether critics get an answer. */
  const liked = [writeRating(findings, locale), ...(mostlyCritical ? opinions.toReversed() : opinions)]
  const lately = writeAspectChange(findings, locale) ?? writeLastYear(findings, locale)
  const decisive = [lately, writeReplies(findings, locale)]
  const told = [...liked, ...decisive].filter(claim => claim !== null)
  const last = writeNotRead(findings, locale)
  const spare = [writeSteady, writeServices, writeRecency, writeWords]
    .map(write => write(findings, locale))
    .filter(claim => claim !== null)
    .slice(0, Math.max(0, FEWEST_SENTENCES - told.length - (last ? 1 : 0)))
  const paragraphs = [liked, [...decisive, ...spare, last]].map(claims =>
    claims
      .filter(claim => claim !== null)
      .map(({ text, review_ids }) => ({ ...separateLinks(text, findings.searchUrl), review_ids })),
  )
  const summary = paragraphs
    .filter(claims => claims.length > 0)
    .map(claims => claims.map(({ text }) => text).join(' '))
    .join(PARAGRAPH)
  return { summary, summary_claims: paragraphs.flat() }
}

export function choosePullQuote({ pullQuotes }: CountedInsights, locale: Locale): Insights['pull_quote'] {
  const best = Iterator.from(pullQuotes()).find(review => isInLanguage(locale, review))
  if (!best) return null
  const { id, insight, quote } = best
  return { text: quote!.text, review_id: id, is_translation: insight.basis === 'translation' }
}
