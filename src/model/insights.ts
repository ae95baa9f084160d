/** Insights: counts of aspects, entities and topics, the trend, and what was found in each review. */
import { z } from 'zod'
import { CorrectedKind, CorrectionMark } from './correction.ts'
import {
  Count,
  IsoDate,
  named,
  object,
  Percentage,
  Score,
  ServiceUrl,
  Timestamp,
  Ulid,
} from './scalars.ts'

export const Sentiment = z.enum(['positive', 'neutral', 'negative'])
export type Sentiment = z.infer<typeof Sentiment>

export const eachSentiment = <T>(of: (sentiment: Sentiment) => T) =>
  Object.fromEntries(Sentiment.options.map(one => [one, of(one)])) as Record<Sentiment, T>

/** How the engine read the text of a review. */
export const HowRead = z.enum(['native', 'translation', 'no', 'no_text'])
export type HowRead = z.infer<typeof HowRead>

/** The kinds of things that reviews mention. */
export const MentionKind = z.enum([
  'aspects',
  'technicians',
  'services',
  'problems',
  'service_areas',
  'topics',
])
export type MentionKind = z.infer<typeof MentionKind>

const tally = {
  mention_count: Count,
  positive_count: Count,
  neutral_count: Count.describe(
    'In these reviews no praise or criticism of it was found, or both were.',
  ),
  negative_count: Count,
  positive_pct: Percentage,
  score: Score,
}
const search_url = ServiceUrl.describe('Finds exactly these reviews.')
const search_urls = z
  .object(eachSentiment(() => ServiceUrl))
  .describe('Find exactly the reviews of each sentiment.')
const found = { search_url, search_urls }
const evidence = { top_phrases: z.array(z.string()), example_review_ids: z.array(Ulid) }
const seen = {
  average_rating: z.number().min(1).max(5),
  first_mentioned: IsoDate,
  last_mentioned: IsoDate,
}

const Year = z.object({
  year: z.int(),
  mention_count: Count,
  positive_count: Count,
  negative_count: Count,
  search_url,
})

export const AspectInsight = named('AspectInsight', {
  id: z.string(),
  label: z.string(),
  origin: z.enum(['taxonomy', 'discovered']),
  ...tally,
  ...evidence,
  yearly: z.array(Year),
  ...found,
})

export type AspectInsight = z.infer<typeof AspectInsight>

const NamedWith = object('NamedWith', {
  kind: MentionKind.extract(['technicians', 'services']),
  id: z.string(),
  label: z.string(),
  mention_count: Count,
  search_url,
})

const mentioned = { id: z.string(), label: z.string(), ...tally, ...seen, ...evidence, ...found }

export const EntityInsight = named('EntityInsight', { ...mentioned, with: z.array(NamedWith) })
export type EntityInsight = z.infer<typeof EntityInsight>

export const TopicInsight = z
  .object({ ...mentioned, keywords: z.array(z.string()) })
  .meta({ id: 'TopicInsight' })
export type TopicInsight = z.infer<typeof TopicInsight>

export const Month = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  review_count: Count,
  average_rating: z.number().min(1).max(5),
  score: Score,
  positive_pct: Percentage,
  search_url,
})
export type Month = z.infer<typeof Month>
export type RatedMonth = Pick<Month, 'month' | 'review_count' | 'average_rating'>

/** What pages and prose sum ratings up by: months, or longer where reviews are few. */
export type PeriodUnit = 'month' | 'quarter' | 'year'

export interface RatedPeriod {
  /** `2026-11`, `2026-Q4` or `2026`. */
  name: string
  review_count: number
  /** null without reviews. */
  average_rating: number | null
}

export interface RatedPeriods {
  unit: PeriodUnit
  /** How many months have reviews. */
  months: number
  /** Oldest first, none left out between the first and the last. */
  periods: RatedPeriod[]
}

export const Trend = object('Trend', {
  direction: z.enum(['improving', 'stable', 'declining', 'insufficient_data']),
  slope: z.number(),
  basis: z.string(),
})
export type Trend = z.infer<typeof Trend>

export const CorrectedMention = named('CorrectedMention', {
  kind: CorrectedKind,
  id: z.string(),
  mark: CorrectionMark,
  sentiment: Sentiment,
  evidence: z.string(),
  corrected_at: Timestamp,
})
export type CorrectedMention = z.infer<typeof CorrectedMention>

export const ReviewInsight = named('ReviewInsight', {
  sentiment: Sentiment,
  score: Score,
  basis: z.enum(['text', 'translation', 'rating']),
  aspects: z.array(
    object('ReviewInsight.aspects', {
      id: z.string(),
      sentiment: Sentiment,
      evidence: z.string(),
      is_unsure: z.literal(true).optional(),
    }),
  ),
  technicians: z.array(z.string()),
  services: z.array(z.string()),
  problems: z.array(z.string()),
  service_areas: z.array(z.string()),
  topics: z.array(z.string()),
  corrected: z.array(CorrectedMention),
})
export type ReviewInsight = z.infer<typeof ReviewInsight>

export const CountLink = named('CountLink', {
  from: Count,
  to: Count,
  review_count: Count,
  search_url,
})
export type CountLink = z.infer<typeof CountLink>

export const Insights = named('Insights', {
  version: z.int(),
  generated_at: Timestamp,
  model: z.string(),
  review_count: Count,
  coverage: object('Insights.coverage', {
    read: Count,
    without_text: Count,
    unknown_language: Count,
    corrections: Count,
    search_urls: z.object({ without_text: ServiceUrl, unknown_language: ServiceUrl }),
  }),
  languages: z.array(
    object('Insights.languages', {
      language: z.string().nullable(),
      review_count: Count,
      read: HowRead.exclude(['no_text']),
      search_url,
    }),
  ),
  date_range: z.object({ earliest: IsoDate.nullable(), latest: IsoDate.nullable() }),
  overall_sentiment: z.object({
    score: Score,
    positive_pct: Percentage,
    neutral_pct: Percentage,
    negative_pct: Percentage,
    search_urls,
  }),
  aspects: z.array(AspectInsight),
  entities: z.object({
    technicians: z.array(EntityInsight),
    services: z.array(EntityInsight),
    problems: z.array(EntityInsight),
    service_areas: z.array(EntityInsight),
  }),
  topics: z.array(TopicInsight),
  temporal: object('Insights.temporal', { monthly: z.array(Month), trend: Trend }),
  per_review: z.record(Ulid, ReviewInsight),
  faq: z.array(
    z.object({
      question: z.string(),
      answer: z.string(),
      links: z.array(CountLink),
      review_ids: z.array(Ulid),
    }),
  ),
  summary: z.string().nullable(),
  summary_claims: z.array(
    z.object({ text: z.string(), links: z.array(CountLink), review_ids: z.array(Ulid) }),
  ),
  pull_quote: object('Insights.pull_quote', {
    text: z.string(),
    review_id: Ulid,
    is_translation: z.boolean(),
  }).nullable(),
})
export type Insights = z.infer<typeof Insights>
/** Those of all reviews together, without what was found in each. */
export type AllInsights = Omit<Insights, 'per_review'>
