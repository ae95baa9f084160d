/** What `api-texts.json` takes from the code: parameters and schemas of the model, messages, and the errors of MCP. */
import { z } from 'zod'
// Their schemas are found by their names.
import '../../model/dataset.ts'
import '../../model/feed.ts'
import '../../model/insights.ts'
import { ChangesArgs, ProofArgs } from '../../model/change.ts'
import { mcpErrorBody } from '../../model/error.ts'
import { codesIn, ERROR_CODES } from '../../model/error-codes.ts'
import { HealthFact } from '../../model/health-fact.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { OEmbedArgs } from '../../model/oembed.ts'
import { FeedArgs, SearchArgs, SinceArgs, TableArgs } from '../../model/search.ts'
import { StatsArgs, TOO_MANY_GROUPS } from '../../model/stats.ts'
import { HubForm, OwnSubscription, SubscriptionForm } from '../../model/subscription.ts'
import { WitnessList } from '../../model/witnessing.ts'
import { NO_FEED_PAGE } from '../feed-endpoints.ts'
import { NO_PAGE, ONLY_JSON } from '../oembed-endpoint.ts'
import { NO_REVIEW, NO_TILE, REMOVED } from '../review-endpoints.ts'
import { NO_YEAR } from '../search-endpoints.ts'
import { NO_CONTACT } from '../well-known-texts.ts'
import texts from './api-texts.json' with { type: 'json' }
import { mapValues } from './building-blocks.ts'

const QUERIES = { SearchArgs, TableArgs, FeedArgs, StatsArgs, ChangesArgs, ProofArgs, OEmbedArgs }
const NOT_FOUND = { NO_REVIEW, NO_TILE, NO_FEED_PAGE, NO_PAGE, NO_CONTACT, NO_YEAR }

const Id = z.union([z.string(), z.number()])
const RpcError = z.object({
  code: z.int(),
  message: z.string(),
  data: z
    .looseObject({ error: z.enum(codesIn('mcp')).optional().describe('A stable code.') })
    .optional()
    .describe('Of an error that the endpoint itself found.'),
})
const RpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: Id.nullable(),
  result: z.looseObject({}).optional(),
  error: RpcError.optional(),
})

const SCHEMAS = { HubForm, SubscriptionForm, OwnSubscription, WitnessList, HealthFact, RpcResponse }

export const describeSchemas = (): Json => ({
  ...{ ...NOT_FOUND, REMOVED, ONLY_JSON, TOO_MANY_GROUPS },
  ...mapValues(SCHEMAS, toJsonSchema),
  ...mapValues(QUERIES, schema => parametersOf(schema, 'query')),
  SinceArgs: parametersOf(SinceArgs, 'path'),
  mcpErrors: describeMcpErrors(),
})

function parametersOf(schema: z.ZodObject, location: 'query' | 'path'): Json[] {
  const { properties = {}, required = [] } = toJsonSchema(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description,
    schema: property,
  }))
}

const describeMcpErrors = (): Json =>
  Object.fromEntries(
    Object.entries(texts.mcpErrors).map(([name, { description, message, id }]) => {
      const code = name as keyof typeof texts.mcpErrors
      const content = { schema: toJsonSchema(RpcResponse), example: mcpErrorBody(code, message, id) }
      return [ERROR_CODES[code].mcp[0], { description, content: { 'application/json': content } }]
    }),
  )
