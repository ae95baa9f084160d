/** Answers about the business: whom to ask for, what it does, where it works, and what jobs cost as far as reviews say so. */
import type { Locale } from '../../locale/locale.ts'
import type { EntityInsight, MentionKind } from '../../model/insights.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import { bestTechnicians } from '../counts/evidence.ts'
import type { ReadReview, ServicePrice } from '../counts/tally.ts'
import {
  type AnswerQuestion,
  composeAnswer,
  listShares,
  mentionCount,
  sayEach,
  takeQuote,
} from './phrasing.ts'

const ENOUGH_MENTIONS = 5
const ENOUGH_PRAISE = 3
const MOST_SERVICES = 3
const ENOUGH_FROM_AREA = 3

export const answerPeople: AnswerQuestion = (findings, locale, quoted) => {
  const words = locale.words.insights.faq
  const best = bestTechnicians(findings.recommendable)
  if (best.length === 0) return null
  const groups = best.map(({ id }) => findings.mentions('technicians', id))
  const quote = takeQuote(locale, groups, 'positive', quoted)
  const messages = [
    words.personFirst,
    words.personNext,
    words.personFirstAll,
    words.personNextAll,
  ] as const
  const people = listShares(locale, messages, 'technicians', 'positive', best)
  const sentences = [locale.say(words.praised, { people }), praiseByService(locale, findings)]
  return composeAnswer(locale, words.whom, sentences, quote, groups)
}

/** `By service: AC repair, Tomasz Wójcik (named in 9 reviews); furnace repair, Mike Delgado (4).` Only for those whom nearly all of these reviews praise. */
function praiseByService(locale: Locale, findings: CountedInsights): string | null {
  const { services, recommendable, mentionedWith } = findings
  const { faq, separator } = locale.words.insights
  const praised = services.flatMap(({ id, label }) => {
    const most = mentionedWith('services', id).find(
      ({ id: name, positive, count }) =>
        positive >= ENOUGH_PRAISE &&
        positive >= 0.8 * count &&
        recommendable.some(person => person.id === name),
    )
    const person = recommendable.find(one => one.id === most?.id)
    if (!most || !person) return []
    const count = mentionCount('services', id, most.count, { mentions_technician: person.id })
    return [{ counts: { count }, values: { service: label, name: person.label } }]
  })
  if (praised.length === 0) return null
  const parts = sayEach(
    locale,
    [faq.serviceFirst, faq.serviceNext],
    praised.slice(0, MOST_SERVICES),
  )
  return locale.say(faq.byService, { services: parts.join(separator) })
}

export const answerServices: AnswerQuestion = ({ services, mentions }, locale, quoted) => {
  const words = locale.words.insights.faq
  const most = services.slice(0, MOST_SERVICES)
  if (most.length === 0 || most[0]!.mention_count < ENOUGH_MENTIONS) return null
  const groups = most.map(({ id }) => mentions('services', id))
  const quote = takeQuote(locale, [groups[0]!], 'positive', quoted)
  const sentence = locale.say(words.servicesMost, { services: countEach(locale, 'services', most) })
  return composeAnswer(locale, words.services, [sentence], quote, groups)
}

export const answerAreas: AnswerQuestion = ({ service_areas: areas, mentions }, locale) => {
  const words = locale.words.insights.faq
  if (areas.length === 0 || areas[0]!.mention_count < ENOUGH_FROM_AREA) return null
  const groups = areas.map(({ id }) => mentions('service_areas', id))
  const sentence = locale.say(words.areasMentioned, {
    areas: countEach(locale, 'service_areas', areas),
  })
  return composeAnswer(locale, words.areas, [sentence], [], groups)
}

/** `Furnace repair (31 reviews), AC repair (12) and Ducts (4)`. */
function countEach(locale: Locale, kind: MentionKind, entities: EntityInsight[]): string {
  const { mentionedFirst, mentionedNext } = locale.words.insights.faq
  return listShares(locale, [mentionedFirst, mentionedNext], kind, 'positive', entities)
}

const ENOUGH_REVIEWS = 3
const MOST_PRICED = 5
const MOST_CITED = 20

type Priced = ServicePrice & { review: ReadReview }

export const answerPrices: AnswerQuestion = ({ priced, services }, locale) => {
  const words = locale.words.insights.faq
  const all = priced().flatMap(review => review.prices.map(price => ({ ...price, review })))
  const groups = [...Map.groupBy(all, ({ service }) => service).values()]
    .map(inOneCurrency)
    .filter(prices => countReviews(prices) >= ENOUGH_REVIEWS)
    .sort((a, b) => countReviews(b) - countReviews(a))
    .slice(0, MOST_PRICED)
  if (groups.length === 0) return null
  const told = groups.map(prices =>
    locale.say(words.servicePrice, {
      service: services.find(({ id }) => id === prices[0]!.service)?.label ?? prices[0]!.service,
      price: describeRange(locale, prices),
    }),
  )
  return {
    question: words.prices,
    answer: locale.say(words.paid, { prices: told.join(locale.words.insights.separator) }),
    review_ids: [...new Set(groups.flat().map(({ review }) => review.id))].slice(0, MOST_CITED),
  }
}

/** The currency that most of them are in. A review that spells it out does not say which sign it has. */
function inOneCurrency(prices: Priced[]): Priced[] {
  const bySign = [...Map.groupBy(prices, ({ sign }) => sign)].filter(([sign]) => sign !== '')
  return bySign.sort(([, a], [, b]) => b.length - a.length)[0]?.[1] ?? []
}

const countReviews = (prices: Priced[]) => new Set(prices.map(({ review }) => review.id)).size

/** `$99 to $129`, or `$99` if all are the same. */
function describeRange({ words, say }: Locale, prices: Priced[]): string {
  const { price, priceRange } = words.insights.faq
  const amounts = prices.map(({ amount }) => amount)
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)].map(amount =>
    say(price, { sign: prices[0]!.sign, amount }),
  ) as [string, string]
  return low === high ? low : say(priceRange, { low, high })
}
