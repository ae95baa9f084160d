/** The search parameters: one definition for HTTP and MCP. */
import { z } from 'zod'
import { MentionKind, Sentiment } from './insights.ts'
import { VerificationLevel } from './review.ts'
import { Count, IsoDate, LanguageTag, Stars } from './scalars.ts'

const Words = z
  .string()
  .min(1, 'must not be empty')
  .max(500, 'must have 500 characters at most')
  .refine(text => !text.includes('\0'), 'must not contain NUL')

export const Sort = z.enum(
  ['newest', 'oldest', 'highest', 'lowest'],
  'must be newest, oldest, highest or lowest',
)
export type Sort = z.infer<typeof Sort>

/** Case-insensitive. A refinement, not a pattern: MCP shows this schema, and it should stay simple. */
const WantedLanguage = z
  .string()
  .refine(
    tag => LanguageTag.safeParse(tag.toLowerCase()).success,
    'must be a language tag such as en or pt-BR',
  )

const StarLimit = z.number('must be a number').min(1, 'must be 1 or more').max(5, 'must be 5 or less')

export const SearchArgs = z.object({
  rating: Stars.optional().describe('Exact star rating.'),
  min_rating: StarLimit.optional().describe('Minimum star rating, inclusive.'),
  max_rating: StarLimit.optional().describe('Maximum star rating, inclusive.'),
  since: IsoDate.optional().describe('Reviews on or after this date.'),
  until: IsoDate.optional().describe('Reviews on or before this date.'),
  query: Words.optional().describe(
    'Substring search within the review text and its translation, case-insensitive.',
  ),
  words: Words.refine(text => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit')
    .optional()
    .describe('Words in any order and form, or synonyms: no-show finds "no shows", kid finds "son".'),
  mentions_technician: Words.optional().describe('Only reviews mentioning this technician.'),
  mentions_service: Words.optional().describe('Only reviews mentioning this service.'),
  mentions_service_area: Words.optional().describe('Only reviews mentioning this service area.'),
  aspect: Words.optional().describe('Only reviews mentioning this aspect.'),
  topic: Words.optional().describe('Only reviews mentioning this topic.'),
  problem: Words.optional().describe('Only reviews mentioning this problem.'),
  sentiment: z
    .enum(Sentiment.options, 'must be positive, neutral or negative')
    .optional()
    .describe(
      'About `aspect`, else `mentions_technician`, else `mentions_service`; without these, of the whole review.',
    ),
  critical: z
    .boolean('must be true or false')
    .optional()
    .describe('Whether it has one or two stars, or criticism in its text.'),
  has_reply: z.boolean('must be true or false').optional().describe('Whether the owner replied.'),
  edited: z
    .boolean('must be true or false')
    .optional()
    .describe('Whether it changed since it was published, apart from the reply.'),
  verification: z
    .enum(VerificationLevel.options, `must be ${VerificationLevel.options.join(', ')}`)
    .optional()
    .describe('How it was tied to a customer.'),
  language: WantedLanguage.optional().describe(
    'Only reviews in this language; en finds en-GB too, und those whose language is not known.',
  ),
  source: Words.optional().describe('Only reviews from this source, such as google.'),
  sort: Sort.default('newest').describe('By date, or by stars and then newest first.'),
  evidence: z.boolean('must be true or false').optional().describe('Return the matching passages.'),
  limit: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100, 'must be 100 or less')
    .default(20)
    .describe('Maximum number of reviews returned.'),
  cursor: Words.optional().describe('next_cursor of the previous page, to get the next one.'),
})
export type SearchArgs = z.infer<typeof SearchArgs>

/** What chooses reviews, whatever their order and how many are shown. */
export type ReviewFilter = Partial<Omit<SearchArgs, 'sort' | 'evidence' | 'limit' | 'cursor'>>

/** A search between these dates could never find anything; null if they are in order. */
export const periodProblem = ({ since, until }: Pick<SearchArgs, 'since' | 'until'>) =>
  since !== undefined && until !== undefined && since > until ? `must not be after until (${until})` : null

/** The parameter that names something of a kind. */
export const PARAMETER_OF = {
  technicians: 'mentions_technician',
  services: 'mentions_service',
  service_areas: 'mentions_service_area',
  aspects: 'aspect',
  topics: 'topic',
  problems: 'problem',
} as const satisfies Record<MentionKind, keyof SearchArgs>

/** What the texts must have been analyzed for; mentions of people, services and areas are known earlier. */
const FROM_INSIGHTS = [
  'aspect',
  'topic',
  'problem',
  'sentiment',
  'critical',
] as const satisfies (keyof SearchArgs)[]

export const needsInsights = (args: Pick<SearchArgs, (typeof FROM_INSIGHTS)[number]>) =>
  FROM_INSIGHTS.some(name => args[name] !== undefined)

export const Unrecognized = z
  .object({
    parameter: z.enum([...Object.values(PARAMETER_OF), 'language']),
    value: z.string().describe('As it was given.'),
    suggestions: z
      .array(z.string())
      .describe('At most five: similar names, else the most mentioned; the most frequent languages.'),
  })
  .meta({ id: 'Unrecognized', description: 'A name that is unknown, or that several share.' })
export type Unrecognized = z.infer<typeof Unrecognized>

export const Passage = z
  .object({
    kind: z.enum([...MentionKind.options, 'query', 'words']),
    id: z.string().describe('What is mentioned; for query and words, what was searched for.'),
    sentiment: Sentiment.nullable().describe('What it says about that; null if nothing.'),
    field: z
      .enum(['text', 'translation'])
      .describe("Which field of the review it is a passage of: its text, or the source's translation."),
    from: Count.describe('Where it begins there, in UTF-16 code units.'),
    to: Count.describe('Where it ends: the first code unit after it.'),
  })
  .meta({ id: 'Passage', description: 'A passage of a review that matches the search.' })
export type Passage = z.infer<typeof Passage>

/** The same for the list of reviews, which has numbered pages. */
export const ListArgs = SearchArgs.omit({ limit: true, cursor: true, evidence: true }).extend({
  page: z.int('must be a whole number').min(1, 'must be 1 or more').max(100_000).default(1),
})
export type ListArgs = z.infer<typeof ListArgs>

export const SinceArgs = z.object({ date: IsoDate.describe('Reviews on or after this date.') })
export type SinceArgs = z.infer<typeof SinceArgs>
