/** The nine tools: each reads the Snapshot, and tells the model how to correct an invalid call. */
import { z } from 'zod'
import { Business } from '../model/business.ts'
import { SearchResult } from '../model/dataset.ts'
import { AspectInsight, EntityInsight, Insights, TopicInsight } from '../model/insights.ts'
import type { Json } from '../model/json-schema.ts'
import { AggregateRating, Review } from '../model/review.ts'
import { Count } from '../model/scalars.ts'
import { SearchArgs } from '../model/search.ts'
import { foldCase } from '../publish/pieces/case-folding.ts'
import { INVALID_CURSOR } from '../publish/search/cursor.ts'
import type { LookupResult } from '../publish/search/name-lookup.ts'
import { renderSearchResponse } from '../publish/search/search-response.ts'
import type { Snapshot } from '../publish/snapshot.ts'

export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  output: z.ZodObject
  /** Returns a JSON object. Throws a ToolProblem when the arguments match nothing. */
  run(snapshot: Snapshot, args: never): Uint8Array
}

/** For the model: which argument is wrong, why, and what would be right. */
export class ToolProblem extends Error {
  override name = 'ToolProblem'
}

/** One tool, with its arguments typed by their schema. */
function tool<Input extends z.ZodObject>(definition: {
  name: string
  title: string
  description: string
  input: Input
  output: z.ZodObject
  run(snapshot: Snapshot, args: z.output<Input>): Uint8Array | Json
}): Tool {
  const run = (snapshot: Snapshot, args: z.output<Input>) => {
    const result = definition.run(snapshot, args)
    return result instanceof Uint8Array ? result : Buffer.from(JSON.stringify(result))
  }
  return { ...definition, run }
}

/** Unknown arguments are rejected, so that a model that invents one notices. */
const strict = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `Unknown argument: ${issue.keys.join(', ')}. Known: ${Object.keys(shape).join(', ') || 'none'}`
        : undefined,
  })

const Name = z.string('must be text').min(1, 'must not be empty').max(200, 'must have 200 characters at most')

const Named = z.object({ id: z.string(), label: z.string(), mention_count: Count })

export const TOOLS: Tool[] = [
  tool({
    name: 'get_insights_summary',
    title: 'Summary of all reviews',
    description:
      'Start here: overall sentiment, trend and summary, and the names of all aspects, technicians, services and topics that the other tools accept.',
    input: strict({}),
    output: z.object({
      business: z.string(),
      review_count: Count,
      aggregate_rating: AggregateRating,
      date_range: Insights.shape.date_range,
      overall_sentiment: Insights.shape.overall_sentiment,
      trend: Insights.shape.temporal.shape.trend,
      summary: Insights.shape.summary,
      pull_quote: Insights.shape.pull_quote,
      aspects: z.array(Named),
      technicians: z.array(Named),
      services: z.array(Named),
      service_areas: z.array(Named),
      problems: z.array(Named),
      topics: z.array(Named),
    }),
    run: ({ business, aggregateRating, insights }) => ({
      business: business.name,
      review_count: insights.review_count,
      aggregate_rating: aggregateRating,
      date_range: insights.date_range,
      overall_sentiment: insights.overall_sentiment,
      trend: insights.temporal.trend,
      summary: insights.summary,
      pull_quote: insights.pull_quote,
      aspects: namesOf(insights.aspects),
      technicians: namesOf(insights.entities.technicians),
      services: namesOf(insights.entities.services),
      service_areas: namesOf(insights.entities.service_areas),
      problems: namesOf(insights.entities.problems),
      topics: namesOf(insights.topics),
    }),
  }),
  tool({
    name: 'get_business',
    title: 'The business',
    description:
      'The business that the reviews are about: contact, hours, services, people, service areas and average rating.',
    input: strict({}),
    output: z.object({ business: Business, aggregate_rating: AggregateRating, review_count: Count }),
    run: ({ business, aggregateRating, reviewCount }) => ({
      business,
      aggregate_rating: aggregateRating,
      review_count: reviewCount,
    }),
  }),
  tool({
    name: 'search_reviews',
    title: 'Search reviews',
    description:
      'Finds reviews that match all arguments; names may be ids, labels, aliases or surnames. `matched` counts all hits: narrow the question rather than asking for more.',
    input: strict(SearchArgs.shape),
    output: SearchResult,
    run(snapshot, args) {
      const found = snapshot.search(args)
      if (!found) throw new ToolProblem(`cursor: ${INVALID_CURSOR}.`)
      return renderSearchResponse(found)
    },
  }),
  tool({
    name: 'get_review',
    title: 'One review',
    description: "One full review by id, with the owner's reply.",
    input: strict({ id: Name.describe('From search_reviews or example_review_ids.') }),
    output: Review,
    run(snapshot, { id }) {
      const review = snapshot.review(id)
      if (!review) throw new ToolProblem(`id: there is no review "${id}". search_reviews returns ids.`)
      return review
    },
  }),
  tool({
    name: 'get_aspect_sentiment',
    title: 'Sentiment about an aspect',
    description:
      'What customers think of one aspect, such as punctuality or pricing: counts in all and by year, score, phrases and examples. All counts are 0 if no review mentions it.',
    input: strict({ aspect: Name.describe('Id or label.') }),
    output: AspectInsight,
    run: ({ insights }, { aspect }) => pick('aspect', insights.aspects, aspect),
  }),
  tool({
    name: 'get_technician',
    title: 'A technician in the reviews',
    description:
      'How often and how favorably reviews mention a technician, with examples. A mention does not mean that this technician did the work.',
    input: strict({ name: Name.describe('Name or nickname.') }),
    output: EntityInsight.partial().extend({ label: z.string(), mention_count: Count }),
    run(snapshot, { name }) {
      const { technicians } = snapshot.business
      const known = technicians.map(one => one.name)
      return mentioned(
        'name',
        name,
        idOf(snapshot.findName('technicians', name)),
        known,
        snapshot.insights.entities.technicians,
      )
    },
  }),
  tool({
    name: 'get_service',
    title: 'A service in the reviews',
    description: 'How often and how favorably reviews mention a service, with examples.',
    input: strict({ service: Name.describe('Id or label.') }),
    output: EntityInsight.partial().extend({ label: z.string(), mention_count: Count }),
    run(snapshot, { service }) {
      const { services } = snapshot.business
      const label =
        services.find(({ id }) => id === idOf(snapshot.findName('services', service)))?.label ?? null
      const known = services.map(one => one.id)
      return mentioned('service', service, label, known, snapshot.insights.entities.services)
    },
  }),
  tool({
    name: 'list_topics',
    title: 'Topics of the reviews',
    description: 'What customers talk about, with counts, sentiment, keywords and examples.',
    input: strict({}),
    output: z.object({ topics: z.array(TopicInsight) }),
    run: ({ insights }) => ({ topics: insights.topics }),
  }),
  tool({
    name: 'get_faq',
    title: 'What customers ask',
    description:
      'Common questions about the business, with answers from reviews and the ids of those reviews.',
    input: strict({ query: Name.optional().describe('Only questions and answers that contain this text.') }),
    output: z.object({ faq: Insights.shape.faq }),
    run: ({ insights }, { query = '' }) => ({
      faq: insights.faq.filter(({ question, answer }) =>
        foldCase(`${question} ${answer}`).includes(foldCase(query)),
      ),
    }),
  }),
]

type Counted = { id: string; label: string; mention_count: number }

const idOf = (found: LookupResult) => ('id' in found ? found.id : null)

const namesOf = (list: Counted[]) =>
  list.map(({ id, label, mention_count }) => ({ id, label, mention_count }))

function pick<T extends Counted>(argument: string, list: T[], wanted: string): T {
  const folded = foldCase(wanted)
  const found = list.find(({ id, label }) => foldCase(id) === folded || foldCase(label) === folded)
  if (!found)
    throw unknown(
      argument,
      wanted,
      list.map(({ id }) => id),
    )
  return found
}

/** Someone or something the business lists, even if no review mentions it. */
function mentioned(
  argument: string,
  wanted: string,
  label: string | null,
  known: string[],
  entities: Counted[],
): Json {
  if (label === null) throw unknown(argument, wanted, known)
  return entities.find(one => one.label === label) ?? { label, mention_count: 0 }
}

function unknown(argument: string, wanted: string, known: string[]): ToolProblem {
  const list = known.length > 0 ? `Known: ${known.join(', ')}.` : 'There are none yet.'
  return new ToolProblem(`${argument}: "${wanted}" is unknown. ${list}`)
}
