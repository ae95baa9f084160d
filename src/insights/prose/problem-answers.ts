/** Answers about what goes wrong: what customers criticize, whether that changed, and how problems are handled. */
import type { AspectInsight } from '../../model/insights.ts'
import { type CountedInsights, cite } from '../counts/evidence.ts'
import type { ReviewQuote } from '../counts/quote-candidates.ts'
import { countGroup, quotesIn, sideOf } from '../counts/review-groups.ts'
import { describeVerdict, isJudged } from './aspect-answers.ts'
import { type FaqEntry, introduce, joinSentences, takeQuote } from './faq-entry.ts'
import { counted, inSentence, listAspects, shareOf } from './phrasing.ts'
import { describeChange } from './time-claims.ts'

const ENOUGH_CRITICS = 3
const MOST_LISTED = 3

export function answerCriticism(findings: CountedInsights, quoted: ReviewQuote[]): FaqEntry | null {
  const { aspects, mentions } = findings
  const worst = aspects
    .filter(({ negative_count }) => negative_count >= ENOUGH_CRITICS)
    .sort((a, b) => b.negative_count - a.negative_count)
    .slice(0, MOST_LISTED)
  if (worst.length === 0) return null
  const groups = worst.map(({ id }) => mentions('aspects', id))
  const quote = takeQuote([quotesIn(groups[0]!, 'negative')], quoted)
  return {
    question: 'What do customers criticize, and has it changed?',
    answer: joinSentences([
      `Most often ${listAspects(worst, 'negative_count')}.`,
      describeChanges(findings, worst),
      quote && introduce('negative', quote),
    ]),
    review_ids: cite(
      quote ? [quote.review] : [],
      groups.map(group => sideOf(group, 'negative')),
    ),
  }
}

/** What a test supports. That it supports nothing is said only if there is enough to compare. */
function describeChanges({ aspectChanges }: CountedInsights, aspects: AspectInsight[]): string | null {
  const changes = aspectChanges.filter(({ id }) => aspects.some(aspect => aspect.id === id))
  if (changes.length > 0) return changes.map(describeChange).join(' ')
  return aspects.every(isComparable) ? 'The reviews show no clear change in this over time.' : null
}

const ENOUGH_IN_A_YEAR = 10

const isComparable = ({ yearly }: AspectInsight) =>
  yearly.filter(({ positive_count, negative_count }) => positive_count + negative_count >= ENOUGH_IN_A_YEAR)
    .length > 1

/** Aspects that are about putting problems right; they have no other question. */
export const MAKING_GOOD = ['claims', 'follow_up']

export const PROBLEMS_QUESTION = 'What happens when something goes wrong?'

/** The aspect that tells how problems are handled, if enough reviews judge one. */
export const aboutProblems = (aspects: AspectInsight[]) =>
  MAKING_GOOD.map(wanted => aspects.find(({ id }) => id === wanted)).find(
    one => one !== undefined && isJudged(one),
  )

export function answerProblems(findings: CountedInsights, quoted: ReviewQuote[]): FaqEntry | null {
  const { aspects, mentions } = findings
  const aspect = aboutProblems(aspects)
  const replies = describeReplies(findings)
  if (!aspect && !replies) return null
  const group = aspect && mentions('aspects', aspect.id)
  const quotes = group
    ? (['positive', 'negative'] as const).flatMap(side => {
        const quote = takeQuote([quotesIn(group, side)], quoted)
        return quote ? [{ side, quote }] : []
      })
    : []
  return {
    question: PROBLEMS_QUESTION,
    answer: joinSentences([
      replies,
      aspect ? describeVerdict(aspect, inSentence(aspect.label)) : null,
      ...quotes.map(({ side, quote }) => introduce(side, quote)),
    ]),
    review_ids: cite(
      quotes.map(({ quote }) => quote.review),
      [...(group ? [group] : []), ...(replies ? [findings.lowRated] : [])],
    ),
  }
}

function describeReplies({ lowRated, answered }: CountedInsights): string | null {
  const [low, replied] = [countGroup(lowRated), countGroup(answered)]
  if (low < ENOUGH_CRITICS) return null
  if (replied === 0)
    return `The business replied to none of the ${counted(low, 'review')} with one or two stars.`
  return `The business replied to ${shareOf(replied, low, 'reviews with one or two stars')}.`
}
