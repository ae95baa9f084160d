/** Counts of reviews in groups: the arguments and the response, for HTTP and MCP alike. */
import { z } from 'zod'
import { Count, ServiceUrl } from './scalars.ts'
import { SearchArgs, Unrecognized } from './search.ts'

export const GroupName = z.enum([
  'year',
  'quarter',
  'month',
  'stars',
  'source',
  'language',
  'technician',
  'service',
  'service_area',
  'aspect',
  'topic',
  'has_reply',
  'verification',
])
export type GroupName = z.infer<typeof GroupName>

/** "technician,year" names two; null if the text names none, too many, or one twice. */
export function groupNamesIn(text: string, most: number): GroupName[] | null {
  const names = text.split(',').map(name => GroupName.safeParse(name.trim()).data)
  const known = names.filter(name => name !== undefined)
  return known.length === names.length && names.length <= most && new Set(names).size === names.length
    ? known
    : null
}

const MOST_NAMES = 2
const ALL_NAMES = GroupName.options.join(', ')

export const StatsArgs = SearchArgs.omit({
  sort: true,
  limit: true,
  cursor: true,
  evidence: true,
  facets: true,
}).extend({
  group_by: z
    .string()
    .refine(
      text => groupNamesIn(text, MOST_NAMES) !== null,
      `must be one of ${ALL_NAMES}, or two with a comma between`,
    )
    .describe(`One of ${ALL_NAMES}; or two, such as technician,year.`),
  sort: z
    .enum(['key', '-review_count'], 'must be key or -review_count')
    .default('key')
    .describe('By key, or the largest group first.'),
})
export type StatsArgs = z.infer<typeof StatsArgs>

const Average = z.number().min(1).max(5).nullable()

const GroupOfReviews = z
  .object({
    key: z
      .partialRecord(GroupName, z.union([z.string(), z.int(), z.boolean(), z.null()]))
      .describe('By the names in group_by. null: the language is not known.'),
    label: z.string().describe('The key, for people.'),
    review_count: Count,
    average_rating: Average,
    critical_count: Count.describe('With one or two stars, or with criticism in the text.'),
    replied_count: Count.describe('With a reply from the business.'),
    critical_replied_count: Count.describe('Critical, and with a reply.'),
    median_reply_days: z
      .number()
      .min(0)
      .nullable()
      .describe('From review to reply; null if no reply has an exact date.'),
    search_url: ServiceUrl.describe('The search that finds exactly these reviews.'),
  })
  .meta({ id: 'GroupOfReviews' })
export type GroupOfReviews = z.infer<typeof GroupOfReviews>

export const ReviewStats = z
  .object({
    matched: Count.describe('All matching reviews. One that mentions two people is in both of their groups.'),
    average_rating: Average,
    groups: z.array(GroupOfReviews).describe('Without empty ones.'),
    unrecognized: z
      .array(Unrecognized)
      .optional()
      .describe('Only if a name is unknown. Then nothing matches.'),
  })
  .meta({ id: 'ReviewStats' })
export type ReviewStats = z.infer<typeof ReviewStats>

export const MOST_GROUPS = 1000
export const TOO_MANY_GROUPS = `makes more than ${MOST_GROUPS} groups; choose coarser ones, or add filters`
