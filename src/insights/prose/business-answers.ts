/** Answers about the business: whom to ask for, what it does, where it works. */
import type { Locale } from '../../locale/locale.ts'
import type { EntityInsight, MentionKind } from '../../model/insights.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import { bestTechnicians } from '../counts/evidence.ts'
import { quotesIn } from '../counts/review-groups.ts'
import { type AnswerQuestion, composeAnswer, listed, sayEach, takeQuote } from './phrasing.ts'
import { mentionCount } from './review-counts.ts'

const ENOUGH_MENTIONS = 5
const ENOUGH_PRAISE = 3
const MOST_SERVICES = 3
const ENOUGH_FROM_AREA = 3

export const answerPeople: AnswerQuestion = (findings, locale, quoted) => {
  const { whom, praised } = locale.words.insights.faq
  const best = bestTechnicians(findings.technicians)
  if (best.length === 0) return null
  const groups = best.map(({ id }) => findings.mentions('technicians', id))
  const quote = takeQuote(
    locale,
    groups.map(group => quotesIn(group, 'positive')),
    quoted,
  )
  const sentences = [
    locale.say(praised, { people: listPeople(locale, best) }),
    praiseByService(locale, findings),
  ]
  return composeAnswer(locale, whom, sentences, quote, groups)
}

/** `Mike Alvarez (32 of the 34 that mention the name are positive) and Danielle Cho (all 21)`. */
function listPeople(locale: Locale, people: EntityInsight[]): string {
  const { personFirst, personNext, personFirstAll, personNextAll } = locale.words.insights.faq
  const shares = people.map(({ id, label, positive_count, mention_count }) => ({
    counts: {
      part: mentionCount('technicians', id, positive_count, { sentiment: 'positive' }),
      count: mentionCount('technicians', id, mention_count),
    },
    values: { name: label },
  }))
  return listed(locale, sayEach(locale, [personFirst, personNext, personFirstAll, personNextAll], shares))
}

/** `By service: AC repair, Tomasz Wójcik (named in 9 reviews); furnace repair, Mike Delgado (4).` Only for those whom nearly all of these reviews praise. */
function praiseByService(
  locale: Locale,
  { services, technicians, mentionedWith }: CountedInsights,
): string | null {
  const { faq, separator } = locale.words.insights
  const praised = services.flatMap(({ id, label }) => {
    const most = mentionedWith('services', id).find(
      ({ positive, count }) => positive >= ENOUGH_PRAISE && positive >= 0.8 * count,
    )
    const person = technicians.find(one => one.id === most?.id)
    if (!most || !person) return []
    const count = mentionCount('services', id, most.count, { mentions_technician: person.id })
    return [{ counts: { count }, values: { service: label, name: person.label } }]
  })
  if (praised.length === 0) return null
  const parts = sayEach(locale, [faq.serviceFirst, faq.serviceNext], praised.slice(0, MOST_SERVICES))
  return locale.say(faq.byService, { services: parts.join(separator) })
}

export const answerServices: AnswerQuestion = ({ services, mentions }, locale, quoted) => {
  const words = locale.words.insights.faq
  const most = services.slice(0, MOST_SERVICES)
  if (most.length === 0 || most[0]!.mention_count < ENOUGH_MENTIONS) return null
  const groups = most.map(({ id }) => mentions('services', id))
  const quote = takeQuote(locale, [quotesIn(groups[0]!, 'positive')], quoted)
  const sentence = locale.say(words.servicesMost, { services: countEach(locale, 'services', most) })
  return composeAnswer(locale, words.services, [sentence], quote, groups)
}

export const answerAreas: AnswerQuestion = ({ service_areas: areas, mentions }, locale) => {
  const words = locale.words.insights.faq
  if (areas.length === 0 || areas[0]!.mention_count < ENOUGH_FROM_AREA) return null
  const groups = areas.map(({ id }) => mentions('service_areas', id))
  const sentence = locale.say(words.areasMentioned, { areas: countEach(locale, 'service_areas', areas) })
  return composeAnswer(locale, words.areas, [sentence], [], groups)
}

/** `Furnace repair (31 reviews), AC repair (12) and Ducts (4)`. */
function countEach(locale: Locale, kind: MentionKind, entities: EntityInsight[]): string {
  const { mentionedFirst, mentionedNext } = locale.words.insights.faq
  const counts = entities.map(({ id, label, mention_count }) => ({
    counts: { count: mentionCount(kind, id, mention_count) },
    values: { name: label },
  }))
  return listed(locale, sayEach(locale, [mentionedFirst, mentionedNext], counts))
}
