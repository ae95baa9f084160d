/**
 * The table of filters: everything that chooses reviews. Arguments of HTTP, MCP and the command line, facets, groups of
 * statistics and the parameters in the documents follow from its rows.
 */
import { z } from 'zod'
import { foldCase } from './case-folding.ts'
import { HowRead, type MentionKind, Sentiment } from './insights.ts'
import { VerificationLevel } from './review.ts'
import { IsoDate, LanguageTag, Stars } from './scalars.ts'

export type ColumnValue = string | number | boolean | null

interface Filter {
  schema: z.ZodType
  description: string
  /** Decides by one column, by default whether the values are equal. */
  column?: string
  matches?(value: ColumnValue, wanted: unknown): boolean
  /** Names something that reviews mention. */
  names?: MentionKind
  /** Its options can be counted. */
  facet?: true
  /** Reviews can be grouped by it, under this name. */
  group?: string
}

const Flag = z.boolean('must be true or false')
const StarLimit = z
  .number('must be a number')
  .min(1, 'must be 1 or more')
  .max(5, 'must be 5 or less')

export const Words = z
  .string()
  .min(1, 'must not be empty')
  .max(500, 'must have 500 characters at most')
  .refine(text => !text.includes('\0'), 'must not contain NUL')

/** Case-insensitive. A refinement, not a pattern: MCP shows this schema, and it should stay simple. */
const WantedLanguage = z
  .string()
  .refine(
    tag => LanguageTag.safeParse(tag.toLowerCase()).success,
    'must be a language tag such as en or pt-BR',
  )

/** Undetermined (BCP 47): what finds the reviews whose language is not known. */
export const UNKNOWN_LANGUAGE = 'und'

/** The ranges that match a tag, in lowercase: en-gb and en match en-GB (RFC 4647 §3.3.1). */
export function languageRanges(tag: string | null): string[] {
  if (tag === null) return [UNKNOWN_LANGUAGE]
  const parts = foldCase(tag).split('-')
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'))
}

export const FILTERS = {
  rating: {
    schema: Stars,
    description: 'Exact star rating.',
    column: 'stars',
    facet: true,
    group: 'stars',
  },
  min_rating: {
    schema: StarLimit,
    description: 'Minimum stars.',
    column: 'stars',
    matches: (stars, least) => Number(stars) >= Number(least),
  },
  max_rating: {
    schema: StarLimit,
    description: 'Maximum stars.',
    column: 'stars',
    matches: (stars, most) => Number(stars) <= Number(most),
  },
  since: { schema: IsoDate, description: 'On or after this date.' },
  until: { schema: IsoDate, description: 'On or before this date.' },
  query: { schema: Words, description: 'Substring of text or translation, in any case.' },
  words: {
    schema: Words.refine(text => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit'),
    description: 'Words in any order and form: no-show finds "no shows", kid finds "son".',
  },
  search_replies: { schema: Flag, description: '`words` in replies too.' },
  mentions_technician: {
    schema: Words,
    description: 'Mentioning this technician.',
    names: 'technicians',
    facet: true,
    group: 'technician',
  },
  mentions_service: {
    schema: Words,
    description: 'Mentioning this service.',
    names: 'services',
    facet: true,
    group: 'service',
  },
  mentions_service_area: {
    schema: Words,
    description: 'Mentioning this area.',
    names: 'service_areas',
    facet: true,
    group: 'service_area',
  },
  aspect: {
    schema: Words,
    description: 'Mentioning this aspect.',
    names: 'aspects',
    facet: true,
    group: 'aspect',
  },
  topic: {
    schema: Words,
    description: 'Mentioning this topic.',
    names: 'topics',
    facet: true,
    group: 'topic',
  },
  problem: {
    schema: Words,
    description: 'Mentioning this problem.',
    names: 'problems',
    facet: true,
  },
  sentiment: {
    schema: z.enum(Sentiment.options, 'must be positive, neutral or negative'),
    description:
      'About the aspect, else technician, service, area or problem; else of the whole review.',
    facet: true,
  },
  critical: {
    schema: Flag,
    description: '1–2 stars, or criticism in the text.',
    column: 'critical',
    facet: true,
  },
  has_reply: {
    schema: Flag,
    description: 'Whether the owner replied.',
    column: 'hasReply',
    facet: true,
    group: 'has_reply',
  },
  has_photos: { schema: Flag, description: 'With photos.', column: 'hasPhotos' },
  edited: {
    schema: Flag,
    description: 'Changed since published, apart from the reply.',
    column: 'edited',
    facet: true,
  },
  incentive: { schema: Flag, description: 'Rewarded.', column: 'incentive' },
  verification: {
    schema: z.enum(VerificationLevel.options, `must be ${VerificationLevel.options.join(', ')}`),
    description: 'What the business says.',
    column: 'level',
    facet: true,
    group: 'verification',
  },
  language: {
    schema: WantedLanguage,
    description: 'en finds en-GB too, und unknown ones.',
    column: 'language',
    matches: (tag, wanted) =>
      languageRanges(tag as string | null).includes(foldCase(String(wanted))),
    facet: true,
    group: 'language',
  },
  read: {
    schema: z.enum(HowRead.options, `must be ${HowRead.options.join(', ')}`),
    description:
      "How the engine read the text: in its own language, in the source's translation, not at all because it does not know the language, or without a text.",
    column: 'read',
  },
  source: {
    schema: Words,
    description: 'Such as google.',
    column: 'source',
    matches: (source, wanted) => source === foldCase(String(wanted)),
    facet: true,
    group: 'source',
  },
} as const satisfies Record<string, Filter>

type Filters = typeof FILTERS
export type FilterName = keyof Filters

type ColumnOf<Row> = Row extends { column: infer Column } ? Column : never
/** What filters decide by: one value of each review, which `publish/months/columns.ts` reads. */
export type ColumnName = ColumnOf<Filters[FilterName]>

/** Names of rows that have a property. */
type NamesWith<Property extends keyof Filter> = {
  [Name in FilterName]: Filters[Name] extends Record<Property, unknown> ? Name : never
}[FilterName]

const rows = Object.entries(FILTERS) as [FilterName, Filter][]
const namesWith = <Property extends keyof Filter>(property: Property) =>
  rows.filter(([, row]) => property in row).map(([name]) => name) as NamesWith<Property>[]

export const rowOf = (name: FilterName): Filter & { column?: ColumnName } => FILTERS[name]

/** Each filter as an argument that may be left out. */
export const FILTER_SHAPE = Object.fromEntries(
  rows.map(([name, { schema, description }]) => [name, schema.optional().describe(description)]),
) as { [Name in FilterName]: z.ZodOptional<Filters[Name]['schema']> }

/** Filters that decide by a column. */
export const COLUMN_FILTERS = namesWith('column')

/** Filters whose options can be counted. */
export const FacetName = z.enum(namesWith('facet'))
export type FacetName = z.infer<typeof FacetName>

/** The filter that names something of a kind. */
export const PARAMETER_OF = Object.fromEntries(
  namesWith('names').map(name => [FILTERS[name].names, name]),
) as { [Name in NamesWith<'names'> as Filters[Name]['names']]: Name }

/** What reviews judge by itself, in the order in which a search for a sentiment takes it to be about them. */
export const JUDGED_KINDS = [
  'aspects',
  'technicians',
  'services',
  'service_areas',
  'problems',
] as const

export const PERIODS = ['year', 'quarter', 'month'] as const
type GroupOf<Row> = Row extends { group: infer Group } ? Group : never

/** What reviews can be grouped by. */
export const GroupName = z.enum([
  ...PERIODS,
  ...namesWith('group').map(name => FILTERS[name].group),
] as ((typeof PERIODS)[number] | GroupOf<Filters[FilterName]>)[])
export type GroupName = z.infer<typeof GroupName>

/** The filter whose options are the groups. */
export const filterOfGroup = (group: Exclude<GroupName, (typeof PERIODS)[number]>) =>
  namesWith('group').find(name => FILTERS[name].group === group)!
