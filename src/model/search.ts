/** What a reader may ask of the reviews: one definition for HTTP and MCP. */
import { z } from 'zod'
import { IsoDate, Stars } from './scalars.ts'

const Words = z
  .string()
  .min(1, 'must not be empty')
  .max(500, 'must have 500 characters at most')
  .refine(text => !text.includes('\0'), 'must not contain NUL')

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
  limit: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100, 'must be 100 or less')
    .default(20)
    .describe('Maximum number of reviews returned.'),
  cursor: Words.optional().describe('next_cursor of the answer before, for the hits that follow it.'),
})
export type SearchArgs = z.infer<typeof SearchArgs>

export const SinceArgs = z.object({ date: IsoDate.describe('Reviews on or after this date.') })
export type SinceArgs = z.infer<typeof SinceArgs>
