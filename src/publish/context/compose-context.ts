/** Composes the render context: everything that the documents of one version are rendered from. */
import type { InsightsEngine } from '../../insights/analyze.ts'
import { mostCriticized, mostPraised, qualitiesAmong } from '../../insights/counts/evidence.ts'
import { countAspects } from '../../insights/counts/mention-counts.ts'
import { countMonth, type MonthCounts } from '../../insights/counts/month-counts.ts'
import { ratePeriods } from '../../insights/counts/periods.ts'
import { accusedPeople, mentionsIn } from '../../insights/counts/review-groups.ts'
import { aboutProblems } from '../../insights/prose/problem-answers.ts'
import { summarizeReviews } from '../../insights/summarize.ts'
import { resolveLocalTaxonomy } from '../../insights/text/resolve-taxonomy.ts'
import { localeOf } from '../../locale/locale.ts'
import {
  type BusinessFile,
  publicBusiness,
  type SiteSettings,
  type Taxonomy,
} from '../../model/business.ts'
import { type History, newestTotals, type SourceTotal } from '../../model/change.ts'
import type { AllInsights, AspectInsight } from '../../model/insights.ts'
import type { AggregateRating, Review } from '../../model/review.ts'
import type { ReviewFilter } from '../../model/search.ts'
import { applyNarrative, citedIn, wordsIn } from '../../narrator/check-answer.ts'
import { gatherFacts } from '../../narrator/facts.ts'
import { FEED_SIZE, searchUrl } from '../base/public-paths.ts'
import type { PublishedLog } from '../log/published-log.ts'
import { jsonAt, locateReviews, type MonthOfReviews, newestJson } from '../months/month.ts'
import { parseReview } from '../months/prepare-review.ts'
import type { PublishableChanges } from '../months/publishable-changes.ts'
import { aggregate } from './aggregate-rating.ts'
import type { MonthOfReadings, Readings } from './month-readings.ts'
import { type CitedReview, withReviews } from './quotes.ts'
import { listSubjects, type MentionedSubject, type Subject, trendOf } from './subjects.ts'
import { summarizeTrust } from './trust-summary.ts'

export interface ContextInputs {
  business: BusinessFile
  /** The newest month first. */
  months: MonthOfReviews[]
  readings: Readings
  log: PublishedLog
  changes: Pick<PublishableChanges, 'changedAt' | 'narrative' | 'history' | 'cosignatures'>
  engine: InsightsEngine
  baseUrl: string
  /** How many texts are still to be read. */
  unread: number
}

export function composeContext(inputs: ContextInputs) {
  const { business: file, months, readings, log, baseUrl } = inputs
  const business = publicBusiness(file)
  const reviews = readings.months.map(month => month.reviews)
  const counts = reviews.map(countMonth)
  const lastModified = dataTime(inputs)
  const aggregateRating = aggregate(reviews)
  const insights = composeInsights(inputs, counts, aggregateRating, lastModified)
  const qualities = qualitiesAmong(insights.aspects)
  const newest = newestJson(months, FEED_SIZE).map(parseReview)
  const subjects = listSubjects(file, insights, counts)
  const { aspects } = resolveLocalTaxonomy(inputs.engine.taxonomies, file)
  const others = aspects.filter(({ id }) => insights.aspects.every(one => one.id !== id))
  const cited = citeReviews(months, readings.months, idsIn(insights, subjects, newest))
  return {
    baseUrl,
    /** How many texts are still to be read: their reviews count by their stars, and the same data is published again afterwards. */
    unread: inputs.unread,
    business,
    locale: file.locale,
    /** Of what the owner wrote. */
    language: file.language ?? file.locale,
    site: withLabels(file),
    aggregateRating,
    insights,
    /** Aspects that the insights do not list, for those who ask for one: nobody mentions it, it may not fit the business, or it is the business as a whole. */
    otherAspects: countAspects(others, mentionsIn(counts), searchUrlAt(inputs.baseUrl)),
    /** By month, or by quarter or year where reviews are few. */
    overTime: ratePeriods(counts),
    /** null where there are too few reviews for a trend. */
    trend: trendOf(counts),
    /** The newest reviews, as many as a feed shows. */
    newest,
    trustSummary: summarizeTrust(reviews),
    /** Who and what the reviews mention. */
    subjects: subjects.map(
      (subject): Subject => ({
        ...subject,
        quotes: withReviews(subject.chosenQuotes, cited),
      }),
    ),
    /** What customers praise and what they criticize most. */
    opinions: {
      praised: mostPraised(qualities, ENOUGH_PRAISE),
      criticized: mostCriticized(qualities),
    },
    /** One for each aspect that the insights list, in the order in which customers ask. */
    questions: listQuestions(inputs.engine.taxonomies, file, insights.aspects),
    /** Every review that is quoted or cited, and the newest ones, by id. */
    cited,
    verificationPolicy: file.verification_policy ?? localeOf(file.locale).words.trust.defaultPolicy,
    license: file.license,
    /** How many reviews were ever published, and what became of those no longer shown. */
    history: historyOf(inputs),
    /** What the business said about how its sources are verified, oldest first. */
    rules: log.parts.rules,
    /** How many entries the public log has. */
    logSize: log.size,
    /** ISO 8601: when its last entry was added; null if it has none. */
    loggedAt: log.writtenAt,
    /** The last cosignature of each witness of the log. */
    cosignatures: inputs.changes.cosignatures,
    /** ISO 8601: when the data last changed, by its own account. */
    lastModified,
  }
}

/** What the log says, and what only the stored reviews say. */
function historyOf({ business, log, changes }: ContextInputs): History {
  const { revisions, source_totals, ...stored } = changes.history
  const owners = (business.source_totals ?? []).map(
    ({ at, ...total }): SourceTotal => ({
      ...total,
      at: `${at}T00:00:00.000Z`,
      stated_by: 'owner',
    }),
  )
  return { ...log.counts, ...stored, source_totals: newestTotals([...source_totals, ...owners]) }
}

/**
 * The time that documents show comes from the data, so that the same data gives the same bytes on every machine. (The
 * Last-Modified header is when the version was made: it advances even when an old review is added.)
 */
function dataTime({ months, business, changes }: ContextInputs): string {
  const times = months.map(month => month.updatedAt)
  if (business.updated_at) times.push(new Date(business.updated_at).toISOString())
  return times.sort().at(-1) ?? changes.changedAt
}

function composeInsights(
  { business: file, months, readings, changes, engine, baseUrl }: ContextInputs,
  counts: MonthCounts[],
  aggregateRating: AggregateRating,
  lastModified: string,
): AllInsights {
  const business = { ...publicBusiness(file), locale: file.locale }
  const taxonomy = resolveLocalTaxonomy(engine.taxonomies, file)
  const changedAt = [lastModified, ...months.map(month => month.correctedAt)].sort().at(-1)!
  const counted = summarizeReviews(
    business,
    taxonomy,
    readings,
    counts,
    changedAt,
    searchUrlAt(baseUrl),
  )
  if (!changes.narrative) return counted
  // Checked against today's reviews, which may differ from those it was written from.
  const facts = gatherFacts(business.name, aggregateRating, counted)
  const located = locateReviews(months, new Set(citedIn(changes.narrative)))
  const cited = Array.from(located.values(), ([number, index]) =>
    parseReview(jsonAt(months[number]!, index)),
  ).filter(({ incentive }) => !incentive)
  return applyNarrative(counted, changes.narrative, facts, cited, accusedWords(file, counts))
}

/** A language model may write any part of a name, or an alias. */
function accusedWords({ technicians }: BusinessFile, counts: MonthCounts[]): ReadonlySet<string> {
  const accused = accusedPeople(counts)
  return new Set(
    technicians
      .filter(({ name }) => accused.has(name))
      .flatMap(({ name, aliases }) => [name, ...aliases])
      .flatMap(wordsIn)
      .filter(word => word.length > 2),
  )
}

/** As many mentions as get a bar. */
const ENOUGH_PRAISE = 5

const searchUrlAt = (baseUrl: string) => (filter: ReviewFilter) => searchUrl(baseUrl, filter)

/** Every review that a page may quote or link to. */
function idsIn(
  insights: AllInsights,
  subjects: MentionedSubject[],
  newest: Review[],
): ReadonlySet<string> {
  const { summary_claims, faq, pull_quote } = insights
  return new Set([
    ...newest.map(review => review.id),
    ...subjects.flatMap(subject => [
      ...subject.newest,
      ...(subject.insight?.example_review_ids ?? []),
      ...subject.chosenQuotes.map(({ reviewId }) => reviewId),
    ]),
    ...[...summary_claims, ...faq].flatMap(({ review_ids }) => review_ids),
    ...(pull_quote ? [pull_quote.review_id] : []),
  ])
}

/** What the owner does not name has the usual label of the language. */
export function withLabels({ site, locale }: BusinessFile): SiteSettings {
  const { kinds } = localeOf(locale).words.common
  const {
    technician = kinds.technician,
    service = kinds.service,
    service_area = kinds.service_area,
  } = site.labels
  return { ...site, labels: { technician, service, service_area } }
}

/** A month and its readings hold the same reviews in the same order. */
export function citeReviews(
  months: MonthOfReviews[],
  readings: MonthOfReadings[],
  ids: ReadonlySet<string>,
) {
  const cited = new Map<string, CitedReview>()
  for (const [id, [number, index]] of locateReviews(months, ids))
    cited.set(id, {
      review: parseReview(jsonAt(months[number]!, index)),
      reading: readings[number]!.reviews[index]!.insight,
    })
  return cited
}

/** What customers of this trade ask about each aspect that fits the business, in the order in which they ask. */
export type CustomerQuestion = ReturnType<typeof listQuestions>[number]

/** The owner's own aspects come last, then discovered ones; one without a question is asked about by its label. */
export function listQuestions(all: Taxonomy[], business: BusinessFile, counted: AspectInsight[]) {
  const { trade, aspects } = resolveLocalTaxonomy(all, business)
  const { asked } = all.find(({ id }) => id === trade)!
  const rankOf = (id: string) => (asked.includes(id) ? asked.indexOf(id) : asked.length)
  const problems = aboutProblems(counted)?.id
  const { words } = localeOf(business.locale)
  const discovered: { id: string; label: string; question?: string }[] = counted.filter(
    ({ origin }) => origin === 'discovered',
  )
  const listed = aspects
    .filter(({ id }) => counted.some(one => one.id === id))
    .toSorted((a, b) => rankOf(a.id) - rankOf(b.id))
  return [...listed, ...discovered].map(({ id, label, question = label }) => ({
    /** Of the aspect. */
    id,
    question: id === problems ? words.insights.faq.problems : question,
    /** Its answer also tells how many critical reviews the business replied to. */
    isAboutProblems: id === problems,
  }))
}
