/** The search parameters: one definition for HTTP and MCP. */
import { z } from 'zod'
import type { Issue } from './error-body.ts'
import { FacetName, FILTER_SHAPE, PARAMETER_OF, Words } from './filters.ts'
import { MentionKind, Sentiment } from './insights.ts'
import { Count, IsoDate, named, object } from './scalars.ts'

export const Sort = z.enum(
  ['newest', 'oldest', 'highest', 'lowest', 'relevance'],
  'must be newest, oldest, highest, lowest or relevance',
)
export type Sort = z.infer<typeof Sort>

/** "rating,source" names two; null if one is unknown. */
export function facetNamesIn(text: string): FacetName[] | null {
  const names = z.array(FacetName).safeParse(text.split(',').map(name => name.trim()))
  return names.success ? [...new Set(names.data)] : null
}

export const SearchArgs = object('SearchArgs', {
  ...FILTER_SHAPE,
  sort: Sort.default('newest'),
  facets: z
    .string()
    .refine(text => facetNamesIn(text) !== null, `must be some of ${FacetName.options.join(', ')}`)
    .optional(),
  evidence: z.boolean('must be true or false').optional(),
  limit: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(100, 'must be 100 or less')
    .default(20),
  cursor: Words.optional(),
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
  return {
    path: ['sort'],
    code: 'invalid_value',
    message: 'can be relevance only together with words',
  }
}

/** For each facet, the largest option first. */
export const Facets = z.partialRecord(
  FacetName,
  z.array(
    object('Facets', {
      value: z.union([z.string(), z.int(), z.boolean()]),
      label: z.string(),
      matched: Count,
    }),
  ),
)
export type Facets = z.infer<typeof Facets>

export const Unrecognized = named('Unrecognized', {
  parameter: z.enum([...Object.values(PARAMETER_OF), 'language']),
  value: z.string(),
  suggestions: z.array(z.string()),
})
export type Unrecognized = z.infer<typeof Unrecognized>

export const Misspelled = named('Misspelled', { word: z.string(), read_as: z.array(z.string()) })
export type Misspelled = z.infer<typeof Misspelled>

export const Passage = named('Passage', {
  kind: z.enum([...MentionKind.options, 'query', 'words']),
  id: z.string(),
  sentiment: Sentiment.nullable(),
  field: z.enum(['text', 'translation', 'reply']),
  from: Count,
  to: Count,
})
export type Passage = z.infer<typeof Passage>

/** The same for all that a search finds, as a table. */
export const TableArgs = SearchArgs.omit({
  limit: true,
  cursor: true,
  evidence: true,
  facets: true,
})
export type TableArgs = z.infer<typeof TableArgs>
export const FeedArgs = TableArgs.extend({ cursor: SearchArgs.shape.cursor })

/** The same for the list of reviews, which has numbered pages. Where nothing is relevant, the newest come first. */
export const ListArgs = TableArgs.extend({
  sort: Sort.default('relevance'),
  page: z.int('must be a whole number').min(1, 'must be 1 or more').max(100_000).default(1),
})
export type ListArgs = z.infer<typeof ListArgs>

/** Only words can be relevant. */
export const usualOrder = ({ words }: { words?: string | undefined }): Sort =>
  words === undefined ? 'newest' : 'relevance'

export const SinceArgs = object('SinceArgs', { date: IsoDate })
