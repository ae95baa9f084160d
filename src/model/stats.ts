/** Counts of reviews in groups: the arguments and the response, for HTTP and MCP alike. */
import { z } from 'zod'
import { GroupName } from './filters.ts'
import { Count, described, named, ServiceUrl } from './scalars.ts'
import { TableArgs, Unrecognized } from './search.ts'

/** "technician,year" names two; null if the text names none, too many, or one twice. */
export function groupNamesIn(text: string, most: number): GroupName[] | null {
  const names = text.split(',').map(name => GroupName.safeParse(name.trim()).data)
  const known = names.filter(name => name !== undefined)
  return known.length === names.length &&
    names.length <= most &&
    new Set(names).size === names.length
    ? known
    : null
}

const MOST_NAMES = 2
const ALL_NAMES = GroupName.options.join(', ')

export const StatsArgs = TableArgs.omit({ sort: true }).extend(
  described('StatsArgs', {
    group_by: z
      .string()
      .refine(
        text => groupNamesIn(text, MOST_NAMES) !== null,
        `must be one of ${ALL_NAMES}, or two with a comma between`,
      )
      .describe(`One of ${ALL_NAMES}; or two, such as technician,year.`),
    sort: z.enum(['key', '-review_count'], 'must be key or -review_count').default('key'),
  }),
)
export type StatsArgs = z.infer<typeof StatsArgs>

const Average = z.number().min(1).max(5).nullable()

const GroupOfReviews = named('GroupOfReviews', {
  key: z.partialRecord(GroupName, z.union([z.string(), z.int(), z.boolean(), z.null()])),
  label: z.string(),
  review_count: Count,
  average_rating: Average,
  critical_count: Count,
  replied_count: Count,
  critical_replied_count: Count,
  median_reply_days: z.number().min(0).nullable(),
  search_url: ServiceUrl,
})
export type GroupOfReviews = z.infer<typeof GroupOfReviews>

export const ReviewStats = named('ReviewStats', {
  matched: Count,
  average_rating: Average,
  groups: z.array(GroupOfReviews),
  unrecognized: z.array(Unrecognized).optional(),
})
export type ReviewStats = z.infer<typeof ReviewStats>

export const MOST_GROUPS = 1000
export const TOO_MANY_GROUPS = `makes more than ${MOST_GROUPS} groups; choose coarser ones, or add filters`
