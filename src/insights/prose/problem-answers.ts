/** Answers about what goes wrong: what customers criticize, whether that changed, and how problems are handled. */
import type { Locale } from '../../locale/locale.ts'
import type { AspectInsight } from '../../model/insights.ts'
import { type CountedInsights, cite } from '../counts/evidence.ts'
import type { ReviewQuote } from '../counts/quote-candidates.ts'
import { countGroup, quotesIn, sideOf } from '../counts/review-groups.ts'
import { describeVerdict, isJudged } from './aspect-answers.ts'
import {
  chooseShare,
  type FaqEntry,
  inSentence,
  introduce,
  joinSentences,
  listed,
  takeQuote,
} from './phrasing.ts'
import { describeChange } from './time-claims.ts'

const ENOUGH_CRITICS = 3
const MOST_LISTED = 3

export function answerCriticism(
  findings: CountedInsights,
  quoted: ReviewQuote[],
  locale: Locale,
): FaqEntry | null {
  const words = locale.words.insights.faq
  const { aspects, mentions } = findings
  const worst = aspects
    .filter(({ negative_count }) => negative_count >= ENOUGH_CRITICS)
    .sort((a, b) => b.negative_count - a.negative_count)
    .slice(0, MOST_LISTED)
  if (worst.length === 0) return null
  const groups = worst.map(({ id }) => mentions('aspects', id))
  const quote = takeQuote([quotesIn(groups[0]!, 'negative')], quoted)
  return {
    question: words.criticized,
    answer: joinSentences([
      locale.say(words.criticizedMost, { aspects: listCriticized(locale, worst) }),
      describeChanges(locale, findings, worst),
      quote && introduce(locale, 'negative', quote.text),
    ]),
    review_ids: cite(
      quote ? [quote.review] : [],
      groups.map(group => sideOf(group, 'negative')),
    ),
  }
}

/** `pricing (41 of the 48 reviews that mention it) and punctuality (all 30)`. */
function listCriticized(locale: Locale, aspects: AspectInsight[]): string {
  const words = locale.words.insights.faq
  const messages = {
    first: words.aspectFirst,
    firstAll: words.aspectFirstAll,
    next: words.aspectNext,
    nextAll: words.aspectNextAll,
  }
  const shares = aspects.map(({ label, mention_count: count, negative_count: part }, rank) =>
    locale.say(chooseShare(messages, rank, part, count), { aspect: inSentence(locale, label), part, count }),
  )
  return listed(locale, shares)
}

/** What a test supports. That it supports nothing is said only if there is enough to compare. */
function describeChanges(
  locale: Locale,
  { aspectChanges }: CountedInsights,
  aspects: AspectInsight[],
): string | null {
  const changes = aspectChanges.filter(({ id }) => aspects.some(aspect => aspect.id === id))
  if (changes.length > 0) return changes.map(change => describeChange(locale, change)).join(' ')
  return aspects.every(isComparable) ? locale.words.insights.faq.noChange : null
}

const ENOUGH_IN_A_YEAR = 10

const isComparable = ({ yearly }: AspectInsight) =>
  yearly.filter(({ positive_count, negative_count }) => positive_count + negative_count >= ENOUGH_IN_A_YEAR)
    .length > 1

/** Aspects that are about putting problems right; they have no other question. */
export const MAKING_GOOD = ['claims', 'follow_up']

/** The aspect that tells how problems are handled, if enough reviews judge one. */
export const aboutProblems = (aspects: AspectInsight[]) =>
  MAKING_GOOD.map(wanted => aspects.find(({ id }) => id === wanted)).find(
    one => one !== undefined && isJudged(one),
  )

export function answerProblems(
  findings: CountedInsights,
  quoted: ReviewQuote[],
  locale: Locale,
): FaqEntry | null {
  const words = locale.words.insights.faq
  const { aspects, mentions } = findings
  const aspect = aboutProblems(aspects)
  const replies = describeReplies(locale, findings)
  if (!aspect && !replies) return null
  const group = aspect && mentions('aspects', aspect.id)
  const quotes = group
    ? (['positive', 'negative'] as const).flatMap(side => {
        const quote = takeQuote([quotesIn(group, side)], quoted)
        return quote ? [{ side, quote }] : []
      })
    : []
  return {
    question: words.problems,
    answer: joinSentences([
      replies,
      aspect ? describeVerdict(locale, words.aboutAspect, aspect) : null,
      ...quotes.map(({ side, quote }) => introduce(locale, side, quote.text)),
    ]),
    review_ids: cite(
      quotes.map(({ quote }) => quote.review),
      [...(group ? [group] : []), ...(replies ? [findings.lowRated] : [])],
    ),
  }
}

function describeReplies({ words, say }: Locale, { lowRated, answered }: CountedInsights): string | null {
  const { repliedNone, repliedAll, repliedSome } = words.insights.faq
  const [count, part] = [countGroup(lowRated), countGroup(answered)]
  if (count < ENOUGH_CRITICS) return null
  const message = part === 0 ? repliedNone : part === count ? repliedAll : repliedSome
  return say(message, { part, count })
}
