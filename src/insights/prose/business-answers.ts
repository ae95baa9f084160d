/** Answers about the business: whom to ask for, what it does, where it works. */
import type { Locale } from '../../locale/locale.ts'
import type { EntityInsight } from '../../model/insights.ts'
import { bestTechnicians, type CountedInsights, cite } from '../counts/evidence.ts'
import type { ReviewQuote } from '../counts/quote-candidates.ts'
import { quotesIn } from '../counts/review-groups.ts'
import { chooseShare, type FaqEntry, introduce, joinSentences, listed, takeQuote } from './phrasing.ts'

const ENOUGH_MENTIONS = 5
const ENOUGH_PRAISE = 3
const MOST_SERVICES = 3

export function answerPeople(
  findings: CountedInsights,
  quoted: ReviewQuote[],
  locale: Locale,
): FaqEntry | null {
  const { technicians, mentions } = findings
  const { whom, praised } = locale.words.insights.faq
  const best = bestTechnicians(technicians)
  if (best.length === 0) return null
  const groups = best.map(({ id }) => mentions('technicians', id))
  const quote = takeQuote(
    groups.map(group => quotesIn(group, 'positive')),
    quoted,
  )
  return {
    question: whom,
    answer: joinSentences([
      locale.say(praised, { people: listPeople(locale, best) }),
      praiseByService(locale, findings),
      quote && introduce(locale, 'positive', quote.text),
    ]),
    review_ids: cite(quote ? [quote.review] : [], groups),
  }
}

/** `Mike Alvarez (32 of the 34 that mention the name are positive) and Danielle Cho (all 21)`. */
function listPeople(locale: Locale, people: EntityInsight[]): string {
  const words = locale.words.insights.faq
  const messages = {
    first: words.personFirst,
    firstAll: words.personFirstAll,
    next: words.personNext,
    nextAll: words.personNextAll,
  }
  const shares = people.map(({ label: name, mention_count: count, positive_count: part }, rank) =>
    locale.say(chooseShare(messages, rank, part, count), { name, part, count }),
  )
  return listed(locale, shares)
}

/** `By service: AC repair, Tomasz Wójcik (named in 9 reviews); furnace repair, Mike Delgado (4).` Only for those whom nearly all of these reviews praise. */
function praiseByService(
  { words, say }: Locale,
  { services, technicians, mentionedWith }: CountedInsights,
): string | null {
  const { byService, serviceFirst, serviceNext } = words.insights.faq
  const praised = mostMentioned(services).flatMap(({ id, label }) => {
    const most = mentionedWith('services', id).find(
      ({ positive, count }) => positive >= ENOUGH_PRAISE && positive >= 0.8 * count,
    )
    const person = technicians.find(one => one.id === most?.id)
    return most && person ? [{ service: label, name: person.label, count: most.count }] : []
  })
  if (praised.length === 0) return null
  const parts = praised
    .slice(0, MOST_SERVICES)
    .map((one, rank) => say(rank === 0 ? serviceFirst : serviceNext, one))
  return say(byService, { services: parts.join(words.insights.separator) })
}

export function answerServices(
  { services, mentions }: CountedInsights,
  quoted: ReviewQuote[],
  locale: Locale,
): FaqEntry | null {
  const words = locale.words.insights.faq
  const most = mostMentioned(services).slice(0, MOST_SERVICES)
  if (most.length === 0 || most[0]!.mention_count < ENOUGH_MENTIONS) return null
  const groups = most.map(({ id }) => mentions('services', id))
  const quote = takeQuote([quotesIn(groups[0]!, 'positive')], quoted)
  return {
    question: words.services,
    answer: joinSentences([
      locale.say(words.servicesMost, { services: countEach(locale, most) }),
      quote && introduce(locale, 'positive', quote.text),
    ]),
    review_ids: cite(quote ? [quote.review] : [], groups),
  }
}

export function answerAreas({ service_areas, mentions }: CountedInsights, locale: Locale): FaqEntry | null {
  const words = locale.words.insights.faq
  const areas = mostMentioned(service_areas)
  if (areas.length === 0) return null
  return {
    question: words.areas,
    answer: locale.say(words.areasMentioned, { areas: countEach(locale, areas) }),
    review_ids: cite(
      [],
      areas.map(({ id }) => mentions('service_areas', id)),
    ),
  }
}

const mostMentioned = (entities: EntityInsight[]) =>
  entities.toSorted((a, b) => b.mention_count - a.mention_count)

/** `Furnace repair (31 reviews), AC repair (12) and Ducts (4)`. */
function countEach(locale: Locale, entities: EntityInsight[]): string {
  const { mentionedFirst, mentionedNext } = locale.words.insights.faq
  const counts = entities.map(({ label: name, mention_count: count }, rank) =>
    locale.say(rank === 0 ? mentionedFirst : mentionedNext, { name, count }),
  )
  return listed(locale, counts)
}
