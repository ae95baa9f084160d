/** The OpenAPI 3.1 description: schemas from the model, examples from the data that is served. */
import { z } from 'zod'
import { ReviewsDataset, SearchResult, SinceResult } from '../../model/dataset.ts'
import { JsonFeed } from '../../model/feed.ts'
import { Insights } from '../../model/insights.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { Count } from '../../model/scalars.ts'
import { SearchArgs, SinceArgs } from '../../model/search.ts'
import { HubForm } from '../../model/subscription.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { HUB_PATH, MCP_PATH } from '../../publish/pieces/public-paths.ts'
import { SEARCH_PATH, SINCE_PATH } from '../search-endpoints.ts'
import {
  componentSchemas,
  HEADERS,
  invalid,
  operation,
  parametersOf,
  readResponses,
  refer,
  sharedResponses,
} from './building-blocks.ts'
import { describeDiscovery } from './discovery-descriptions.ts'
import {
  datasetExample,
  feedExample,
  insightsExample,
  mcpAnswerExample,
  mcpCallExample,
  mcpCatalogExample,
  mcpHeaderExamples,
  mcpServerExample,
  searchExample,
  searchExamples,
  sinceExample,
} from './examples.ts'
import { describeHistory } from './history-descriptions.ts'
import { describeSharing } from './sharing-descriptions.ts'

const API_VERSION = '1.0.0'

export function describeApi(context: RenderContext): Json {
  return {
    openapi: '3.1.0',
    info: describe(context),
    servers: [{ url: context.baseUrl }],
    tags: TAGS,
    security: [{}],
    paths: describePaths(context),
    components: { schemas: componentSchemas(), headers: HEADERS, responses: sharedResponses() },
  }
}

export const renderOpenApi = (api: Json): Document => ({
  path: '/.well-known/openapi.json',
  contentType: 'application/json',
  body: JSON.stringify(api),
})

function describe({ business, license, baseUrl }: RenderContext): Json {
  const fictional = business.fictional ? ' This business is fictional: it shows what the service does.' : ''
  return {
    title: `Reviews of ${business.name}`,
    version: API_VERSION,
    summary: 'Verified customer reviews and insights of one business, public and read-only.',
    description: `Every endpoint is public; no key or account is needed.${fictional}`,
    contact: { name: business.name, url: business.url ?? `${baseUrl}/` },
    license: { name: license ?? 'All rights reserved', url: `${baseUrl}/` },
  }
}

const TAGS = [
  { name: 'reviews', description: 'The reviews: all of them, or those that match.' },
  { name: 'history', description: 'What changed, and the log that proves it.' },
  { name: 'insights', description: 'What the reviews say, counted.' },
  { name: 'feeds', description: 'The newest reviews, for feed readers and WebSub.' },
  { name: 'agents', description: 'The Model Context Protocol, for AI agents.' },
  { name: 'sharing', description: 'For the pages of others: rating, badge, oEmbed.' },
  { name: 'service', description: 'The service itself.' },
]

function describePaths(context: RenderContext): Json {
  return {
    '/reviews.json': {
      get: operation(
        'getReviews',
        'reviews',
        'All reviews',
        'The business, its aggregate rating and all verified reviews.',
        {
          responses: readResponses(ReviewsDataset, datasetExample(context)),
        },
      ),
    },
    '/insights.json': {
      get: operation('getInsights', 'insights', 'Insights', 'Sentiment, entities, topics and trend.', {
        responses: readResponses(Insights, insightsExample(context)),
      }),
    },
    '/api/feed.json': {
      get: operation('getJsonFeed', 'feeds', 'JSON Feed', 'The 50 newest reviews as JSON Feed 1.1.', {
        responses: readResponses(JsonFeed, feedExample(context)),
      }),
    },
    '/feed.xml': {
      get: operation('getAtomFeed', 'feeds', 'Atom feed', 'The 50 newest reviews as Atom (RFC 4287).', {
        responses: readResponses(
          z.string(),
          '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
          'application/atom+xml',
        ),
      }),
    },
    [SEARCH_PATH]: {
      get: operation(
        'searchReviews',
        'reviews',
        'Search',
        'Reviews that match all the given parameters, newest first unless `sort` says otherwise.',
        {
          parameters: parametersOf(SearchArgs, 'query', searchExamples(context)),
          responses: {
            ...readResponses(SearchResult, searchExample(context)),
            400: invalid('rating', SEARCH_ISSUE),
          },
        },
      ),
    },
    [SINCE_PATH.replace(':date', '{date}')]: {
      get: operation(
        'getReviewsSince',
        'reviews',
        'Reviews since a date',
        'All reviews on or after the date, newest first.',
        {
          parameters: parametersOf(SinceArgs, 'path', { date: exampleDate(context) }),
          responses: {
            ...readResponses(SinceResult, sinceExample(context)),
            400: invalid('date', SINCE_ISSUE),
          },
        },
      ),
    },
    ...describeHistory(context),
    ...describeSharing(context),
    ...describeDiscovery(context),
    [HUB_PATH]: { post: describeHub(context) },
    [MCP_PATH]: { post: describeMcp(context) },
    [`${MCP_PATH}/server-card`]: {
      get: operation('getServerCard', 'agents', 'MCP server card', 'What the MCP endpoint is and speaks.', {
        responses: readResponses(McpServer, mcpServerExample(context), 'application/mcp-server-card+json'),
      }),
    },
    [`${MCP_PATH}/server.json`]: {
      get: operation('getRegistryEntry', 'agents', 'MCP registry entry', 'The same for the MCP registry.', {
        responses: readResponses(McpServer, mcpServerExample(context)),
      }),
    },
    '/.well-known/ai-catalog.json': {
      get: operation('getAiCatalog', 'agents', 'AI catalogue', 'Names the MCP server card.', {
        responses: readResponses(AiCatalog, mcpCatalogExample(context), 'application/ai-catalog+json'),
      }),
    },
    '/healthz': {
      get: statusOperation('getHealth', 'Liveness', Health, {
        status: 'ok',
        problem: null,
        oldest_behind_seconds: 0,
      }),
    },
    '/readyz': {
      get: statusOperation('getReadiness', 'Readiness', Readiness, {
        status: 'ready',
        version: 1,
        problem: null,
      }),
    },
  }
}

function describeHub({ baseUrl }: RenderContext): Json {
  const example = {
    'hub.mode': 'subscribe',
    'hub.topic': `${baseUrl}/feed.xml`,
    'hub.callback': 'https://subscriber.example/reviews?token=4hDk2',
    'hub.lease_seconds': 864000,
  }
  const said = (description: string, text: string): Json => ({
    description,
    content: { 'text/plain': { schema: { type: 'string' }, example: text } },
  })
  return operation(
    'subscribe',
    'feeds',
    'Subscribe to changes',
    'Begins or ends a subscription to a feed or to the dataset. The callback is asked to confirm, then it gets the whole content after every change.',
    {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: toJsonSchema(HubForm), example } },
      },
      responses: {
        202: said('The callback is asked next.', 'Accepted: the callback is asked to confirm.'),
        400: said('What is wrong, in one sentence.', 'hub.mode must be subscribe or unsubscribe.'),
        405: said('Another method than POST.', 'This is a WebSub hub.'),
        413: said('More than 16 KiB.', 'The request must have at most 16384 bytes.'),
        415: said('Not a form.', 'Send the request as application/x-www-form-urlencoded.'),
        429: said('Too many requests or subscriptions; see Retry-After.', 'Too many requests.'),
        503: said('Starting, stopping or full; see Retry-After.', 'The hub is starting.'),
      },
    },
  )
}

function describeMcp(context: RenderContext): Json {
  const answer = (description: string, example: z.infer<typeof RpcAnswer>): Json => ({
    description,
    content: { 'application/json': { schema: toJsonSchema(RpcAnswer), example } },
  })
  const refusal = (description: string, message: string, id: number | null = null) =>
    answer(description, { jsonrpc: '2.0', id, error: { code: -32600, message } })
  const sessionHeader = {
    'Mcp-Session-Id': { description: 'Only after initialize.', schema: { type: 'string' } },
  }
  return operation(
    'callMcp',
    'agents',
    'Model Context Protocol',
    'One JSON-RPC message of MCP over Streamable HTTP, in 2026-07-28 or with initialize in 2025-11-25 and 2025-06-18. The answer is JSON, never a stream.',
    {
      parameters: parametersOf(McpHeaders, 'header', mcpHeaderExamples),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(RpcMessage), example: mcpCallExample } },
      },
      responses: {
        200: { ...answer('The result, or an error.', mcpAnswerExample(context)), headers: sessionHeader },
        202: { description: 'A notification was taken. The body is empty.' },
        400: refusal('No JSON-RPC message, or its headers do not fit it.', 'Mcp-Session-Id is missing.', 1),
        403: refusal('Origin or Host is foreign.', 'Origin is not allowed.'),
        404: refusal('An unknown session or method.', 'Mcp-Session-Id was not issued by this service.', 1),
        405: refusal('Another method than POST.', 'Use POST.'),
        406: refusal(
          'Before 2026-07-28: Accept lacks one of the two types.',
          'Accept must list application/json and text/event-stream.',
          1,
        ),
        413: refusal('More than 64 KiB.', 'The request is too large.'),
        415: refusal('Not JSON.', 'Content-Type must be application/json.'),
        ...refer(429, 503),
      },
    },
  )
}

const RpcId = z.union([z.string(), z.number()])
const RpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: RpcId.optional().describe('Absent in a notification.'),
  method: z.string(),
  params: z.looseObject({}).optional(),
})
const RpcAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  id: RpcId.nullable(),
  result: z.looseObject({}).optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
})
const McpHeaders = z.object({
  'MCP-Protocol-Version': z.string().optional().describe('The revision of the protocol.'),
  'Mcp-Method': z.string().optional().describe('From 2026-07-28 on: the method of the message.'),
  'Mcp-Name': z.string().optional().describe('From 2026-07-28 on: the tool, prompt or resource.'),
  'Mcp-Session-Id': z.string().optional().describe('Before 2026-07-28: as the answer to initialize gave it.'),
})
const McpServer = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().max(100),
  version: z.string(),
  websiteUrl: z.url(),
  remotes: z.array(z.object({ type: z.string(), url: z.url() })),
})
const AiCatalog = z.object({
  specVersion: z.string(),
  entries: z.array(z.object({ identifier: z.string(), type: z.string(), url: z.url() })),
})

const Problem = z.string().nullable().describe('Why the newest data is not shown, if it is not.')
const Health = z.object({
  status: z.literal('ok'),
  problem: Problem,
  oldest_behind_seconds: Count.describe('How long the WebSub subscriber has waited that waits longest.'),
})
const Readiness = z.object({
  status: z.literal('ready'),
  version: Count.describe('Goes up with every change of the data.'),
  problem: Problem,
})

function statusOperation<T extends z.ZodType>(
  operationId: string,
  summary: string,
  status: T,
  example: z.infer<T>,
): Json {
  const schema = toJsonSchema(status)
  return operation(operationId, 'service', summary, 'For load balancers and monitoring.', {
    responses: {
      200: { description: 'Yes.', content: { 'application/json': { schema, example } } },
      ...refer(405, 503),
    },
  })
}

const SEARCH_ISSUE = { code: 'too_big', message: 'must be 5 or less' }
const SINCE_ISSUE = { code: 'invalid_format', message: 'must be a date that exists, written YYYY-MM-DD' }
