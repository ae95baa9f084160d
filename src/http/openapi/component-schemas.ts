/** The schemas that have a name of their own in the OpenAPI document, and references to them. */
import { z } from 'zod'
import { Business } from '../../model/business.ts'
import {
  Change,
  ChangesPage,
  GoneBody,
  GrowthProof,
  HistoryCounts,
  InclusionProof,
  LedgerEntry,
  LogProof,
  Opening,
  Openings,
  Tombstone,
} from '../../model/change.ts'
import { RatingSummary, ReviewsDataset, SearchResult, SinceResult } from '../../model/dataset.ts'
import { ErrorBody, ValidationErrorBody } from '../../model/error.ts'
import { ChangeFeed, ChangeItem, FeedItem, JsonFeed } from '../../model/feed.ts'
import {
  AspectInsight,
  CorrectedMention,
  EntityInsight,
  Insights,
  ReviewInsight,
  TopicInsight,
} from '../../model/insights.ts'
import { CONVERSION, type Json, toJsonSchema } from '../../model/json-schema.ts'
import { OEmbed } from '../../model/oembed.ts'
import {
  AggregateRating,
  Mentions,
  OwnerReply,
  Review,
  Tag,
  Translation,
  Verification,
} from '../../model/review.ts'
import { Passage, Unrecognized } from '../../model/search.ts'

const NAMED = [
  ReviewsDataset,
  RatingSummary,
  SearchResult,
  SinceResult,
  Business,
  AggregateRating,
  Review,
  OwnerReply,
  Verification,
  Mentions,
  Unrecognized,
  Passage,
  Insights,
  AspectInsight,
  EntityInsight,
  TopicInsight,
  ReviewInsight,
  CorrectedMention,
  JsonFeed,
  FeedItem,
  ChangeFeed,
  ChangeItem,
  Translation,
  Tag,
  Change,
  ChangesPage,
  Tombstone,
  GoneBody,
  HistoryCounts,
  LedgerEntry,
  Opening,
  Openings,
  InclusionProof,
  GrowthProof,
  LogProof,
  OEmbed,
  ErrorBody,
  ValidationErrorBody,
]

const nameOf = (schema: z.ZodType) => schema.meta()?.id as string | undefined

/** A reference where the schema has a name, else the schema itself. */
export function schemaOf(schema: z.ZodType): Json {
  const name = nameOf(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : toJsonSchema(schema)
}

let converted: Json | undefined

/** Converted once: every Snapshot has the same ones. */
export function componentSchemas(): Json {
  converted ??= convertNamed()
  return converted
}

function convertNamed(): Json {
  const registry = z.registry<{ id: string }>()
  for (const schema of NAMED) registry.add(schema, { ...schema.meta(), id: nameOf(schema)! })
  const { schemas } = z.toJSONSchema(registry, { ...CONVERSION, uri: id => `#/components/schemas/${id}` })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema as Json]),
  )
}
