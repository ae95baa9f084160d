/** Subjects: who and what the reviews mention, each with the counts, months and newest reviews that its page needs. */
import { countMonth } from '../../insights/counts/month-counts.ts'
import { findTrend, trendMonths } from '../../insights/counts/rating-trend.ts'
import { createFindMentions, type MentionGroup, newestIn } from '../../insights/counts/review-groups.ts'
import { averageRating } from '../../insights/counts/tally.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { AspectInsight, EntityInsight, Insights, RatedMonth, Trend } from '../../model/insights.ts'
import type { AggregateRating } from '../../model/review.ts'
import { distributionOf } from './aggregate-rating.ts'
import type { MonthOfReadings } from './month-readings.ts'

export const SUBJECT_KINDS = ['technicians', 'services', 'service_areas', 'topics', 'aspects'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export interface KnownTrend extends Trend {
  /** How many months it is based on. */
  months: number
}

export interface MentionedSubject {
  kind: SubjectKind
  id: string
  label: string
  /** A person's job in the business. */
  role: string | null
  /** null where no review mentions it. */
  insight: EntityInsight | AspectInsight | null
  /** The words that a text may use for it. */
  spellings: string[]
  distribution: AggregateRating['distribution']
  /** Oldest first; only months in which it is mentioned. */
  monthly: RatedMonth[]
  /** null where there are too few reviews for a trend. */
  trend: KnownTrend | null
  /** The ids of the newest reviews that mention it. */
  newest: string[]
}

const NEWEST_COUNT = 10

/** Kind by kind, the most mentioned first, those never mentioned last. */
export function listSubjects(
  file: BusinessFile,
  insights: Omit<Insights, 'per_review'>,
  readings: MonthOfReadings[],
): MentionedSubject[] {
  const mentions = createFindMentions(readings.map(({ reviews }) => countMonth(reviews)))
  return SUBJECT_KINDS.flatMap(kind =>
    namesOf(kind, file, insights).map(named => ({ kind, ...named, ...gather(mentions(kind, named.id)) })),
  )
}

type Named = Pick<MentionedSubject, 'id' | 'label' | 'role' | 'insight' | 'spellings'>

function namesOf(kind: SubjectKind, file: BusinessFile, insights: Omit<Insights, 'per_review'>): Named[] {
  switch (kind) {
    case 'aspects':
      return insights.aspects.map(aspect => describeSubject(aspect.id, aspect.label, aspect))
    case 'topics':
      return insights.topics.map(topic => ({
        ...describeSubject(topic.id, topic.label, topic),
        spellings: topic.keywords,
      }))
    case 'technicians':
      return byMentions(
        file.technicians.map(person => ({
          ...describeSubject(person.name, person.name, find(insights.entities.technicians, person.name)),
          role: person.role,
          spellings: [person.name, ...person.aliases],
        })),
      )
    default:
      return byMentions(
        file[kind].map(({ id, label, aliases }) => ({
          ...describeSubject(id, label, find(insights.entities[kind], id)),
          spellings: [label, ...aliases],
        })),
      )
  }
}

const describeSubject = (id: string, label: string, insight: Named['insight']): Named => ({
  id,
  label,
  role: null,
  insight,
  spellings: [],
})

const find = (entities: EntityInsight[], id: string) => entities.find(one => one.id === id) ?? null

const byMentions = (named: Named[]) =>
  named.sort((a, b) => (b.insight?.mention_count ?? 0) - (a.insight?.mention_count ?? 0))

function gather(
  group: MentionGroup,
): Pick<MentionedSubject, 'distribution' | 'monthly' | 'trend' | 'newest'> {
  const monthly = group.parts
    .map(({ reviews, tally }) => ({
      month: reviews[0]!.date.slice(0, 7),
      review_count: tally.count,
      average_rating: averageRating(tally),
    }))
    .reverse()
  return {
    distribution: distributionOf(group.tally.ratings),
    monthly,
    trend: trendOf(monthly),
    newest: newestIn(group, NEWEST_COUNT).map(review => review.id),
  }
}

/** null where there are too few reviews for a trend. */
export function trendOf(monthly: RatedMonth[]): KnownTrend | null {
  const months = trendMonths(monthly).length
  return months > 0 ? { ...findTrend(monthly), months } : null
}
