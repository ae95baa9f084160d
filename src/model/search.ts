/** The search parameters: one definition for HTTP and MCP. */
import { z } from 'zod'
import { IsoDate, LanguageTag, Stars } from './scalars.ts'

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

export const SearchArgs = z.object({
  rating: Stars.optional().describe('Exact star rating.'),
  min_rating: z
    .number('must be a number')
    .min(1, 'must be 1 or more')
    .max(5, 'must be 5 or less')
    .optional()
    .describe('Minimum star rating, inclusive.'),
  since: IsoDate.optional().describe('Reviews on or after this date.'),
  until: IsoDate.optional().describe('Reviews on or before this date.'),
  query: Words.optional().describe('Substring search within the review text, case-insensitive.'),
  mentions_technician: Words.optional().describe('Only reviews mentioning the named technician.'),
  mentions_service: Words.optional().describe('Only reviews mentioning the given service, by id or label.'),
  mentions_service_area: Words.optional().describe(
    'Only reviews mentioning the given service area, by id or label.',
  ),
  has_reply: z.boolean('must be true or false').optional().describe('Whether the owner replied.'),
  language: WantedLanguage.optional().describe('Only reviews in this language; en finds en-GB too.'),
  source: Words.optional().describe('Only reviews from this source, such as google.'),
  sort: Sort.default('newest').describe('By date, or by stars and then newest first.'),
  limit: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100, 'must be 100 or less')
    .default(20)
    .describe('Maximum number of reviews returned.'),
  cursor: Words.optional().describe('next_cursor of the previous page, to get the next one.'),
})
export type SearchArgs = z.infer<typeof SearchArgs>

/** The same for the list of reviews, which has numbered pages. */
export const ListArgs = SearchArgs.omit({ limit: true, cursor: true }).extend({
  page: z.int('must be a whole number').min(1, 'must be 1 or more').max(100_000).default(1),
})
export type ListArgs = z.infer<typeof ListArgs>

export const SinceArgs = z.object({ date: IsoDate.describe('Reviews on or after this date.') })
export type SinceArgs = z.infer<typeof SinceArgs>
