/** Answers about the business: whom to ask for, what it does, where it works. */
import type { EntityInsight } from '../../model/insights.ts'
import { bestTechnicians, type CountedInsights, cite } from '../counts/evidence.ts'
import type { ReviewQuote } from '../counts/quote-candidates.ts'
import { quotesIn } from '../counts/review-groups.ts'
import { type FaqEntry, introduce, joinSentences, takeQuote } from './faq-entry.ts'
import { counted, listed, listPeople, spellNumber } from './phrasing.ts'

const ENOUGH_MENTIONS = 5
const ENOUGH_PRAISE = 3
const MOST_SERVICES = 3

export function answerPeople(findings: CountedInsights, quoted: ReviewQuote[]): FaqEntry | null {
  const { technicians, mentions } = findings
  const best = bestTechnicians(technicians)
  if (best.length === 0) return null
  const groups = best.map(({ id }) => mentions('technicians', id))
  const quote = takeQuote(
    groups.map(group => quotesIn(group, 'positive')),
    quoted,
  )
  return {
    question: 'Who should I ask for?',
    answer: joinSentences([
      `Reviews praise ${listPeople(best)}.`,
      praiseByService(findings),
      quote && introduce('positive', quote),
    ]),
    review_ids: cite(quote ? [quote.review] : [], groups),
  }
}

/** `By service: AC repair, Tomasz Wójcik (named in 9 reviews); furnace repair, Mike Delgado (4).` Only for those whom nearly all of these reviews praise. */
function praiseByService({ services, technicians, mentionedWith }: CountedInsights): string | null {
  const praised = mostMentioned(services).flatMap(({ id, label }) => {
    const most = mentionedWith('services', id).find(
      ({ positive, count }) => positive >= ENOUGH_PRAISE && positive >= 0.8 * count,
    )
    const person = technicians.find(one => one.id === most?.id)
    return most && person ? [{ label, name: person.label, count: most.count }] : []
  })
  if (praised.length === 0) return null
  const parts = praised.slice(0, MOST_SERVICES).map(({ label, name, count }, rank) => {
    const reviews = rank === 0 ? `named in ${counted(count, 'review')}` : spellNumber(count)
    return `${label}, ${name} (${reviews})`
  })
  return `By service: ${parts.join('; ')}.`
}

export function answerServices(
  { services, mentions }: CountedInsights,
  quoted: ReviewQuote[],
): FaqEntry | null {
  const most = mostMentioned(services).slice(0, MOST_SERVICES)
  if (most.length === 0 || most[0]!.mention_count < ENOUGH_MENTIONS) return null
  const groups = most.map(({ id }) => mentions('services', id))
  const quote = takeQuote([quotesIn(groups[0]!, 'positive')], quoted)
  return {
    question: 'What do they do most?',
    answer: joinSentences([
      `Reviews most often mention ${countEach(most)}.`,
      quote && introduce('positive', quote),
    ]),
    review_ids: cite(quote ? [quote.review] : [], groups),
  }
}

export function answerAreas({ service_areas, mentions }: CountedInsights): FaqEntry | null {
  const areas = mostMentioned(service_areas)
  if (areas.length === 0) return null
  return {
    question: 'Do they serve my area?',
    answer: `Reviews mention ${countEach(areas)}. They do not tell which other places are served.`,
    review_ids: cite(
      [],
      areas.map(({ id }) => mentions('service_areas', id)),
    ),
  }
}

const mostMentioned = (entities: EntityInsight[]) =>
  entities.toSorted((a, b) => b.mention_count - a.mention_count)

/** `Furnace repair (31 reviews), AC repair (12) and Ducts (4)`. */
const countEach = (entities: EntityInsight[]) =>
  listed(
    entities.map(
      ({ label, mention_count }, rank) =>
        `${label} (${rank === 0 ? counted(mention_count, 'review') : spellNumber(mention_count)})`,
    ),
  )
