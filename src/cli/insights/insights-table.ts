/** The insights as text for a terminal. */
import type { SuggestedName } from '../../insights/names/suggest-names.ts'
import type { EntityInsight, Insights, Sentiment } from '../../model/insights.ts'
import { publishedRating } from '../../publish/context/aggregate-rating.ts'
import type { SnapshotParts } from '../../publish/snapshot.ts'
import commandWords from '../base/command-words.json' with { type: 'json' }
import {
  barOf,
  type Cell,
  countOf,
  layOut,
  paragraphs,
  type Screen,
  signed,
  wrap,
} from '../base/screen.ts'

type Shown = Pick<SnapshotParts, 'business' | 'aggregateRating' | 'insights'>

/** The counts that aspects, people, services, problems, areas and topics share. */
type Counted = Pick<EntityInsight, 'label' | 'positive_pct' | `${'mention' | Sentiment}_count`>

export function describeInsights(shown: Shown, screen: Screen): string {
  const { insights } = shown
  const { trend } = insights.temporal
  return paragraphs([
    describeHead(shown, screen),
    layOut(countRows(insights), screen),
    section('TREND', `${commandWords.trends[trend.direction]} ${trend.basis}`.trim(), screen),
    insights.summary ? section('SUMMARY', insights.summary, screen) : [],
    insights.pull_quote
      ? section('IN A CUSTOMER’S WORDS', `“${insights.pull_quote.text}”`, screen)
      : [],
  ])
}

function describeHead(
  { business, aggregateRating, insights }: Shown,
  { width, paint }: Screen,
): string[] {
  const { review_count, date_range, overall_sentiment, coverage, languages } = insights
  const dates = `${date_range.earliest} to ${date_range.latest}`
  const verdict = `${publishedRating(aggregateRating).rating_value} stars, score ${signed(overall_sentiment.score)}`
  const facts = `${countOf(review_count, 'review')}, ${dates}: ${verdict}. ${describeCoverage(coverage, languages)}`
  return [...wrap(business.name, width).map(line => paint('bold', line)), ...wrap(facts, width)]
}

function describeCoverage(
  coverage: Insights['coverage'],
  languages: Insights['languages'],
): string {
  const { read, without_text, unknown_language, corrections } = coverage
  const share = Math.round((100 * read) / (read + without_text + unknown_language))
  const unread = languages.filter(one => one.read === 'no')
  const tags = unread.map(
    ({ language, review_count }) => `${language ?? 'unknown'}: ${review_count}`,
  )
  const others = [
    without_text > 0 ? `${without_text} without a comment` : '',
    unknown_language > 0 ? `${unknown_language} in unsupported languages (${tags.join(', ')})` : '',
  ].filter(other => other !== '')
  const corrected = corrections > 0 ? ` You corrected ${countOf(corrections, 'mention')}.` : ''
  return `${countOf(read, 'text')} analyzed (${share}%)${others.map(other => `, ${other}`).join('')}.${corrected}`
}

const MAX_SHOWN = 8
/** The last two belong together: the share as a number, then as a bar. */
const TITLES: Cell[] = [
  ...['MENTIONS', 'POSITIVE', 'NEUTRAL', 'NEGATIVE', 'SHARE'].map(text => ({ text, right: true })),
  { text: 'POSITIVE' },
].map(cell => ({ ...cell, style: 'dim' }))

/** One table for all sections, so that their columns line up. */
function countRows({ aspects: all, entities, topics }: Shown['insights']): Cell[][] {
  const aspects = all.filter(({ mention_count }) => mention_count > 0)
  const sections = [
    countSection('ASPECTS', aspects, aspects.length),
    countSection('TECHNICIANS', entities.technicians, MAX_SHOWN),
    countSection('SERVICES', entities.services, MAX_SHOWN),
    countSection('PROBLEMS', entities.problems, MAX_SHOWN),
    countSection('AREAS', entities.service_areas, MAX_SHOWN),
    countSection('TOPICS', topics, MAX_SHOWN),
  ].filter(rows => rows.length > 0)
  const [first, ...others] = sections
  if (!first) return []
  const [[title] = [], ...rows] = first
  return [[title!, ...TITLES], ...rows, ...others.flatMap(more => [[], ...more])]
}

function countSection(title: string, list: Counted[], max: number): Cell[][] {
  if (list.length === 0) return []
  const more = list.length - max
  return [
    [{ text: title, style: 'bold' }],
    ...list.slice(0, max).map(countRow),
    ...(more > 0 ? [[{ text: `and ${more} more`, style: 'dim' as const }]] : []),
  ]
}

function countRow({ label, positive_pct, ...counted }: Counted): Cell[] {
  const { mention_count, positive_count, neutral_count, negative_count } = counted
  const numbers = [mention_count, positive_count, neutral_count, negative_count].map(String)
  return [
    { text: label },
    ...[...numbers, `${Math.round(positive_pct)}%`].map(text => ({ text, right: true })),
    { text: barOf(positive_pct, 100, BAR_WIDTH), style: styleOf(positive_pct) },
  ]
}

const BAR_WIDTH = 10

const styleOf = (percentage: number) =>
  percentage >= 75 ? 'green' : percentage >= 50 ? 'yellow' : 'red'

const section = (title: string, text: string, { width, paint }: Screen) => [
  paint('bold', title),
  ...text.split('\n\n').flatMap(paragraph => wrap(paragraph, width)),
]

const SHOWN_IDS = 2

export function describeSuggestions(
  names: SuggestedName[],
  businessFile: string,
  screen: Screen,
): string {
  if (names.length === 0)
    return 'No suggestions: the business file lists everyone the reviews name.\n'
  const rows = names.map(({ name, reviews, example_review_ids }): Cell[] => [
    { text: name },
    { text: String(reviews), right: true },
    { text: example_review_ids.slice(0, SHOWN_IDS).join(' ') },
  ])
  const titles = ['NAME', 'REVIEWS', 'EXAMPLES'].map(
    (text, column): Cell => ({ text, style: 'bold', right: column === 1 }),
  )
  const hint = `Add those who work for you to "technicians" in ${businessFile}:`
  return `${[
    ...layOut([titles, ...rows], screen),
    '',
    ...wrap(hint, screen.width),
    ...names.map(({ name }) => `  { "name": ${JSON.stringify(name)} }`),
  ].join('\n')}\n`
}
