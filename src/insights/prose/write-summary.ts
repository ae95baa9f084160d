/** Sums up the reviews in three to six short sentences, each with the reviews it is based on. */
import type { Locale } from '../../locale/locale.ts'
import type { Insights } from '../../model/insights.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import { countGroup } from '../counts/review-groups.ts'
import { writeCriticism, writePraise, writeReplies } from './opinion-claims.ts'
import { writeNotRead, writeRating, writeServices, writeWords } from './overall-claims.ts'
import type { SummaryClaim } from './phrasing.ts'
import { writeAspectChange, writeLastYear, writeRecency } from './time-claims.ts'

const FEWEST_REVIEWS = 5
const FEWEST_SENTENCES = 3

/** null if there are too few reviews to sum up. */
export function writeSummary(
  findings: CountedInsights,
  locale: Locale,
): { summary: string; summary_claims: SummaryClaim[] } | null {
  const { count } = findings.all.tally
  if (count < FEWEST_REVIEWS) return null
  const mostlyCritical = 2 * countGroup(findings.critics) > count
  const opinions = [writePraise(findings, locale), writeCriticism(findings, locale)]
  const told = [
    writeRating(findings, locale),
    ...(mostlyCritical ? opinions.toReversed() : opinions),
    writeReplies(findings, locale),
    writeAspectChange(findings, locale) ?? writeLastYear(findings, locale),
  ].filter(claim => claim !== null)
  const last = [writeNotRead(findings, locale)].filter(claim => claim !== null)
  const spare = [writeServices, writeRecency, writeWords]
    .map(write => write(findings, locale))
    .filter(claim => claim !== null)
    .slice(0, Math.max(0, FEWEST_SENTENCES - told.length - last.length))
  const claims = [...told, ...spare, ...last]
  return { summary: claims.map(({ text }) => text).join(' '), summary_claims: claims }
}

export function choosePullQuote({ pullQuotes }: CountedInsights): Insights['pull_quote'] {
  const [best] = pullQuotes()
  if (!best) return null
  const { id, insight, quote } = best
  return { text: quote!.text, review_id: id, is_translation: insight.basis === 'translation' }
}
