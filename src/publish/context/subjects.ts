/** Subjects: who and what the reviews mention, each with the counts, ratings over time and newest reviews that its page needs. */
import type { MonthCounts } from '../../insights/counts/month-counts.ts'
import { ratePeriods, type TalliedMonth } from '../../insights/counts/periods.ts'
import { findTrend, rateDated, trendMonths } from '../../insights/counts/rating-trend.ts'
import { type MentionGroup, mentionsIn, newestIn } from '../../insights/counts/review-groups.ts'
import type { BusinessFile } from '../../model/business.ts'
import type {
  AllInsights,
  AspectInsight,
  EntityInsight,
  TopicInsight,
} from '../../model/insights.ts'
import { distributionOf } from './aggregate-rating.ts'
import { chooseQuotes, type SubjectQuote } from './quotes.ts'

export const SUBJECT_KINDS = [
  'technicians',
  'services',
  'service_areas',
  'topics',
  'aspects',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** With the months it is based on: how many, the first and the last. */
export type KnownTrend = NonNullable<ReturnType<typeof trendOf>>

interface NamedSubject {
  id: string
  label: string
  /** A person's job in the business. */
  role: string | null
  /** null where no review mentions it. */
  insight: EntityInsight | TopicInsight | AspectInsight | null
  /** The words that a text may use for it. */
  spellings: string[]
}

export interface MentionedSubject extends NamedSubject, ReturnType<typeof gather> {
  kind: SubjectKind
}

/** A subject with what customers say about it. */
export interface Subject extends MentionedSubject {
  /** Best first on each side. */
  quotes: SubjectQuote[]
}

const NEWEST_COUNT = 10

/** Kind by kind, the most mentioned first, those of the roster that are never mentioned last. */
export function listSubjects(file: BusinessFile, insights: AllInsights, months: MonthCounts[]) {
  const mentions = mentionsIn(months)
  return SUBJECT_KINDS.flatMap(kind =>
    namesOf(kind, file, insights).map(named => ({
      kind,
      ...named,
      ...gather(mentions(kind, named.id)),
    })),
  )
}

/** Those of some kinds that reviews mention, kind by kind. */
export const mentionedOf = ({ subjects }: { subjects: Subject[] }, kinds: SubjectKind[]) =>
  kinds.flatMap(wanted => subjects.filter(({ kind, insight }) => kind === wanted && insight))

function namesOf(kind: SubjectKind, file: BusinessFile, insights: AllInsights): NamedSubject[] {
  switch (kind) {
    case 'aspects':
      return insights.aspects
        .filter(({ mention_count }) => mention_count > 0)
        .map(aspect => describeSubject(aspect, aspect))
    case 'topics':
      return insights.topics.map(topic => describeSubject(topic, topic, topic.keywords))
    case 'technicians':
      return byMentions(
        file.technicians.map(({ name, role, aliases }) => {
          const insight = find(insights.entities.technicians, name)
          return {
            ...describeSubject({ id: name, label: name }, insight, [name, ...aliases]),
            role,
          }
        }),
      )
    default:
      return byMentions(
        file[kind].map(named =>
          describeSubject(named, find(insights.entities[kind], named.id), [
            named.label,
            ...named.aliases,
          ]),
        ),
      )
  }
}

const describeSubject = (
  { id, label }: Pick<NamedSubject, 'id' | 'label'>,
  insight: NamedSubject['insight'],
  spellings: string[] = [],
): NamedSubject => ({ id, label, role: null, insight, spellings })

const find = (entities: EntityInsight[], id: string) => entities.find(one => one.id === id) ?? null

const byMentions = (named: NamedSubject[]) =>
  named.sort((a, b) => (b.insight?.mention_count ?? 0) - (a.insight?.mention_count ?? 0))

const gather = (group: MentionGroup) => ({
  distribution: distributionOf(group.tally.ratings),
  /** Ratings of the reviews that mention it. */
  overTime: ratePeriods(group.parts),
  trend: trendOf(group.parts),
  /** The ids of the newest reviews that mention it. */
  newest: newestIn(group, NEWEST_COUNT).map(review => review.id),
  chosenQuotes: chooseQuotes(group),
})

/** null where there are too few reviews for a trend. `months` come newest first. */
export function trendOf(months: TalliedMonth[]) {
  const dated = rateDated(months)
  const { direction, ...trend } = findTrend(dated)
  if (direction === 'insufficient_data') return null
  const counted = trendMonths(dated)
  const [first, last] = [counted[0]!.month, counted.at(-1)!.month]
  return { direction, ...trend, months: counted.length, first, last }
}
