/** The tools: each reads the Snapshot, and tells the model how to correct an invalid call. */
import { z } from 'zod'
import { Business } from '../model/business.ts'
import { foldCase } from '../model/case-folding.ts'
import { History } from '../model/change.ts'
import { SearchResult } from '../model/dataset.ts'
import { PARAMETER_OF } from '../model/filters.ts'
import {
  AspectInsight,
  EntityInsight,
  Insights,
  MentionKind,
  Sentiment,
  TopicInsight,
} from '../model/insights.ts'
import { AggregateRating, type Review } from '../model/review.ts'
import { Count, IsoDate, type Json, ServiceUrl, Ulid } from '../model/scalars.ts'
import { conflictIn, SearchArgs, type Unrecognized } from '../model/search.ts'
import { ReviewStats, StatsArgs, TOO_MANY_GROUPS } from '../model/stats.ts'
import { asBuffer } from '../publish/base/bytes.ts'
import { publishedRating } from '../publish/context/aggregate-rating.ts'
import { parseReview } from '../publish/months/prepare-review.ts'
import { INVALID_CURSOR, renderSearchResponse } from '../publish/search/search-response.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { putFirst, strict, type Tool, ToolProblem, tool, toolOnReviews } from './define-tool.ts'
import { findOneReview, resolveName, unknownLanguage, unknownName } from './resolve-name.ts'
import { BasicReview, idIn, ReviewFields, selectFields, selectInList } from './review-fields.ts'

const Name = z
  .string('must be text')
  .min(1, 'must not be empty')
  .max(200, 'must have 200 characters at most')

const ReviewId = Name.describe("From another tool, or the review's URL.")

const Named = z.object({ id: z.string(), label: z.string(), mention_count: Count })

/** Another tool describes the same arguments, and a model pays for reading them twice. */
const undescribed = <Shape extends Record<string, z.ZodType>>(shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.describe('')]),
  ) as Shape

/** Labeled, so that a model does not take praise for criticism. */
const AspectExample = z.object({
  id: Ulid,
  date: IsoDate,
  sentiment: Sentiment.describe('What it says about the aspect.'),
  quote: z.string().nullable().describe('null if only its tags mention the aspect.'),
  is_translation: z
    .boolean()
    .describe("Whether the quote is from the source's translation of the review."),
})

const MentionedEntity = EntityInsight.partial().extend({ label: z.string(), mention_count: Count })

/** With one address each: those by sentiment would be a quarter of the list. */
const ListedTopic = TopicInsight.omit({ search_urls: true })

const FaqExamples = z.object({
  question: z.string(),
  answer: z.string(),
  example_review_ids: z.array(Ulid),
})

const LISTED_KINDS = [
  'aspects',
  'technicians',
  'services',
  'service_areas',
  'problems',
  'topics',
] as const

const MOST_RESULTS = 10
const MOST_FAQ_EXAMPLES = 3

export const TOOLS: Tool[] = [
  toolOnReviews({
    name: 'get_insights_summary',
    input: strict({}),
    output: z.object({
      business: z.string(),
      review_count: Count,
      aggregate_rating: AggregateRating,
      ...Insights.pick({ date_range: true, overall_sentiment: true }).shape,
      trend: Insights.shape.temporal.shape.trend,
      ...Insights.pick({ summary: true, pull_quote: true }).shape,
      ...Object.fromEntries(LISTED_KINDS.map(kind => [kind, z.array(Named)])),
    }),
    run({ business, aggregateRating, insights }) {
      const { review_count, date_range, overall_sentiment, summary, pull_quote } = insights
      const mentioned = { ...insights, ...insights.entities }
      return {
        business: business.name,
        review_count,
        aggregate_rating: publishedRating(aggregateRating),
        date_range,
        overall_sentiment,
        trend: insights.temporal.trend,
        summary,
        pull_quote,
        ...Object.fromEntries(LISTED_KINDS.map(kind => [kind, namesOf(mentioned[kind])])),
      }
    },
  }),
  tool({
    name: 'get_business',
    input: strict({}),
    output: z.object({
      business: Business,
      aggregate_rating: AggregateRating,
      review_count: Count,
    }),
    run: ({ business, aggregateRating, reviewCount }) => ({
      business,
      aggregate_rating: publishedRating(aggregateRating),
      review_count: reviewCount,
    }),
  }),
  toolOnReviews({
    name: 'search_reviews',
    // Counts are what count_reviews is for, and how a text was read matters to nobody who reads it.
    input: strict({
      ...SearchArgs.omit({ facets: true, read: true }).shape,
      fields: ReviewFields,
    }),
    output: SearchResult.omit({ facets: true }).extend({
      message: z.string().optional(),
      reviews: z.array(BasicReview),
    }),
    run(snapshot, { fields, ...args }) {
      requireSense(args)
      const found = snapshot.search(args)
      if (!found) throw new ToolProblem(`cursor: ${INVALID_CURSOR}.`)
      // Passages have offsets in the whole text.
      const reviews = args.evidence
        ? found.reviews.map(review => selectFields(review, fields))
        : selectInList(snapshot, found.reviews, fields)
      const response = renderSearchResponse({ ...found, reviews })
      if (found.unrecognized.length === 0) return response
      return putFirst(response, { message: explainUnrecognized(snapshot, found.unrecognized) })
    },
  }),
  toolOnReviews({
    name: 'count_reviews',
    input: strict({
      ...undescribed(StatsArgs.omit({ read: true }).shape),
      group_by: StatsArgs.shape.group_by,
    }),
    output: ReviewStats.extend({ message: z.string().optional() }),
    run(snapshot, args) {
      requireSense(args)
      const stats = snapshot.stats(args)
      if (!stats) throw new ToolProblem(`group_by: ${TOO_MANY_GROUPS}.`)
      const { unrecognized } = stats
      return unrecognized
        ? { message: explainUnrecognized(snapshot, unrecognized), ...stats }
        : stats
    },
  }),
  toolOnReviews({
    name: 'get_review',
    input: strict({ id: ReviewId, fields: ReviewFields }),
    output: BasicReview.omit({ shortened: true }),
    run: (snapshot, { id, fields }) => selectFields(oneReview(snapshot, id), fields),
  }),
  toolOnReviews({
    name: 'get_aspect_sentiment',
    input: strict({ aspect: Name.describe('Id or label.') }),
    output: AspectInsight.extend({ examples: z.array(AspectExample) }),
    run(snapshot, { aspect }) {
      const wanted = idOf(snapshot, 'aspects', 'aspect', aspect)
      const { insights, otherAspects } = snapshot
      const insight = [...insights.aspects, ...otherAspects].find(({ id }) => id === wanted)!
      const examples = aspectExamples(snapshot, insight.id)
      return { ...insight, example_review_ids: examples.map(({ id }) => id), examples }
    },
  }),
  toolOnReviews({
    name: 'get_technician',
    input: strict({ name: Name.describe('Name or nickname.') }),
    output: MentionedEntity,
    run(snapshot, { name }) {
      const id = idOf(snapshot, 'technicians', 'name', name)
      return mentioned(snapshot.insights.entities.technicians, id, id)
    },
  }),
  toolOnReviews({
    name: 'get_service',
    input: strict({ service: Name.describe('Id, label or alias.') }),
    output: MentionedEntity,
    run(snapshot, { service }) {
      const id = idOf(snapshot, 'services', 'service', service)
      const { label } = snapshot.business.services.find(one => one.id === id)!
      return mentioned(snapshot.insights.entities.services, id, label)
    },
  }),
  toolOnReviews({
    name: 'list_topics',
    input: strict({}),
    output: z.object({ topics: z.array(ListedTopic) }),
    run: ({ insights }) => ({ topics: insights.topics.map(({ search_urls, ...topic }) => topic) }),
  }),
  toolOnReviews({
    name: 'get_faq',
    input: strict({ query: Name.optional().describe('Text in the question or answer.') }),
    output: z.object({ faq: z.array(FaqExamples) }),
    run: ({ insights }, { query = '' }) => ({
      faq: insights.faq
        .filter(({ question, answer }) =>
          foldCase(`${question} ${answer}`).includes(foldCase(query)),
        )
        .map(({ question, answer, review_ids }) => ({
          question,
          answer,
          example_review_ids: review_ids.slice(0, MOST_FAQ_EXAMPLES),
        })),
    }),
  }),
  tool({
    name: 'verify_history',
    input: strict({}),
    output: History.extend({
      edited: Count,
      log_entries: Count,
      checkpoint: z.string(),
      verify_url: ServiceUrl,
    }),
    run: ({ log, history, baseUrl, representations }) => ({
      ...history,
      edited: log.edited,
      log_entries: log.size,
      checkpoint: asBuffer(representations.get('/log/checkpoint')!.identity.body).toString(),
      verify_url: `${baseUrl}/policy`,
    }),
  }),
  toolOnReviews({
    name: 'search',
    input: strict({ query: Name }),
    output: z.object({
      results: z.array(z.object({ id: Ulid, title: z.string(), url: ServiceUrl })),
    }),
    run: (snapshot, { query }) => ({
      results: rankReviews(snapshot, query, MOST_RESULTS)
        .map(parseReview)
        .map(review => ({ id: review.id, title: titleOf(review), url: review.url })),
    }),
  }),
  toolOnReviews({
    name: 'fetch',
    input: strict({ id: ReviewId }),
    output: z.object({
      id: Ulid,
      title: z.string(),
      text: z.string(),
      url: ServiceUrl,
      metadata: z.record(z.string(), z.unknown()),
    }),
    run(snapshot, { id }) {
      const review = parseReview(oneReview(snapshot, id))
      const { author, rating, date, source, source_url, verified, verification, incentive } = review
      const about = { author, rating, date, source, source_url, verified, verification, incentive }
      const { language, mentions, url } = review
      const metadata = { ...about, language, mentions }
      return { id: review.id, title: titleOf(review), text: textOf(review), url, metadata }
    },
  }),
]

const titleOf = ({ author, rating, date, incentive }: Review) =>
  `${rating === 1 ? '1 star' : `${rating} stars`} from ${author}, ${date}${incentive ? ', given for a reward' : ''}`

const textOf = ({ text, translation, owner_reply, incentive }: Review) =>
  [
    incentive ? 'Given for a reward.' : null,
    text ?? 'Rated without a comment.',
    translation && `Translation by the source: ${translation.text}`,
    owner_reply && `Reply from the business, ${owner_reply.date}: ${owner_reply.text}`,
  ]
    .filter(part => part !== null)
    .join('\n\n')

function oneReview(snapshot: Snapshot, id: string): Uint8Array {
  const found = findOneReview(snapshot, id)
  if ('problem' in found) throw new ToolProblem(found.problem)
  return found.json
}

function requireSense(args: Parameters<typeof conflictIn>[0]): void {
  const conflict = conflictIn(args)
  if (conflict) throw new ToolProblem(`${conflict.path[0]}: ${conflict.message}.`)
}

type Counted = { id: string; label: string; mention_count: number }

const namesOf = (list: Counted[]) =>
  list.map(({ id, label, mention_count }) => ({ id, label, mention_count }))

/** A search for an unknown name is no error, as over HTTP, but a model must not take it for an answer. */
function explainUnrecognized(snapshot: Snapshot, unrecognized: Unrecognized[]): string {
  const problems = unrecognized.map(({ parameter, value }) => {
    const kind = MentionKind.options.find(one => PARAMETER_OF[one] === parameter)
    return kind ? unknownName(snapshot, kind, parameter, value) : unknownLanguage(snapshot, value)
  })
  return `Nothing was searched for, so this does not mean that there are no such reviews. ${problems.join(' ')}`
}

/** The id of what the model means; otherwise it is told which names there are. */
function idOf(snapshot: Snapshot, kind: MentionKind, argument: string, wanted: string): string {
  const found = resolveName(snapshot, kind, argument, wanted)
  if ('problem' in found) throw new ToolProblem(found.problem)
  return found.id
}

/** Someone or something the business lists, even if no review mentions it. */
const mentioned = (entities: Counted[], wanted: string, label: string): Json =>
  entities.find(({ id }) => id === wanted) ?? { label, mention_count: 0 }

const EXAMPLES: [Sentiment, number][] = [
  ['positive', 2],
  ['negative', 2],
  ['neutral', 1],
]

/** The newest of each side, with the words that count. */
function aspectExamples(snapshot: Snapshot, aspect: string): z.infer<typeof AspectExample>[] {
  return EXAMPLES.flatMap(([sentiment, limit]) => {
    const hits = snapshot.search({ aspect, sentiment, sort: 'newest', limit, evidence: true })!
    return hits.reviews.map(parseReview).map(({ id, date, text, translation, incentive }) => {
      const [passage] = hits.evidence![id] ?? []
      const isTranslation = passage?.field === 'translation'
      const read = isTranslation ? translation?.text : text
      const quote = passage && read ? read.slice(passage.from, passage.to) : null
      return {
        id,
        date,
        sentiment,
        quote,
        is_translation: isTranslation,
        ...(incentive && { incentive }),
      }
    })
  })
}

/** The JSON of the best matches, the best first; then those that mention what the question names as a whole. */
function rankReviews(snapshot: Snapshot, question: string, limit: number): Uint8Array[] {
  const named = MentionKind.options.flatMap((kind): Partial<SearchArgs>[] => {
    const found = snapshot.findName(kind, question)
    return 'id' in found ? [{ [PARAMETER_OF[kind]]: found.id }] : []
  })
  const found = [{ words: question }, ...named].flatMap(
    args => snapshot.search({ ...args, sort: 'relevance', limit })!.reviews,
  )
  return [...new Map(found.map(json => [idIn(json), json])).values()].slice(0, limit)
}
