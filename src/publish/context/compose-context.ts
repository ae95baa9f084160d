/** Composes the render context: what the documents of one state of the data are rendered from. */
import type { InsightsEngine } from '../../insights/analyze.ts'
import { summarizeReviews } from '../../insights/summarize.ts'
import { resolveTaxonomy } from '../../insights/text/resolve-taxonomy.ts'
import { type BusinessFile, publicBusiness } from '../../model/business.ts'
import type { Insights } from '../../model/insights.ts'
import type { Narrative } from '../../model/narrative.ts'
import type { AggregateRating, Review } from '../../model/review.ts'
import { applyNarrative, citedIn } from '../../narrator/apply-narrative.ts'
import { gatherFacts } from '../../narrator/facts.ts'
import type { ChangesSince } from '../../store/store.ts'
import type { PublishedLog } from '../log/published-log.ts'
import { findJson, jsonAt, type MonthOfReviews, newestJson } from '../pieces/month.ts'
import { parseReview } from '../pieces/parse-review.ts'
import { aggregate } from './aggregate-rating.ts'
import type { Readings } from './month-readings.ts'
import { type CitedReview, quotesAbout } from './quotes.ts'
import type { RenderContext } from './render-context.ts'
import { listSubjects, type MentionedSubject, trendOf } from './subjects.ts'
import { summarizeTrust } from './trust-summary.ts'

type Counted = Omit<Insights, 'per_review'>

const FEED_SIZE = 50

export function composeContext(
  file: BusinessFile,
  sheets: MonthOfReviews[],
  readings: Readings,
  { counts: history, size: logSize }: PublishedLog,
  publication: ChangesSince,
  { baseUrl, engine }: { baseUrl: string; engine: InsightsEngine },
): RenderContext {
  const business = publicBusiness(file)
  const reviews = readings.months.flatMap(page => page.reviews)
  const changedAt = dataTime(sheets, publication)
  const aggregateRating = aggregate(reviews)
  const taxonomy = resolveTaxonomy(engine.taxonomies, file)
  const counted = summarizeReviews(business, taxonomy, readings.topics, reviews, changedAt)
  const insights = publication.narrative
    ? narrate(counted, publication.narrative, business.name, aggregateRating, sheets)
    : counted
  const newest = newestJson(sheets, FEED_SIZE).map(parseReview)
  const subjects = listSubjects(file, insights, readings.months)
  const cited = cite(sheets, readings, idsIn(insights, subjects, newest))
  return {
    baseUrl,
    business,
    language: file.language,
    site: file.site,
    aggregateRating,
    insights,
    trend: trendOf(insights.temporal.monthly),
    newest,
    trustSummary: summarizeTrust(reviews, insights.temporal.monthly),
    subjects: subjects.map(subject => ({ ...subject, quotes: quotesAbout(subject, cited) })),
    cited,
    months: sheets,
    verificationPolicy: file.verification_policy ?? DEFAULT_POLICY,
    license: file.license,
    history,
    logSize,
    lastModified: changedAt,
  }
}

/**
 * The time that documents show comes from the data, so that the same data gives the same bytes on every machine. (The
 * Last-Modified header is when this version was made: it moves on even when an old review is added.)
 */
function dataTime(sheets: MonthOfReviews[], { business, changedAt }: ChangesSince): string {
  const times = sheets.map(sheet => sheet.updatedAt)
  if (business?.updated_at) times.push(new Date(business.updated_at).toISOString())
  return times.sort().at(-1) ?? changedAt!
}

/** Checked against the reviews as they are now, which may be others than those it was written from. */
function narrate(
  insights: Counted,
  narrative: Narrative,
  businessName: string,
  aggregateRating: AggregateRating,
  sheets: MonthOfReviews[],
): Counted {
  const facts = gatherFacts(businessName, aggregateRating, insights)
  const cited = findJson(sheets, new Set(citedIn(narrative))).map(parseReview)
  return applyNarrative(insights, narrative, facts, cited)
}

/** Every review that a page may quote or point to by name. */
function idsIn(insights: Counted, subjects: MentionedSubject[], newest: Review[]): ReadonlySet<string> {
  const { summary_claims, faq, pull_quote } = insights
  return new Set([
    ...newest.map(review => review.id),
    ...subjects.flatMap(subject => [...subject.newest, ...(subject.insight?.example_review_ids ?? [])]),
    ...[...summary_claims, ...faq].flatMap(({ review_ids }) => review_ids),
    ...(pull_quote ? [pull_quote.review_id] : []),
  ])
}

/** A month's sheet and its page have the same reviews in the same order. */
function cite(
  sheets: MonthOfReviews[],
  { months: pages }: Readings,
  ids: ReadonlySet<string>,
): Map<string, CitedReview> {
  const cited = new Map<string, CitedReview>()
  for (const [number, sheet] of sheets.entries())
    for (const [place, { id, insight }] of pages[number]!.reviews.entries())
      if (ids.has(id)) cited.set(id, { review: parseReview(jsonAt(sheet, place)), reading: insight })
  return cited
}

const DEFAULT_POLICY =
  'A review counts as verified when it is tied to a transaction, to an invitation sent by the business, or to an account of the platform it was written on. Others are not published.'
