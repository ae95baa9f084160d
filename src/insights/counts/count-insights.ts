/** Merges the counts of all months into what is published and what prose is written from. */
import type { EntityInsight, Insights } from '../../model/insights.ts'
import { WHOLE } from '../../model/taxonomy.ts'
import { findAspectChanges } from './aspect-changes.ts'
import { compare, type SearchUrlOf } from './evidence.ts'
import { tallyLastYear } from './last-year.ts'
import { countAspects, countEntities, fitsBusiness, mostMentionedFirst } from './mention-counts.ts'
import {
  addPair,
  comparePullQuotes,
  type MonthCounts,
  type MonthPart,
  type Pair,
  sumLanguages,
} from './month-counts.ts'
import { choosePeriod } from './periods.ts'
import { countMonths, findTrend, rateDated, trendMonths } from './rating-trend.ts'
import { mentionsIn, mergeRanked, type RatedGroup, type ReviewGroup, splitAt } from './review-groups.ts'
import { sumTallies } from './tally.ts'

/** Whatever reviews may mention. */
export interface Mentionable {
  business: { name: string; technicians: { name: string }[]; services: Named[]; service_areas: Named[] }
  aspects: (Named & { question?: string | undefined })[]
  problems: Named[]
  /** Aspects beyond the taxonomy. */
  discovered: Named[]
  searchUrl: SearchUrlOf
}

interface Named {
  id: string
  label: string
}

/**
 * Everything that the FAQ and the summary are written from: whoever reads it walks only the reviews it asks for, with the functions
 * of `review-groups.ts`.
 */
export type CountedInsights = ReturnType<typeof countInsights>

/** `months` come newest first. */
export function countInsights(
  { business, aspects, problems, discovered, searchUrl }: Mentionable,
  months: MonthCounts[],
) {
  const mentions = mentionsIn(months)
  const fitting = aspects.filter(({ id }) => id !== WHOLE && fitsBusiness(mentions('aspects', id)))
  const counted = countAspects(fitting, mentions, searchUrl)
  const ofBusiness = countAspects(discovered, mentions, searchUrl, 'discovered')
  const people = business.technicians.map(({ name }) => ({ id: name, label: name }))
  /** For a person, the services that the same reviews mention; for a service, the people. Most mentioned first. */
  const mentionedWith = (kind: 'technicians' | 'services', id: string) => countPairs(months, kind, id)
  const count = (kind: EntityKind, roster: Named[]) => countEntities(kind, roster, mentions, searchUrl)
  const dated = rateDated(months)
  const groupOf = (pick: (month: MonthCounts) => MonthPart): ReviewGroup => ({ parts: months.map(pick) })
  const all = { ...groupOf(month => month.all), tally: sumTallies(months.map(({ tally }) => tally)) }
  return {
    businessName: business.name,
    searchUrl,
    /** The aspects of the taxonomy, with what customers ask about them. */
    questions: aspects.filter(({ id }) => id !== WHOLE),
    aspects: [...counted, ...ofBusiness].sort(mostMentionedFirst),
    /** What prose praises or criticizes: aspects of the taxonomy, which has words for them. That customers recommend a business is no quality of it. */
    qualities: counted.filter(({ id }) => id !== RECOMMENDATION),
    technicians: count('technicians', people).map(person => ({
      ...person,
      with: nameOthers('services', business.services, mentionedWith('technicians', person.id), service =>
        searchUrl({ mentions_technician: person.id, mentions_service: service }),
      ),
    })),
    services: count('services', business.services).map(service => ({
      ...service,
      with: nameOthers('technicians', people, mentionedWith('services', service.id), person =>
        searchUrl({ mentions_service: service.id, mentions_technician: person }),
      ),
    })),
    problems: count('problems', problems).map(withNobody),
    service_areas: count('service_areas', business.service_areas).map(withNobody),
    monthly: countMonths(months, searchUrl),
    /** What to sum ratings up by. */
    period: choosePeriod(months),
    trend: findTrend(dated),
    trendMonths: trendMonths(dated),
    /** Aspects about which opinions have lately changed, as far as a test supports it; most certain first. */
    aspectChanges: months[0] ? findAspectChanges(fitting, mentions, months[0].month) : [],
    coverage: sumCoverage(months),
    languages: sumLanguages(months.flatMap(({ languages }) => languages)),
    all,
    critical: groupOf(month => month.critical),
    /** Reviews whose text is in a language that the analysis does not support. */
    unread: groupOf(month => month.unread),
    answered: groupOf(month => month.answered),
    ...splitByLastYear(all, months),
    mentions,
    mentionedWith,
    /** Reviews that say what something cost, newest first. */
    priced: () => months.flatMap(({ reviews, priced }) => priced.map(position => reviews[position]!)),
    /** Reviews with a sentence worth quoting for the whole business, best first. */
    pullQuotes: () => mergePullQuotes(months),
  }
}

const RECOMMENDATION = 'recommendation'

type EntityKind = 'technicians' | 'services' | 'problems' | 'service_areas'

const withNobody = <T>(entity: T) => ({ ...entity, with: [] })

/** Most mentioned first. */
function nameOthers(
  kind: 'technicians' | 'services',
  roster: Named[],
  others: { id: string; count: number }[],
  urlOf: (id: string) => string,
): EntityInsight['with'] {
  const labels = new Map(roster.map(({ id, label }) => [id, label]))
  return others.map(({ id, count }) => ({
    ...{ kind, id, label: labels.get(id)! },
    ...{ mention_count: count, search_url: urlOf(id) },
  }))
}

function sumCoverage(months: MonthCounts[]): Insights['coverage'] {
  const sum = { read: 0, without_text: 0, unknown_language: 0, corrections: 0 }
  for (const { coverage } of months)
    for (const field of ['read', 'without_text', 'unknown_language', 'corrections'] as const)
      sum[field] += coverage[field]
  return sum
}

function splitByLastYear(
  all: ReviewGroup,
  months: MonthCounts[],
): { recentSince: string | null; recent: RatedGroup; before: RatedGroup } {
  const { start, recent, before } = tallyLastYear(months)
  const groups = splitAt(all, start ?? '')
  return {
    recentSince: start,
    recent: { ...groups.since, tally: recent },
    before: { ...groups.before, tally: before },
  }
}

function countPairs(
  months: MonthCounts[],
  kind: 'technicians' | 'services',
  id: string,
): ({ id: string } & Pair)[] {
  const sums = new Map<string, Pair>()
  for (const { pairs } of months)
    for (const [person, services] of pairs)
      for (const [service, pair] of services) {
        const [one, other] = kind === 'technicians' ? [person, service] : [service, person]
        if (one === id) addPair(sums, other, pair)
      }
  return Array.from(sums, ([other, pair]) => ({ id: other, ...pair })).sort(
    (a, b) => b.count - a.count || compare(a.id, b.id),
  )
}

const mergePullQuotes = (months: MonthCounts[]) =>
  mergeRanked(
    months.map(({ reviews, pullQuotes }) => pullQuotes.values().map(position => reviews[position]!)),
    comparePullQuotes,
  )
