/** Answers about what goes wrong: what customers criticize, whether that changed, and how problems are handled. */
import type { Locale } from '../../locale/locale.ts'
import type { AspectInsight } from '../../model/insights.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import { countGroup, sideOf } from '../counts/review-groups.ts'
import { describeVerdict, isJudged, SIDES } from './aspect-answers.ts'
import { type AnswerQuestion, composeAnswer, listShares, sayCounts, takeQuote } from './phrasing.ts'
import { describeChange } from './time-claims.ts'

const ENOUGH_CRITICS = 3
const MOST_LISTED = 3

export const answerCriticism: AnswerQuestion = (findings, locale, quoted) => {
  const words = locale.words.insights.faq
  const worst = findings.qualities
    .filter(({ negative_count }) => negative_count >= ENOUGH_CRITICS)
    .sort((a, b) => b.negative_count - a.negative_count)
    .slice(0, MOST_LISTED)
  if (worst.length === 0) return null
  const groups = worst.map(({ id }) => findings.mentions('aspects', id))
  const quote = takeQuote(locale, [groups[0]!], 'negative', quoted)
  const messages = [
    words.aspectFirst,
    words.aspectNext,
    words.aspectFirstAll,
    words.aspectNextAll,
  ] as const
  const aspects = listShares(locale, messages, 'aspects', 'negative', worst)
  const sentences = [
    locale.say(words.criticism, { aspects }),
    describeChanges(locale, findings, worst),
  ]
  const critical = groups.map(group => sideOf(group, 'negative'))
  return composeAnswer(locale, words.criticized, sentences, quote, critical)
}

/** What a test supports. That it supports nothing is said only if there is enough to compare. */
function describeChanges(
  locale: Locale,
  findings: CountedInsights,
  aspects: AspectInsight[],
): string | null {
  const { aspectChanges, mentions } = findings
  const changes = aspectChanges.filter(({ id }) => aspects.some(aspect => aspect.id === id))
  if (changes.length > 0)
    return changes
      .map(change => describeChange(locale, change, mentions('aspects', change.id)))
      .join(' ')
  return aspects.every(isComparable) ? locale.words.insights.faq.noChange : null
}

const ENOUGH_IN_A_YEAR = 10

const isComparable = ({ yearly }: AspectInsight) =>
  yearly.filter(
    ({ positive_count, negative_count }) => positive_count + negative_count >= ENOUGH_IN_A_YEAR,
  ).length > 1

/** Aspects that are about putting problems right; they have no other question. */
export const MAKING_GOOD = ['claims', 'follow_up']

/** The aspect that tells how problems are handled, if enough reviews judge one. */
export const aboutProblems = (aspects: AspectInsight[]) =>
  MAKING_GOOD.map(wanted => aspects.find(({ id }) => id === wanted)).find(
    one => one !== undefined && isJudged(one),
  )

export const answerProblems: AnswerQuestion = (findings, locale, quoted) => {
  const words = locale.words.insights.faq
  const aspect = aboutProblems(findings.aspects)
  const replies = describeReplies(locale, findings)
  if (!aspect && !replies) return null
  const groups = aspect ? [findings.mentions('aspects', aspect.id)] : []
  const quotes = aspect ? SIDES.flatMap(side => takeQuote(locale, groups, side, quoted)) : []
  const sentences = [replies, aspect ? describeVerdict(locale, words.aboutAspect, aspect) : null]
  const cited = replies ? [...groups, findings.critical] : groups
  const question = aspect ? words.problems : words.answersCritics
  return composeAnswer(locale, question, sentences, quotes, cited)
}

/** Whether critics get an answer; null if there are too few of them. */
export function describeReplies(
  locale: Locale,
  { critical, answered }: CountedInsights,
): string | null {
  const { repliedNone, repliedAll, repliedSome } = locale.words.insights.faq
  const [count, part] = [countGroup(critical), countGroup(answered)]
  if (count < ENOUGH_CRITICS) return null
  const message = part === 0 ? repliedNone : part === count ? repliedAll : repliedSome
  return sayCounts(locale, message, {
    part: { count: part, filter: { critical: true, has_reply: true } },
    count: { count, filter: { critical: true } },
  })
}
