/** Merges the counts of all months into what is published and what prose is written from. */
import { WHOLE } from '../../model/business.ts'
import { PARAMETER_OF } from '../../model/filters.ts'
import type { EntityInsight, HowRead } from '../../model/insights.ts'
import { findAspectChanges } from './aspect-changes.ts'
import { compare, type SearchUrlOf } from './evidence.ts'
import {
  countAspects,
  countEntities,
  fitsBusiness,
  mostMentionedFirst,
  type Named,
} from './mention-counts.ts'
import {
  addPair,
  comparePullQuotes,
  type MonthCounts,
  type MonthPart,
  type Pair,
  sumLanguages,
  tallyReviews,
} from './month-counts.ts'
import { choosePeriod } from './periods.ts'
import { countMonths, findTrend, rateDated, trendMonths } from './rating-trend.ts'
import {
  accusedPeople,
  mayPraise,
  mentionsIn,
  mergeRanked,
  type ReviewGroup,
  splitAt,
} from './review-groups.ts'
import { emptyTally, sumTallies, type Tally } from './tally.ts'

/** Found in reviews, but nothing that a business has: an opinion about it as a whole, and whether customers recommend it. */
export const NO_QUALITIES = [WHOLE, 'recommendation']

/** Whatever reviews may mention. */
export interface Mentionable {
  business: {
    name: string
    technicians: { name: string }[]
    services: Named[]
    service_areas: Named[]
  }
  aspects: (Named & { question?: string | undefined })[]
  problems: Named[]
  /** Aspects beyond the taxonomy. */
  discovered: Named[]
  searchUrl: SearchUrlOf
}

/** Everything that the FAQ and the summary are written from: whoever reads it walks only the reviews it asks for, with the functions of `review-groups.ts`. */
export type CountedInsights = ReturnType<typeof countInsights>

/** `months` come newest first. */
export function countInsights(mentionable: Mentionable, months: MonthCounts[]) {
  const { business, aspects, problems, discovered, searchUrl } = mentionable
  const mentions = mentionsIn(months)
  const accused = accusedPeople(months)
  const { coverage, languages } = measureCoverage(months)
  const qualities = aspects.filter(({ id }) => !NO_QUALITIES.includes(id))
  const fitting = qualities.filter(({ id }) => fitsBusiness(mentions('aspects', id), coverage.read))
  const counted = countAspects(fitting, mentions, searchUrl)
  const ofBusiness = countAspects(discovered, mentions, searchUrl, 'discovered')
  const people = business.technicians.map(({ name }) => ({ id: name, label: name }))
  /** For a person, the services that the same reviews mention; for a service, the people. Most mentioned first. */
  const mentionedWith = (kind: PairedKind, id: string) => countPairs(months, kind, id)
  const count = (kind: EntityKind, roster: Named[]) =>
    countEntities(kind, roster, mentions, searchUrl)
  const rosters = { technicians: people, services: business.services }
  const countWith = (kind: PairedKind, other: PairedKind): EntityInsight[] =>
    count(kind, rosters[kind]).map(entity => ({
      ...entity,
      with: mentionedWith(kind, entity.id).map(({ id, count: both }) => ({
        kind: other,
        id,
        label: rosters[other].find(one => one.id === id)!.label,
        mention_count: both,
        search_url: searchUrl({ [PARAMETER_OF[kind]]: entity.id, [PARAMETER_OF[other]]: id }),
      })),
    }))
  const technicians = countWith('technicians', 'services')
  const dated = rateDated(months)
  const groupOf = (pick: (month: MonthCounts) => MonthPart): ReviewGroup => ({
    parts: months.map(pick),
  })
  const all = {
    ...groupOf(month => month.all),
    tally: sumTallies(months.map(({ tally }) => tally)),
  }
  return {
    businessName: business.name,
    searchUrl,
    /** The aspects of the taxonomy, with what customers ask about them. */
    questions: qualities,
    aspects: [...counted, ...ofBusiness].sort(mostMentionedFirst),
    qualities: counted,
    technicians,
    /** The people among them who may be recommended. */
    recommendable: technicians.filter(({ id }) => !accused.has(id)),
    services: countWith('services', 'technicians'),
    problems: count('problems', problems).map(withNobody),
    service_areas: count('service_areas', business.service_areas).map(withNobody),
    monthly: countMonths(months, searchUrl),
    /** What to sum ratings up by. */
    period: choosePeriod(months),
    trend: findTrend(dated),
    trendMonths: trendMonths(dated),
    /** Aspects about which opinions have lately changed, as far as a test supports it; most certain first. */
    aspectChanges: months[0] ? findAspectChanges(fitting, mentions, months[0].month) : [],
    ...{ coverage, languages },
    all,
    critical: groupOf(month => month.critical),
    /** Reviews whose text is in a language that the analysis does not support. */
    unread: groupOf(month => month.unread),
    answered: groupOf(month => month.answered),
    ...splitByLastYear(all, months),
    mentions,
    mentionedWith,
    /** Reviews that say what something cost, newest first. */
    priced: () => months.flatMap(({ priced }) => priced),
    /** Reviews with a sentence worth quoting for the whole business, best first. */
    pullQuotes: () => {
      const lists = months.map(({ pullQuotes }) => pullQuotes.values())
      return mergeRanked(lists, comparePullQuotes).filter(review =>
        mayPraise(review, review.quote!.text, accused),
      )
    },
  }
}

type PairedKind = 'technicians' | 'services'
type EntityKind = PairedKind | 'problems' | 'service_areas'

const withNobody = <T>(entity: T) => ({ ...entity, with: [] })

function measureCoverage(months: MonthCounts[]) {
  const counts = sumLanguages(months.flatMap(({ languages }) => languages))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const count = (...ways: HowRead[]) =>
    sum(counts.map(({ read, review_count }) => (ways.includes(read) ? review_count : 0)))
  return {
    coverage: {
      read: count('native', 'translation'),
      without_text: count('no_text'),
      unknown_language: count('no'),
      corrections: sum(months.map(({ corrections }) => corrections)),
    },
    /** Of the reviews with a text. */
    languages: counts.flatMap(({ read, ...one }) => (read === 'no_text' ? [] : [{ ...one, read }])),
  }
}

function splitByLastYear(all: ReviewGroup, months: MonthCounts[]) {
  const { start, end, recent, before } = tallyLastYear(months)
  const groups = splitAt(all, start ?? '')
  return {
    recentSince: start,
    recentUntil: end,
    recent: { ...groups.since, tally: recent },
    before: { ...groups.before, tally: before },
  }
}

function countPairs(months: MonthCounts[], kind: PairedKind, id: string) {
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

const DAYS = 365
const DAY_MS = 86_400_000

/** The first of these days. */
const lastYearStart = (newest: string) =>
  new Date(Date.parse(newest) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)

/**
 * The last twelve months, everywhere: the 365 days up to and including the date of the newest review; and everything before. `months` come newest first,
 * and `start` and `end`, a month, are null without any.
 */
export function tallyLastYear(months: MonthCounts[]) {
  const newest = months[0]?.reviews[0]?.date
  const start = newest === undefined ? null : lastYearStart(newest)
  const isRecent = (date: string) => date >= start!
  const [recent, before] = [
    tallyDates(months, isRecent),
    tallyDates(months, date => !isRecent(date)),
  ]
  return { start, end: newest?.slice(0, 7) ?? null, recent, before }
}

/** Walks only the month that is on both sides. */
const tallyDates = (months: MonthCounts[], isWanted: (date: string) => boolean): Tally =>
  sumTallies(
    months.map(({ reviews, tally }) => {
      const isNewestWanted = isWanted(reviews[0]!.date)
      if (isNewestWanted !== isWanted(reviews.at(-1)!.date))
        return tallyReviews(reviews.filter(({ date }) => isWanted(date)))
      return isNewestWanted ? tally : emptyTally()
    }),
  )
