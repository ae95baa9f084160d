/** Aspects about which customers have become more or less positive lately, as far as a test supports it. */
import type { PeriodUnit } from '../../model/insights.ts'
import type { Named } from './mention-counts.ts'
import {
  choosePeriod,
  MONTHS_IN,
  monthNumber,
  periodName,
  periodNumber,
  periodStart,
  type TalliedMonth,
} from './periods.ts'
import type { FindMentions } from './review-groups.ts'

export type AspectChange = ReturnType<typeof findAspectChanges>[number]

/** How many months up to the newest review are looked at. */
const MONTHS_COMPARED = 36
/** A change began within this many months, and at least as many months ago. */
const LONGEST_AGO = 24
const SHORTEST_AGO = 3
/** How many reviews judge the aspect on either side. */
const ENOUGH_OPINIONS = 10
/** The probability that even one of all changes reported together is due to chance. */
const SIGNIFICANT = 0.01
/** How far the shares of positive opinions differ at least. */
const NOTICEABLE_SHARE = 0.1

/**
 * Each aspect's opinions are split at every possible month, or quarter or year if few mention it, and both sides compared
 * with Fisher's exact test. The best split counts, its p multiplied by the number of splits (Bonferroni) and adjusted for
 * the number of aspects (Holm). Most certain first; `newest` is the newest month of all reviews.
 */
export function findAspectChanges(aspects: Named[], mentions: FindMentions, newest: string) {
  const tested = aspects.flatMap(({ id, label }) => {
    const { parts } = mentions('aspects', id)
    const unit = choosePeriod(parts)
    const best = bestSplit(sumPeriods(parts, newest, unit), newest, unit)
    return best ? [{ id, label, ...best }] : []
  })
  return adjustForMany(tested)
    .filter(({ p, isLasting, ...change }) => p < SIGNIFICANT && isLasting && isNoticeable(change))
    .map(({ isLasting: _, ...change }) => change)
}

type Direction = 'improved' | 'declined'
type Period = Opinions & { number: number }

/** Oldest first. */
function sumPeriods(months: TalliedMonth[], newest: string, unit: PeriodUnit): Period[] {
  const first = Math.ceil((monthNumber(newest) - MONTHS_COMPARED + 1) / MONTHS_IN[unit])
  return [...Map.groupBy(months, ({ month }) => periodNumber(month, unit))]
    .filter(([number]) => number >= first)
    .map(([number, own]) => ({ number, ...sum(own.map(({ tally }) => tally.dated)) }))
    .sort((a, b) => a.number - b.number)
}

/** Opinions before a period and since. */
type Split = { number: number; before: Opinions; after: Opinions; p: number }

/** null if no split may be reported; p is 1 if another one explains the opinions better. */
function bestSplit(periods: Period[], newest: string, unit: PeriodUnit) {
  const splits = periods.map(({ number }, place): Split => {
    const [before, after] = [sum(periods.slice(0, place)), sum(periods.slice(place))]
    return { number, before, after, p: fisherTest(after, before) }
  })
  const possible = splits.filter(split => isReportable(split, newest, unit))
  if (possible.length === 0) return null
  const best = splits.reduce((most, split) => (split.p <= most.p ? split : most))
  const { number, before, after } = best
  const direction: Direction = shareOf(after) > shareOf(before) ? 'improved' : 'declined'
  return {
    direction,
    /** The period since which opinions differ, `2025-03`, `2025-Q1` or `2025`, and its first day. */
    since: periodName(number, unit),
    sinceDate: `${periodStart(number, unit)}-01`,
    /** The first month of the time that it is compared with, which ends where `since` begins. */
    comparedFrom: periodStart(periods[0]!.number, unit),
    /** Adjusted for all periods that were tried. */
    p: possible.includes(best) ? Math.min(1, best.p * possible.length) : 1,
    /** Reviews with an exact date that judge the aspect, before that period and since. */
    ...{ before, after },
    isLasting: isLasting(direction, periods, before),
  }
}

function isReportable({ number, before, after }: Split, newest: string, unit: PeriodUnit): boolean {
  const ago = monthNumber(newest) - monthNumber(periodStart(number, unit)) + 1
  return (
    ago >= SHORTEST_AGO &&
    ago <= LONGEST_AGO &&
    Math.min(countOf(before), countOf(after)) >= ENOUGH_OPINIONS
  )
}

/** The newest opinions still differ in the same direction: what has passed is not reported. */
function isLasting(direction: Direction, periods: Period[], before: Opinions): boolean {
  let first = periods.length - 1
  while (countOf(sum(periods.slice(first))) < ENOUGH_OPINIONS) first--
  const newest = shareOf(sum(periods.slice(first)))
  return direction === 'improved' ? newest > shareOf(before) : newest < shareOf(before)
}

const sum = (periods: Opinions[]): Opinions => ({
  positive: periods.reduce((total, { positive }) => total + positive, 0),
  negative: periods.reduce((total, { negative }) => total + negative, 0),
})

const countOf = ({ positive, negative }: Opinions) => positive + negative
const shareOf = (opinions: Opinions) => opinions.positive / countOf(opinions)

const isNoticeable = ({ before, after }: Pick<Split, 'before' | 'after'>) =>
  Math.abs(shareOf(after) - shareOf(before)) >= NOTICEABLE_SHARE

/** Holm: the smallest p is multiplied by the number of tests, the next by one less, and none ends up below another. */
function adjustForMany<T extends { p: number }>(tested: T[]): T[] {
  let least = 0
  return tested
    .toSorted((a, b) => a.p - b.p)
    .map((one, rank) => {
      least = Math.max(least, Math.min(1, one.p * (tested.length - rank)))
      return { ...one, p: least }
    })
}

export type Opinions = { positive: number; negative: number }

/**
 * Fisher's exact test: whether two shares differ by more than chance explains, however few they are counted from. Two-sided: twice the
 * smaller tail of the hypergeometric distribution.
 */
export function fisherTest(a: Opinions, b: Opinions): number {
  return Math.min(1, 2 * Math.min(tail(a, b, -1), tail(a, b, 1)))
}

/** The probability of drawing as many positive ones as `a` has, or a number further in the direction of `step`. */
function tail(a: Opinions, b: Opinions, step: 1 | -1): number {
  const observed = a.positive
  const drawn = a.positive + a.negative
  const [positive, negative] = [a.positive + b.positive, a.negative + b.negative]
  const [least, most] = [Math.max(0, drawn - negative), Math.min(drawn, positive)]
  let term = Math.exp(
    logChoose(positive, observed) +
      logChoose(negative, drawn - observed) -
      logChoose(positive + negative, drawn),
  )
  let sum = 0
  // Each term follows from the one before; those that no longer change the sum are left out.
  for (let count = observed; count >= least && count <= most && sum + term !== sum; count += step) {
    sum += term
    term *=
      step === 1
        ? ((positive - count) * (drawn - count)) / ((count + 1) * (negative - drawn + count + 1))
        : (count * (negative - drawn + count)) / ((positive - count + 1) * (drawn - count + 1))
  }
  return sum
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

const SMALL = 256
const SMALL_FACTORIALS: number[] = [0]
for (let n = 1; n < SMALL; n++) SMALL_FACTORIALS.push(SMALL_FACTORIALS[n - 1]! + Math.log(n))

/** Stirling's series, whose next term is below 1e-15 from 256 on. */
function logFactorial(n: number): number {
  if (n < SMALL) return SMALL_FACTORIALS[n]!
  return (n + 0.5) * Math.log(n) - n + Math.log(2 * Math.PI) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3)
}
