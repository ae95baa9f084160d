/** Subjects: who and what the reviews mention, each with the counts, months and newest reviews that its page needs. */
import { findTrend, trendMonths } from '../../insights/counts/rating-trend.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { AspectInsight, EntityInsight, Insights, RatedMonth, Trend } from '../../model/insights.ts'
import type { AggregateRating } from '../../model/review.ts'
import type { ListedReview } from '../pieces/prepare-review.ts'
import { mean } from './aggregate-rating.ts'
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
  const months = readings.map(countMentions)
  return SUBJECT_KINDS.flatMap(kind =>
    namesOf(kind, file, insights).map(named => ({ kind, ...named, ...gather(months, kind, named.id) })),
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

/** One month's mentions of a subject: the stars of those reviews, and the newest ids. */
interface Mentioned {
  distribution: AggregateRating['distribution']
  ids: string[]
}

interface Mentions {
  month: string
  /** By kind and id. */
  subjects: Map<string, Mentioned>
}

const counted = new WeakMap<MonthOfReadings, Mentions>()

/** An unchanged month is counted only once. */
function countMentions(month: MonthOfReadings): Mentions {
  const known = counted.get(month)
  if (known) return known
  const subjects = new Map<string, Mentioned>()
  for (const review of month.reviews)
    for (const key of keysOf(review)) {
      const seen = subjects.get(key) ?? { distribution: noStars(), ids: [] }
      subjects.set(key, seen)
      seen.distribution[review.rating as 1 | 2 | 3 | 4 | 5]++
      if (seen.ids.length < NEWEST_COUNT) seen.ids.push(review.id)
    }
  const mentions = { month: month.reviews[0]!.date.slice(0, 7), subjects }
  counted.set(month, mentions)
  return mentions
}

function keysOf({ insight }: ListedReview): Iterable<string> {
  const keys = SUBJECT_KINDS.flatMap(kind =>
    insight[kind].map(one => keyOf(kind, typeof one === 'string' ? one : one.id)),
  )
  return new Set(keys)
}

const keyOf = (kind: SubjectKind, id: string) => `${kind} ${id}`
const noStars = () => ({ 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 })

/** `months` come newest first. */
function gather(
  months: Mentions[],
  kind: SubjectKind,
  id: string,
): Pick<MentionedSubject, 'distribution' | 'monthly' | 'trend' | 'newest'> {
  const distribution = noStars()
  const monthly: RatedMonth[] = []
  const newest: string[] = []
  for (const { month, subjects } of months) {
    const seen = subjects.get(keyOf(kind, id))
    if (!seen) continue
    for (const stars of STARS) distribution[stars] += seen.distribution[stars]
    monthly.unshift({ month, ...measure(seen.distribution) })
    newest.push(...seen.ids.slice(0, NEWEST_COUNT - newest.length))
  }
  return { distribution, monthly, trend: trendOf(monthly), newest }
}

/** null where there are too few reviews for a trend. */
export function trendOf(monthly: RatedMonth[]): KnownTrend | null {
  const months = trendMonths(monthly).length
  return months > 0 ? { ...findTrend(monthly), months } : null
}

const STARS = [5, 4, 3, 2, 1] as const

function measure(distribution: AggregateRating['distribution']) {
  const review_count = STARS.reduce((sum, stars) => sum + distribution[stars], 0)
  const total = STARS.reduce((sum, stars) => sum + stars * distribution[stars], 0)
  return { review_count, average_rating: mean(total, review_count) }
}
