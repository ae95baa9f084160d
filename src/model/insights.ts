/** Insights: counts of aspects, entities and topics, the trend, and what was found in each review. */
import { z } from 'zod'
import { CorrectedKind, CorrectionMark } from './correction.ts'
import { Count, IsoDate, Percentage, Score, ServiceUrl, Timestamp, Ulid } from './scalars.ts'

export const Sentiment = z.enum(['positive', 'neutral', 'negative'])
export type Sentiment = z.infer<typeof Sentiment>

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
  neutral_count: Count,
  negative_count: Count,
  positive_pct: Percentage,
  score: Score,
}
const search_url = ServiceUrl.describe('Finds exactly these reviews.')
const search_urls = z
  .object({ positive: ServiceUrl, neutral: ServiceUrl, negative: ServiceUrl })
  .describe('Find exactly the reviews of each sentiment.')
const found = { search_url, search_urls }
const evidence = { top_phrases: z.array(z.string()), example_review_ids: z.array(Ulid) }
const seen = { average_rating: z.number().min(1).max(5), first_mentioned: IsoDate, last_mentioned: IsoDate }

const Year = z.object({
  year: z.int(),
  mention_count: Count,
  positive_count: Count,
  negative_count: Count,
  search_url,
})

export const AspectInsight = z
  .object({
    id: z.string(),
    label: z.string(),
    origin: z
      .enum(['taxonomy', 'discovered'])
      .describe("discovered: what this business's reviews talk about beyond the taxonomy, in their words."),
    ...tally,
    ...evidence,
    yearly: z.array(Year).describe('Oldest first, without years in which no review mentions it.'),
    ...found,
  })
  .meta({
    id: 'AspectInsight',
    description:
      'An aspect of the taxonomy, or one discovered in the reviews; if no review mentions it, all counts are 0.',
  })

export type AspectInsight = z.infer<typeof AspectInsight>

const NamedWith = z.object({
  kind: MentionKind.extract(['technicians', 'services']),
  id: z.string(),
  label: z.string(),
  mention_count: Count.describe('How many reviews mention both.'),
  search_url,
})

const MentionedInsight = z.object({
  id: z.string(),
  label: z.string(),
  ...tally,
  ...seen,
  ...evidence,
  ...found,
})

export const EntityInsight = MentionedInsight.extend({
  with: z
    .array(NamedWith)
    .describe('For a person, the services that the same reviews mention; for a service, the people.'),
}).meta({ id: 'EntityInsight', description: 'A person or thing that reviews mention.' })
export type EntityInsight = z.infer<typeof EntityInsight>

export const TopicInsight = MentionedInsight.extend({ keywords: z.array(z.string()) }).meta({
  id: 'TopicInsight',
})
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

export const Trend = z.object({
  direction: z
    .enum(['improving', 'stable', 'declining', 'insufficient_data'])
    .describe('insufficient_data: too few months with enough exactly dated reviews to tell.'),
  slope: z.number().describe('Stars per year.'),
  basis: z.string().describe('How the direction was determined.'),
})
export type Trend = z.infer<typeof Trend>

export const CorrectedMention = z
  .object({
    kind: CorrectedKind,
    id: z.string().describe('The id of the aspect, or the name of the technician.'),
    mark: CorrectionMark.describe(
      'not_mentioned: the review does not mean this aspect or person, so the mention is not counted. not_criticism: it is counted as neutral.',
    ),
    sentiment: Sentiment.describe('As the engine read it.'),
    evidence: z.string().describe('The words that the engine read.'),
    corrected_at: Timestamp,
  })
  .meta({ id: 'CorrectedMention', description: 'A mention that the business marked as misread.' })
export type CorrectedMention = z.infer<typeof CorrectedMention>

export const ReviewInsight = z
  .object({
    sentiment: Sentiment,
    score: Score,
    basis: z
      .enum(['text', 'translation', 'rating'])
      .describe(
        "What was read. translation: the text is in an unsupported language, so the source's translation was read. rating: there is no text, or it is in an unsupported language without a translation that could be read.",
      ),
    aspects: z.array(
      z.object({
        id: z.string(),
        sentiment: Sentiment,
        evidence: z
          .string()
          .describe(
            'The exact words of the text or translation that was read (see `basis`), or the tags of the review if only they mention the aspect: `Positive: Punctuality`.',
          ),
      }),
    ),
    technicians: z.array(z.string()),
    services: z.array(z.string()),
    problems: z.array(z.string()),
    service_areas: z.array(z.string()),
    topics: z.array(z.string()),
    corrected: z.array(CorrectedMention),
  })
  .meta({ id: 'ReviewInsight' })
export type ReviewInsight = z.infer<typeof ReviewInsight>

export const CountLink = z
  .object({
    from: Count.describe('Where the words or the number begin, in UTF-16 code units.'),
    to: Count.describe('Where they end.'),
    review_count: Count,
    search_url,
  })
  .meta({ id: 'CountLink', description: 'Words or a number in a sentence, and the reviews they are about.' })
export type CountLink = z.infer<typeof CountLink>

export const Insights = z
  .object({
    version: z.int(),
    generated_at: Timestamp.describe('When the analyzed data or a correction last changed.'),
    model: z.string().describe('The engine and its version.'),
    review_count: Count,
    coverage: z
      .object({
        read: Count,
        without_text: Count,
        unknown_language: Count,
        corrections: Count.describe('How many mentions the business marked as misread.'),
      })
      .describe('How many reviews the engine could read; the others count by their stars and tags.'),
    languages: z
      .array(
        z.object({
          language: z.string().nullable().describe('Without a region; null if unknown.'),
          review_count: Count,
          read: z
            .enum(['native', 'translation', 'no'])
            .describe(
              "translation: the source's translation was read. no: these reviews count by their stars and tags.",
            ),
        }),
      )
      .describe(
        'The languages of the reviews with text, as declared or recognized, largest first. A language that is read in more than one way has an entry for each.',
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
    temporal: z.object({
      monthly: z.array(Month).describe('Oldest first, without months that have no reviews.'),
      trend: Trend,
    }),
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
    pull_quote: z
      .object({
        text: z.string(),
        review_id: Ulid,
        is_translation: z
          .boolean()
          .describe("Whether the words are those of the source's translation, not the customer's own."),
      })
      .nullable(),
  })
  .meta({ id: 'Insights' })
export type Insights = z.infer<typeof Insights>
