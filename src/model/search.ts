/** The search parameters: one definition for HTTP and MCP. */
import { z } from 'zod'
import type { Issue } from './error.ts'
import { MentionKind, Sentiment } from './insights.ts'
import { VerificationLevel } from './review.ts'
import { Count, IsoDate, LanguageTag, Stars } from './scalars.ts'

const Words = z
  .string()
  .min(1, 'must not be empty')
  .max(500, 'must have 500 characters at most')
  .refine(text => !text.includes('\0'), 'must not contain NUL')

export const Sort = z.enum(
  ['newest', 'oldest', 'highest', 'lowest', 'relevance'],
  'must be newest, oldest, highest, lowest or relevance',
)
export type Sort = z.infer<typeof Sort>

/** Case-insensitive. A refinement, not a pattern: MCP shows this schema, and it should stay simple. */
const WantedLanguage = z
  .string()
  .refine(
    tag => LanguageTag.safeParse(tag.toLowerCase()).success,
    'must be a language tag such as en or pt-BR',
  )

/** Filters whose options can be counted. */
export const FacetName = z.enum([
  ...['rating', 'source', 'language', 'verification', 'has_reply', 'edited', 'critical', 'sentiment'],
  ...['mentions_technician', 'mentions_service', 'mentions_service_area', 'aspect', 'topic', 'problem'],
] as const)
export type FacetName = z.infer<typeof FacetName>

/** "rating,source" names two; null if one is unknown. */
export function facetNamesIn(text: string): FacetName[] | null {
  const names = z.array(FacetName).safeParse(text.split(',').map(name => name.trim()))
  return names.success ? [...new Set(names.data)] : null
}

const StarLimit = z.number('must be a number').min(1, 'must be 1 or more').max(5, 'must be 5 or less')

export const SearchArgs = z.object({
  rating: Stars.optional().describe('Exact star rating.'),
  min_rating: StarLimit.optional().describe('Minimum star rating, inclusive.'),
  max_rating: StarLimit.optional().describe('Maximum star rating, inclusive.'),
  since: IsoDate.optional().describe('Reviews on or after this date.'),
  until: IsoDate.optional().describe('Reviews on or before this date.'),
  query: Words.optional().describe('Substring of the text or its translation, case-insensitive.'),
  words: Words.refine(text => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit')
    .optional()
    .describe('Words in any order and form: no-show finds "no shows", kid finds "son".'),
  search_replies: z.boolean('must be true or false').optional().describe('Look for `words` in replies too.'),
  mentions_technician: Words.optional().describe('Only reviews mentioning this technician.'),
  mentions_service: Words.optional().describe('Only reviews mentioning this service.'),
  mentions_service_area: Words.optional().describe('Only reviews mentioning this service area.'),
  aspect: Words.optional().describe('Only reviews mentioning this aspect.'),
  topic: Words.optional().describe('Only reviews mentioning this topic.'),
  problem: Words.optional().describe('Only reviews mentioning this problem.'),
  sentiment: z
    .enum(Sentiment.options, 'must be positive, neutral or negative')
    .optional()
    .describe('About the aspect, else technician, service, area or problem; else of the whole review.'),
  critical: z
    .boolean('must be true or false')
    .optional()
    .describe('One or two stars, or criticism in the text.'),
  has_reply: z.boolean('must be true or false').optional().describe('Whether the owner replied.'),
  edited: z
    .boolean('must be true or false')
    .optional()
    .describe('Changed since it was published, apart from the reply.'),
  verification: z
    .enum(VerificationLevel.options, `must be ${VerificationLevel.options.join(', ')}`)
    .optional()
    .describe('How it was tied to a customer.'),
  language: WantedLanguage.optional().describe('en finds en-GB too, und those whose language is not known.'),
  source: Words.optional().describe('Only reviews from this source, such as google.'),
  sort: Sort.default('newest').describe('relevance: only with `words`, most of which are enough then.'),
  facets: z
    .string()
    .refine(text => facetNamesIn(text) !== null, `must be some of ${FacetName.options.join(', ')}`)
    .optional()
    .describe('Also count the options of these filters, such as rating,source.'),
  evidence: z.boolean('must be true or false').optional().describe('Return the matching passages.'),
  limit: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100, 'must be 100 or less')
    .default(20)
    .describe('Maximum number of reviews returned.'),
  cursor: Words.optional().describe('next_cursor of the previous page.'),
})
export type SearchArgs = z.infer<typeof SearchArgs>

/** What chooses reviews, whatever their order and how many are shown. */
export type ReviewFilter = Partial<Omit<SearchArgs, 'sort' | 'evidence' | 'limit' | 'cursor'>>

type Combined = Pick<SearchArgs, 'since' | 'until' | 'words'> & { sort?: string }

/** What makes no sense together: dates that could never find anything, or relevance to nothing; null if all is well. */
export function conflictIn({ since, until, sort, words }: Combined): Issue | null {
  if (since !== undefined && until !== undefined && since > until)
    return { path: ['since'], code: 'invalid_value', message: `must not be after until (${until})` }
  if (sort !== 'relevance' || words !== undefined) return null
  return { path: ['sort'], code: 'invalid_value', message: 'can be relevance only together with words' }
}

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

export const needsInsights = (args: Partial<Pick<SearchArgs, (typeof FROM_INSIGHTS)[number] | 'facets'>>) =>
  FROM_INSIGHTS.some(name => args[name] !== undefined || facetNamesIn(args.facets ?? '')?.includes(name))

/** For each facet, the largest option first. */
export const Facets = z.partialRecord(
  FacetName,
  z.array(
    z.object({
      value: z.union([z.string(), z.int(), z.boolean()]).describe('For the parameter.'),
      label: z.string().describe('For people.'),
      matched: Count.describe('What the search finds with this value in place of the one it has.'),
    }),
  ),
)
export type Facets = z.infer<typeof Facets>

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

export const Misspelled = z
  .object({ word: z.string(), read_as: z.array(z.string()) })
  .meta({ id: 'Misspelled', description: 'A word that no review has, and what was searched for instead.' })
export type Misspelled = z.infer<typeof Misspelled>

export const Passage = z
  .object({
    kind: z.enum([...MentionKind.options, 'query', 'words']),
    id: z.string().describe('What is mentioned; for query and words, what was searched for.'),
    sentiment: Sentiment.nullable().describe('What it says about that; null if nothing.'),
    field: z
      .enum(['text', 'translation', 'reply'])
      .describe(
        "Which field of the review it is a passage of: its text, the source's translation, or the owner's reply.",
      ),
    from: Count.describe('Where it begins there, in UTF-16 code units.'),
    to: Count.describe('Where it ends: the first code unit after it.'),
  })
  .meta({ id: 'Passage', description: 'A passage of a review that matches the search.' })
export type Passage = z.infer<typeof Passage>

/** The same for the list of reviews, which has numbered pages. */
export const ListArgs = SearchArgs.omit({ limit: true, cursor: true, evidence: true, facets: true }).extend({
  page: z.int('must be a whole number').min(1, 'must be 1 or more').max(100_000).default(1),
})
export type ListArgs = z.infer<typeof ListArgs>

export const SinceArgs = z.object({ date: IsoDate.describe('Reviews on or after this date.') })
export type SinceArgs = z.infer<typeof SinceArgs>
