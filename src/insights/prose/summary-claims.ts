/** The single sentences of the summary. Each takes the reviews newest first, and says nothing without a count. */
import type { EntityInsight, Insights } from '../../model/insights.ts'
import {
  type CountedInsights,
  chooseQuote,
  cite,
  groupByAspect,
  type Mention,
  mentionsOf,
  wellNamed,
} from '../counts/evidence.ts'
import { trendMonths } from '../counts/rating-trend.ts'
import { type ReadReview, round } from '../counts/tally.ts'
import {
  asQuote,
  counted,
  listAspects,
  listed,
  listPeople,
  monthName,
  oneOf,
  shareOf,
  spellNumber,
  upperFirst,
  wasOrWere,
  wholePercent,
} from './phrasing.ts'

type Claim = Insights['summary_claims'][number]

const MOST_LISTED = 3

const asMentions = (reviews: ReadReview[]): Mention[] =>
  reviews.map(review => ({ review, sentiment: review.insight.sentiment, evidence: '', sureness: 0 }))

const averageOf = (reviews: ReadReview[]) =>
  round(reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length)

const stars = (value: number) => (value === 1 ? '1 star' : `${value} stars`)

export function tellRating({ businessName: name, reviews }: CountedInsights): Claim {
  const oldest = reviews.at(-1)!
  const first = monthName(oldest.date)
  const when = first === monthName(reviews[0]!.date) ? `in ${first}` : `since ${first}`
  const count = counted(reviews.length, 'review')
  const average = stars(averageOf(reviews))
  const good = sayGood(reviews)
  const text = oneOf(name, [
    `${name} has ${count} ${when}, with an average of ${average}; ${good}.`,
    `${upperFirst(when)}, ${count} give ${name} an average of ${average}, and ${good}.`,
    `On average, the ${count} of ${name} ${when} give ${average}; ${good}.`,
  ])
  return { text, review_ids: cite([oldest], [asMentions(reviews)]) }
}

function sayGood(reviews: ReadReview[]): string {
  const good = reviews.filter(({ rating }) => rating >= 4).length
  if (good === 0) return 'none of them gives 4 or 5'
  if (good === reviews.length) return 'all of them give 4 or 5'
  return `${spellNumber(good)} of them (${wholePercent(good, reviews.length)}) ${good === 1 ? 'gives' : 'give'} 4 or 5`
}

const ENOUGH_PRAISE = 3

export function tellPraise({ businessName: name, aspects, reviews }: CountedInsights): Claim | null {
  const best = aspects
    .filter(
      ({ positive_count: positive, mention_count: all }) =>
        positive >= ENOUGH_PRAISE && 3 * positive >= 2 * all,
    )
    .sort((a, b) => b.positive_count - a.positive_count)
    .slice(0, MOST_LISTED)
  if (best.length === 0) return null
  const list = listAspects(best, 'positive_count')
  const text = oneOf(`praise of ${name}`, [
    `Praise goes most often to ${list}.`,
    `Customers are pleased most often with ${list}.`,
    `Most of the praise is for ${list}.`,
  ])
  const mentions = groupByAspect(reviews)
  const praising = best.map(({ id }) => mentions.get(id)!.filter(({ sentiment }) => sentiment === 'positive'))
  return { text, review_ids: cite([], praising) }
}

export function tellPeople({ businessName: name, technicians, reviews }: CountedInsights): Claim | null {
  const best = wellNamed(technicians)
  if (best.length === 0) return null
  const mentioned = best.map(
    ({ label, mention_count: all, positive_count: positive }, rank) =>
      `${label} ${rank === 0 ? `is mentioned in ${spellNumber(all)} reviews` : `in ${spellNumber(all)}`} (${positive === all ? 'all' : spellNumber(positive)} positive)`,
  )
  return {
    text: oneOf(`people of ${name}`, [`${listed(mentioned)}.`, `Reviews speak well of ${listPeople(best)}.`]),
    review_ids: cite(
      [],
      best.map(({ id }) => mentionsOf(reviews, 'technicians', id)),
    ),
  }
}

/** Reviews that are negative altogether, or about anything. */
export const criticsAmong = (reviews: ReadReview[]) =>
  reviews.filter(
    ({ insight }) =>
      insight.sentiment === 'negative' || insight.aspects.some(({ sentiment }) => sentiment === 'negative'),
  )

const ENOUGH_CRITICS = 3
const ENOUGH_CRITICS_SHARE = 0.05

export function tellCriticism({ businessName, aspects, reviews }: CountedInsights): Claim | null {
  const critics = criticsAmong(reviews)
  if (critics.length < Math.min(ENOUGH_CRITICS, Math.max(1, ENOUGH_CRITICS_SHARE * reviews.length)))
    return null
  const worst = aspects
    .filter(({ negative_count }) => negative_count > 0)
    .sort((a, b) => b.negative_count - a.negative_count)
    .filter(({ negative_count }, rank) => rank === 0 || negative_count > 1)
    .slice(0, MOST_LISTED)
  const mentions = groupByAspect(reviews)
  const critical = worst.map(({ id }) =>
    mentions.get(id)!.filter(({ sentiment }) => sentiment === 'negative'),
  )
  const quote = chooseQuote(critical[0] ?? [], [])
  const most = worst[0]?.negative_count === 1 ? '' : ' most often'
  const targets = worst.length === 0 ? '' : `,${most} of ${listAspects(worst, 'negative_count')}`
  return {
    text: `${sayCritics(businessName, critics.length, reviews.length)}${targets}${quote ? `; one says: ${asQuote(quote.text)}` : '.'}`,
    review_ids: cite(quote ? [quote.review] : [], [...critical, asMentions(critics)]),
  }
}

function sayCritics(name: string, critics: number, all: number): string {
  if (critics === all) return `All ${spellNumber(all)} reviews voice criticism`
  if (2 * critics > all)
    return `More than half of the reviews voice criticism, ${spellNumber(critics)} of ${spellNumber(all)}`
  const share = `${counted(critics, 'review')} (${wholePercent(critics, all)})`
  return oneOf(`critics of ${name}`, [
    `Criticism comes from ${share}`,
    `There is criticism in ${share}`,
    `Criticism appears in ${share}`,
  ])
}

const ENOUGH_TO_COMPARE = 5
const NOTICEABLE_STARS = 0.1

/** The twelve months up to the newest review, and all before. */
function splitByYear(reviews: ReadReview[]): { recent: ReadReview[]; before: ReadReview[] } {
  const newest = reviews[0]!.date
  const yearBefore = `${String(Number(newest.slice(0, 4)) - 1).padStart(4, '0')}${newest.slice(4)}`
  const recent = reviews.filter(({ date }) => date > yearBefore)
  return { recent, before: reviews.slice(recent.length) }
}

/** The last twelve months against those before, and the trend; null where there is too little for either. */
export function tellTime(findings: CountedInsights): Claim | null {
  const { recent, before } = splitByYear(findings.reviews)
  const course = sayCourse(findings)
  if (recent.length < ENOUGH_TO_COMPARE || before.length < ENOUGH_TO_COMPARE)
    return course === null
      ? null
      : { text: `${upperFirst(course)}.`, review_ids: cite([], [asMentions(findings.reviews)]) }
  const period = `The ${spellNumber(recent.length)} reviews of the twelve months to ${monthName(recent[0]!.date)}`
  return {
    text: `${period} average ${sayChange(recent, before)}${course === null ? '' : `; ${course}`}.`,
    review_ids: cite([], [asMentions(recent), asMentions(before)]),
  }
}

function sayChange(recent: ReadReview[], before: ReadReview[]): string {
  const [now, then] = [averageOf(recent), averageOf(before)]
  const earlier = `in the ${spellNumber(before.length)} before`
  if (now === then) return `${stars(now)}, the same as ${earlier}`
  const change = Math.abs(now - then) < NOTICEABLE_STARS ? 'against' : now > then ? 'up from' : 'down from'
  return `${stars(now)}, ${change} ${then} ${earlier}`
}

function sayCourse({ monthly, trend: { direction, slope } }: CountedInsights): string | null {
  const months = trendMonths(monthly).length
  if (months === 0) return null
  if (direction === 'stable') return `over ${months} months the monthly averages show no clear trend`
  return `over ${months} months the monthly averages ${slope > 0 ? 'rise' : 'fall'} by ${Math.abs(slope)} stars a year`
}

const MUCH_NOT_READ = 0.05

export function tellNotRead({ reviews, coverage }: CountedInsights): Claim | null {
  const { read, without_text, unknown_language: unknown } = coverage
  if (unknown <= MUCH_NOT_READ * reviews.length) return null
  const parts = [
    `Of the ${spellNumber(reviews.length)} reviews, ${spellNumber(read)} ${wasOrWere(read)} read for what ${read === 1 ? 'it says' : 'they say'}`,
    ...(without_text === 0
      ? []
      : [`${spellNumber(without_text)} ${without_text === 1 ? 'has' : 'have'} no text`]),
    `${spellNumber(unknown)} (${wholePercent(unknown, reviews.length)}) ${unknown === 1 ? 'is' : 'are'} in a language that was not read`,
  ]
  return {
    text: `${listed(parts)}; what was not read counts without its words.`,
    review_ids: cite([], [asMentions(reviews.filter(({ insight }) => insight.basis === 'rating'))]),
  }
}

export function tellServices({ services, reviews }: CountedInsights): Claim | null {
  const first = services.reduce<EntityInsight | null>(
    (most, service) => (most && most.mention_count >= service.mention_count ? most : service),
    null,
  )
  if (!first || first.mention_count < 2) return null
  return {
    text: `The service mentioned most is ${first.label}, in ${spellNumber(first.mention_count)} reviews.`,
    review_ids: cite([], [mentionsOf(reviews, 'services', first.id)]),
  }
}

const STARS = ['', 'one', 'two', 'three', 'four', 'five']

export function tellStars({ reviews }: CountedInsights): Claim {
  const given = [5, 4, 3, 2, 1]
    .map(rating => ({ rating, count: reviews.filter(review => review.rating === rating).length }))
    .filter(({ count }) => count > 0)
  const list = given.map(({ rating, count }, rank) =>
    rank === 0
      ? `${upperFirst(STARS[rating]!)} ${rating === 1 ? 'star comes' : 'stars come'} from ${counted(count, 'review')}`
      : `${STARS[rating]} from ${spellNumber(count)}`,
  )
  return { text: `${listed(list)}.`, review_ids: cite([], [asMentions(reviews)]) }
}

export function tellRecency({ reviews }: CountedInsights): Claim {
  const { recent } = splitByYear(reviews)
  const share = shareOf(recent.length, reviews.length, 'reviews')
  return {
    text: `The newest is from ${monthName(reviews[0]!.date)}; ${share} ${wasOrWere(recent.length)} written in the twelve months up to it.`,
    review_ids: cite([], [asMentions(recent)]),
  }
}

export function tellWords({ reviews, coverage: { without_text } }: CountedInsights): Claim {
  const all = spellNumber(reviews.length)
  const text =
    without_text === 0
      ? `All ${all} reviews come with words.`
      : without_text === reviews.length
        ? `None of the ${all} reviews comes with words.`
        : `Words come with ${spellNumber(reviews.length - without_text)} of the ${all} reviews; ${spellNumber(without_text)} ${without_text === 1 ? 'has' : 'have'} none.`
  return { text, review_ids: cite([], [asMentions(reviews)]) }
}
