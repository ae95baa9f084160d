/** Answers the questions customers ask, from counts and with quotes from reviews. */
import type { AspectInsight, EntityInsight, Insights } from '../../model/insights.ts'
import { bestTechnicians, type CountedInsights, cite } from '../counts/evidence.ts'
import { chooseQuote, type ReviewQuote } from '../counts/quote-candidates.ts'
import { quotesIn, sideOf } from '../counts/review-groups.ts'
import { asQuote, counted, doing, listAspects, listed, listPeople, spellNumber } from './phrasing.ts'

type FaqEntry = Insights['faq'][number]

const ENOUGH_MENTIONS = 5
const ENOUGH_JUDGING = 3
const ENOUGH_CRITICS = 3
const ENOUGH_NAMING = 3
const MOST_LISTED = 3
const MOST_QUESTIONS = 10

/** Leaves out questions that too few reviews help to answer. */
export function answerQuestions(findings: CountedInsights): FaqEntry[] {
  const quoted: ReviewQuote[] = []
  const others = [
    answerTechnicians(findings, quoted),
    answerCriticism(findings, quoted),
    answerServices(findings, quoted),
    answerAreas(findings),
  ].filter(answer => answer !== null)
  const aspects = findings.aspects
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .values()
    .map(aspect => answerAspect(findings, aspect, quoted))
    .filter(answer => answer !== null)
    .take(MOST_QUESTIONS - others.length)
  return [...others, ...aspects]
}

/** What most customers choose by comes first, then what is mentioned most. */
const ASKED_FIRST = ['pricing', 'quality', 'punctuality']
const rankOf = ({ id }: AspectInsight) =>
  ASKED_FIRST.includes(id) ? ASKED_FIRST.indexOf(id) : ASKED_FIRST.length

function answerAspect(
  findings: CountedInsights,
  aspect: AspectInsight,
  quoted: ReviewQuote[],
): FaqEntry | null {
  const question = findings.questions.find(({ id }) => id === aspect.id)?.question
  const judged = aspect.positive_count + aspect.negative_count
  if (!question || aspect.mention_count < ENOUGH_MENTIONS || judged < ENOUGH_JUDGING) return null
  const quotes = quoteSides(findings, aspect, quoted)
  return {
    question,
    answer: [describeVerdict(aspect), ...quotes.map(({ words }) => words)].join(' '),
    review_ids: cite(
      quotes.map(({ quote }) => quote.review),
      [findings.mentions('aspects', aspect.id)],
    ),
  }
}

const FEW = 10

/** Never a yes or no: the question may be phrased either way ("Does it hurt?"). */
function describeVerdict(aspect: AspectInsight): string {
  const { mention_count: all, positive_count: positive, negative_count: negative } = aspect
  const praise = `${doing(positive, 'praise')} it`
  const criticism = `${doing(negative, 'criticize')} it`
  if (all < FEW) {
    if (positive === all || negative === all)
      return `Only ${all} reviews mention it, and all of them ${positive === all ? 'praise' : 'criticize'} it.`
    return `Only ${all} reviews mention it, too few to draw conclusions: ${praise}, ${criticism}.`
  }
  if (positive === all || negative === all)
    return `All ${spellNumber(all)} reviews that mention it ${positive === all ? 'praise' : 'criticize'} it.`
  const [first, second] = negative > positive ? [criticism, praise] : [praise, criticism]
  return `${describeBalance(aspect)}: of the ${spellNumber(all)} reviews that mention it, ${first} and ${second}.`
}

function describeBalance({
  mention_count: all,
  positive_count: positive,
  negative_count: negative,
}: AspectInsight) {
  const judged = positive + negative
  const share = Math.max(positive, negative) / all
  if (2 * judged < all) return 'Most pass no judgment'
  if (3 * Math.max(positive, negative) < 2 * judged) return 'Opinions differ'
  const mood = positive > negative ? 'pleased' : 'critical'
  if (share >= 0.9) return `Nearly all are ${mood}`
  if (share >= 0.6) return `Most are ${mood}`
  return positive > negative ? 'More praise than criticism' : 'More criticism than praise'
}

/** Quotes the larger side, and the smaller one if it is at least three mentions and a fifth of all. */
function quoteSides({ mentions }: CountedInsights, aspect: AspectInsight, quoted: ReviewQuote[]) {
  const { id, mention_count: all, positive_count: positive, negative_count: negative } = aspect
  const sides = [
    { sentiment: 'positive' as const, count: positive, opening: 'One customer writes' },
    { sentiment: 'negative' as const, count: negative, opening: 'A critical customer writes' },
  ].sort((a, b) => b.count - a.count)
  return sides.flatMap(({ sentiment, count, opening }, rank) => {
    if (rank === 1 && (count < ENOUGH_CRITICS || count < 0.2 * all)) return []
    const quote = chooseQuote([quotesIn(mentions('aspects', id), sentiment)], quoted)
    if (!quote) return []
    quoted.push(quote)
    return [{ quote, words: `${opening}: ${asQuote(quote.text)}` }]
  })
}

function answerCriticism({ aspects, mentions }: CountedInsights, quoted: ReviewQuote[]): FaqEntry | null {
  const worst = aspects
    .filter(({ negative_count }) => negative_count >= ENOUGH_CRITICS)
    .sort((a, b) => b.negative_count - a.negative_count)
    .slice(0, MOST_LISTED)
  if (worst.length === 0) return null
  const groups = worst.map(({ id }) => mentions('aspects', id))
  const quote = chooseQuote([quotesIn(groups[0]!, 'negative')], quoted)
  if (quote) quoted.push(quote)
  return {
    question: 'What do customers criticize?',
    answer: `Most often ${listAspects(worst, 'negative_count')}.${introduce('One writes', quote)}`,
    review_ids: cite(
      quote ? [quote.review] : [],
      groups.map(group => sideOf(group, 'negative')),
    ),
  }
}

function answerTechnicians(
  { technicians, mentions }: CountedInsights,
  quoted: ReviewQuote[],
): FaqEntry | null {
  const best = bestTechnicians(technicians)
  if (best.length === 0) return null
  const groups = best.map(({ id }) => mentions('technicians', id))
  const quote = chooseQuote(
    groups.map(group => quotesIn(group, 'positive')),
    quoted,
  )
  if (quote) quoted.push(quote)
  return {
    question: 'Who should I ask for?',
    answer: `Reviews praise ${listPeople(best)}.${introduce('One of them', quote)}`,
    review_ids: cite(quote ? [quote.review] : [], groups),
  }
}

function answerServices(
  { services, mentions, all }: CountedInsights,
  quoted: ReviewQuote[],
): FaqEntry | null {
  const most = mostMentioned(services).slice(0, MOST_LISTED)
  if (most.length === 0 || most[0]!.mention_count < ENOUGH_MENTIONS) return null
  const groups = most.map(({ id }) => mentions('services', id))
  const quote = chooseQuote([quotesIn(groups[0]!, 'positive')], quoted)
  if (quote) quoted.push(quote)
  return {
    question: 'What do they do most?',
    answer: `The services that the ${spellNumber(all.tally.count)} reviews mention most: ${countEach(most)}.${introduce('One customer writes', quote)}`,
    review_ids: cite(quote ? [quote.review] : [], groups),
  }
}

function answerAreas({ service_areas, mentions }: CountedInsights): FaqEntry | null {
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
  entities
    .filter(({ mention_count }) => mention_count >= ENOUGH_NAMING)
    .sort((a, b) => b.mention_count - a.mention_count)

/** `Furnace repair (31 reviews), AC repair (12) and Ducts (4)`. */
const countEach = (entities: EntityInsight[]) =>
  listed(
    entities.map(
      ({ label, mention_count }, rank) =>
        `${label} (${rank === 0 ? counted(mention_count, 'review') : spellNumber(mention_count)})`,
    ),
  )

const introduce = (opening: string, quote: ReviewQuote | null) =>
  quote ? ` ${opening}: ${asQuote(quote.text)}` : ''
