/** Examples for the OpenAPI document, taken from the published data. */
import type { LedgerEntry } from '../../model/change.ts'
import type { ReviewsDataset, SearchResult, SinceResult } from '../../model/dataset.ts'
import type { ChangeFeed, JsonFeed } from '../../model/feed.ts'
import type { Insights } from '../../model/insights.ts'
import type { ReviewStats } from '../../model/stats.ts'
import { searchUrl } from '../../publish/base/public-paths.ts'
import { publishedRating } from '../../publish/context/aggregate-rating.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { describeFeed } from '../../publish/documents/feed-json.ts'
import { feedPageOfChanges, feedPageOfReviews, newestReviews } from '../../publish/documents/feed-page.ts'

/** Stands in for a review's id where there are no reviews. */
export const SAMPLE_ID = '01KKMT9200Z88TWY7HK8WBY3NF'
export const SAMPLE_COMMITMENT = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'

const EXAMPLES = 2
const firstOf = <T>(list: T[]) => list.slice(0, EXAMPLES)

export const datasetExample = (context: RenderContext): ReviewsDataset => ({
  business: context.business,
  aggregate_rating: publishedRating(context.aggregateRating),
  reviews: firstOf(context.newest),
  verification_policy: context.verificationPolicy,
  license: context.license,
  last_modified: context.lastModified,
  history: context.history,
})

export function insightsExample({ insights, newest, cited }: RenderContext): Insights {
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

export function feedExample(context: RenderContext): JsonFeed {
  const page = feedPageOfReviews(context, newestReviews(context))
  return describeFeed(context, { ...page, entries: firstOf(page.entries) }) as JsonFeed
}

/** The log entry of the newest review, as if it were the first. */
export const entryExample = ({ newest: [review], lastModified: at }: RenderContext): LedgerEntry => ({
  seq: 1,
  op: 'add',
  at,
  review_id: review?.id ?? SAMPLE_ID,
  revision: 1,
  reason: null,
  commitment: SAMPLE_COMMITMENT,
})

export function changeFeedExample(context: RenderContext): ChangeFeed {
  const [review = null] = context.newest
  const entry = entryExample(context)
  const log = { size: 1, anyEntry: () => entry, entriesAfter: () => [entry], entriesAbout: () => [entry] }
  return describeFeed(context, feedPageOfChanges(context, { log, reviewOf: () => review })) as ChangeFeed
}

/** A frequent topic that occurs verbatim in the newest reviews, so that the example finds something. */
function exampleWord({ newest, insights }: RenderContext): string | undefined {
  const texts = newest.flatMap(({ text }) => text?.toLowerCase() ?? [])
  const isFound = (word: string) => texts.some(text => text.includes(word))
  const topics = insights.topics.map(({ label }) => label.toLowerCase())
  return topics.find(topic => /^\p{L}+$/u.test(topic) && isFound(topic)) ?? texts[0]?.match(/\p{L}{5,}/u)?.[0]
}

export function searchExamples(context: RenderContext): Record<string, unknown> {
  const { newest, insights } = context
  return {
    rating: 5,
    min_rating: 4,
    max_rating: 2,
    since: newest.at(-1)?.date,
    until: newest[0]?.date,
    query: exampleWord(context),
    words: exampleWord(context),
    mentions_technician: insights.entities.technicians[0]?.label,
    mentions_service: insights.entities.services[0]?.id,
    mentions_service_area: insights.entities.service_areas[0]?.id,
    aspect: insights.aspects[0]?.id,
    topic: insights.topics[0]?.id,
    problem: insights.entities.problems[0]?.id,
    sentiment: 'negative',
    critical: true,
    has_reply: true,
    edited: false,
    verification: newest[0]?.verification.level,
    language: newest.find(review => review.language)?.language,
    source: newest[0]?.source,
    sort: 'highest',
    evidence: true,
    limit: 2,
  }
}

export function searchExample({ newest }: RenderContext): SearchResult {
  const reviews = firstOf(newest)
  return { matched: reviews.length, returned: reviews.length, reviews, next_cursor: null }
}

export const statsExample = ({ aggregateRating, baseUrl }: RenderContext): ReviewStats => ({
  ...{ matched: aggregateRating.review_count, average_rating: publishedRating(aggregateRating).rating_value },
  groups: [
    {
      ...{ key: { technician: 'Ana Silva', year: 2026 }, label: 'Ana Silva, 2026', review_count: 12 },
      ...{ average_rating: 4.75, critical_count: 2, replied_count: 9, critical_replied_count: 2 },
      median_reply_days: 1.5,
      search_url: searchUrl(baseUrl, {
        mentions_technician: 'Ana Silva',
        since: '2026-01-01',
        until: '2026-12-31',
      }),
    },
  ],
})

export function sinceExample(context: RenderContext): SinceResult {
  const since = exampleDate(context)
  const reviews = context.newest.filter(review => review.date === since)
  return { since, matched: reviews.length, returned: reviews.length, reviews }
}

export function mcpResponseExample(context: RenderContext) {
  const structuredContent = searchExample(context)
  const content = [{ type: 'text', text: JSON.stringify(structuredContent) }]
  return { jsonrpc: '2.0' as const, id: 1, result: { resultType: 'complete', content, structuredContent } }
}
