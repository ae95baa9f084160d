/** The examples in the OpenAPI document that are taken from the published data. */
import type { LedgerEntry } from '../../model/change.ts'
import type { Insights } from '../../model/insights.ts'
import { type Json, withoutScheme } from '../../model/scalars.ts'
import { publishedRating } from '../../publish/context/aggregate-rating.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { describeParts } from '../../publish/documents/dataset-documents.ts'
import { feedPageOfChanges, feedPageOfReviews } from '../../publish/documents/feed-page.ts'
import { summarizeRating } from '../../publish/documents/rating-summary.ts'
import { describeFeed } from '../../publish/documents/render-feed.ts'
import { CSV_HEAD, csvRow } from '../../publish/documents/reviews-csv.ts'
import { describeOEmbed, embeddedSite } from '../oembed-endpoint.ts'
import { renderSecurity, validityAt } from '../well-known-texts.ts'

/** Stands in for a review's id where there are no reviews. */
const SAMPLE_ID = '01KKMT9200Z88TWY7HK8WBY3NF'
const SAMPLE_COMMITMENT = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'

const EXAMPLES = 2
const firstOf = <T>(list: T[]) => list.slice(0, EXAMPLES)

export type Examples = ReturnType<typeof examplesOf> & { linkset: Json[] }

export function examplesOf(context: RenderContext) {
  const { baseUrl, business, newest, lastModified, logSize, aggregateRating } = context
  const firstReview = newest.slice(0, 1)
  const [review] = firstReview
  const year = review && Number(review.date.slice(0, 4))
  const entry = entryExample(context)
  const { seq, op, at, review_id: id, reason } = entry
  const search = { ...matching(firstOf(newest)), next_cursor: null }
  const date = exampleDate(context)
  const embedArguments = { url: `${baseUrl}/`, format: 'json', maxwidth: 480, maxheight: 400 }
  return {
    base: baseUrl,
    title: `Reviews about ${business.name}`,
    origin: `${withoutScheme(baseUrl)}/log`,
    ...{
      lastModified,
      logSize,
      date,
      id,
      entry,
      search,
      embedArguments,
      commitment: SAMPLE_COMMITMENT,
    },
    ...searchedFor(context),
    reviewId: review?.id,
    seq: logSize || undefined,
    tile: tileExample(logSize),
    dataset: datasetExample(context),
    ...{
      year,
      ofYear: { year: year ?? 2026, review_count: firstReview.length, reviews: firstReview },
    },
    lines: firstReview.map(one => `${JSON.stringify(one)}\n`).join(''),
    csv: CSV_HEAD + firstReview.map(csvRow).join(''),
    searchText: JSON.stringify(search),
    reviewCount: aggregateRating.review_count,
    averageRating: publishedRating(aggregateRating).rating_value,
    since: { since: date, ...matching(newest.filter(one => one.date === date)) },
    review: review && { ...review, revisions: [] },
    change: { seq, op, at, review_id: id, review: review ?? null, reason },
    openings: { [id]: { seq: 1, source_key: 'example', salt: SAMPLE_COMMITMENT } },
    insights: insightsExample(context),
    feed: feedExample(context),
    changeFeed: changeFeedExample(context),
    rating: summarizeRating(context),
    oembed: describeOEmbed(context, embeddedSite(context), embedArguments),
    security: renderSecurity(context, validityAt(Date.parse(lastModified)).expires) ?? undefined,
  }
}

const matching = <T>(reviews: T[]) => ({
  matched: reviews.length,
  returned: reviews.length,
  reviews,
})

const datasetExample = (context: RenderContext) => ({
  business: context.business,
  aggregate_rating: publishedRating(context.aggregateRating),
  reviews: firstOf(context.newest),
  verification_policy: context.verificationPolicy,
  license: context.license,
  last_modified: context.lastModified,
  history: context.history,
  parts: describeParts(context.baseUrl, []),
})

function insightsExample({ insights, newest, cited }: RenderContext): Insights {
  const { technicians, services, service_areas } = insights.entities
  return {
    ...insights,
    entities: {
      technicians: firstOf(technicians),
      services: firstOf(services),
      problems: [],
      service_areas: firstOf(service_areas),
    },
    temporal: { ...insights.temporal, monthly: insights.temporal.monthly.slice(-EXAMPLES) },
    per_review: Object.fromEntries(firstOf(newest).map(({ id }) => [id, cited.get(id)!.reading])),
  }
}

function feedExample(context: RenderContext) {
  const { newest } = context
  const page = feedPageOfReviews(context, {
    count: newest.length,
    idAt: position => newest[position]!.id,
    reviewAt: position => newest[position]!,
  })
  return describeFeed(context, { ...page, entries: firstOf(page.entries) })
}

/** The log entry of the newest review, as if it were the first. */
const entryExample = ({ newest: [review], lastModified: at }: RenderContext): LedgerEntry => ({
  seq: 1,
  op: 'add',
  at,
  review_id: review?.id ?? SAMPLE_ID,
  revision: 1,
  reason: null,
  commitment: SAMPLE_COMMITMENT,
})

function changeFeedExample(context: RenderContext) {
  const [review = null] = context.newest
  const entry = entryExample(context)
  const log = {
    size: 1,
    anyEntry: () => entry,
    entriesAfter: () => [entry],
    entriesAbout: () => [entry],
  }
  return describeFeed(context, feedPageOfChanges(context, { log, reviewOf: () => review }))
}

/** A frequent topic that occurs verbatim in the newest reviews, so that the example finds something. */
function exampleWord({ newest, insights }: RenderContext): string | undefined {
  const texts = newest.flatMap(({ text }) => text?.toLowerCase() ?? [])
  const isFound = (word: string) => texts.some(text => text.includes(word))
  const topics = insights.topics.map(({ label }) => label.toLowerCase())
  return (
    topics.find(topic => /^\p{L}+$/u.test(topic) && isFound(topic)) ??
    texts[0]?.match(/\p{L}{5,}/u)?.[0]
  )
}

function searchedFor(context: RenderContext) {
  const { newest, insights } = context
  const { technicians, services, service_areas, problems } = insights.entities
  return {
    oldestDate: newest.at(-1)?.date,
    newestDate: newest[0]?.date,
    word: exampleWord(context),
    technician: technicians[0]?.label,
    service: services[0]?.id,
    area: service_areas[0]?.id,
    aspect: insights.aspects[0]?.id,
    topic: insights.topics[0]?.id,
    problem: problems[0]?.id,
    level: newest[0]?.verification.level,
    language: newest.find(review => review.language)?.language,
    source: newest[0]?.source,
  }
}

const FULL_TILE = 256

/** The first tile, full or partial; an empty log has none. */
function tileExample(logSize: number): Json {
  if (logSize === 0) return {}
  return { level: '0', index: logSize < FULL_TILE ? `000.p/${logSize}` : '000' }
}
