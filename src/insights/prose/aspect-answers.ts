/** Answers the question about one aspect: the balance of opinions, how it differs by year, and what either side writes. */
import { type Catalog, inSentence, type Locale } from '../../locale/locale.ts'
import type { AspectInsight } from '../../model/insights.ts'
import { daysOf } from '../../model/scalars.ts'
import { ENOUGH_MENTIONS } from '../counts/evidence.ts'
import type { QuoteCandidate } from '../counts/quote-candidates.ts'
import type { MentionGroup } from '../counts/review-groups.ts'
import {
  type AnswerQuestion,
  composeAnswer,
  listed,
  mentionCount,
  sayCounts,
  sayEach,
  takeQuote,
} from './phrasing.ts'

const ENOUGH_JUDGING = 3

export const answerAspect =
  (aspect: AspectInsight): AnswerQuestion =>
  ({ questions, mentions }, locale, quoted) => {
    const question = questions.find(({ id }) => id === aspect.id)?.question
    if (!question || !isJudged(aspect)) return null
    const group = mentions('aspects', aspect.id)
    const verdict = describeVerdict(locale, locale.words.insights.faq.aboutIt, aspect)
    const quotes = quoteSides(locale, group, quoted)
    return composeAnswer(locale, question, [verdict, compareYears(locale, aspect)], quotes, [group])
  }

export const isJudged = ({ mention_count, positive_count, negative_count }: AspectInsight) =>
  mention_count >= ENOUGH_MENTIONS && positive_count + negative_count >= ENOUGH_JUDGING

/** Whether the aspect is named or was asked for just before. */
type VerdictMessages = Catalog['insights']['faq']['aboutIt']

/** Never a yes or no: the question may be phrased either way ("Does it hurt?"). */
export function describeVerdict(
  locale: Locale,
  messages: VerdictMessages,
  aspect: AspectInsight,
): string {
  const {
    id,
    label,
    mention_count: all,
    positive_count: positive,
    negative_count: negative,
  } = aspect
  const values = {
    label,
    aspect: inSentence(locale, label),
    balance: describeSides(locale, aspect),
  }
  const verdict = judge(locale.words.insights.faq, aspect)
  const message =
    positive === all
      ? messages.allPositive
      : negative === all
        ? messages.allNegative
        : messages.judged
  return sayCounts(
    locale,
    message,
    { count: mentionCount('aspects', id, all) },
    { ...values, verdict },
  )
}

/** `5 are positive and 2 are negative`, the larger side first. That nothing was found on a side does not mean that nobody wrote it. */
function describeSides(locale: Locale, aspect: AspectInsight): string {
  const sides = SIDES.toSorted((a, b) => aspect[`${b}_count`] - aspect[`${a}_count`])
    .filter(sentiment => aspect[`${sentiment}_count`] > 0)
    .map(sentiment => {
      const count = mentionCount('aspects', aspect.id, aspect[`${sentiment}_count`], { sentiment })
      return sayCounts(locale, locale.words.insights.faq[sentiment], { count })
    })
  return listed(locale, sides)
}

function judge(words: Catalog['insights']['faq'], aspect: AspectInsight): string {
  const { mention_count: all, positive_count: positive, negative_count: negative } = aspect
  const judged = positive + negative
  const isPositive = positive > negative
  const most = Math.max(positive, negative)
  if (2 * judged < all) return words.undecided
  if (3 * most < 2 * judged) return words.mixed
  if (most / all >= 0.9) return isPositive ? words.nearlyAllPositive : words.nearlyAllNegative
  if (most / all >= 0.6) return isPositive ? words.mostlyPositive : words.mostlyNegative
  return isPositive ? words.morePositive : words.moreNegative
}

const MOST_YEARS = 3
const ENOUGH_IN_YEAR = 5

/** null unless at least two years have enough mentions to compare. Years long past say nothing without those that followed. */
function compareYears(locale: Locale, { id, yearly }: AspectInsight): string | null {
  const { byYear, yearFirst, yearNext } = locale.words.insights.faq
  const years = yearly
    .filter(({ mention_count }) => mention_count >= ENOUGH_IN_YEAR)
    .toSorted((a, b) => b.year - a.year)
    .slice(0, MOST_YEARS)
  if (years.length < 2 || years[0]!.year < yearly.at(-1)!.year - 1) return null
  const shares = years.map(({ year, positive_count, mention_count }) => {
    const days = daysOf(String(year))
    return {
      counts: {
        positive: mentionCount('aspects', id, positive_count, { sentiment: 'positive', ...days }),
        count: mentionCount('aspects', id, mention_count, days),
      },
      values: { year: String(year) },
    }
  })
  return locale.say(byYear, {
    years: listed(locale, sayEach(locale, [yearFirst, yearNext], shares)),
  })
}

const ENOUGH_OTHERS = 3

/** Quotes the larger side, and the smaller one if it is at least three mentions and a fifth of all. */
function quoteSides(
  locale: Locale,
  group: MentionGroup,
  quoted: QuoteCandidate[],
): QuoteCandidate[] {
  const { count, positive, negative } = group.tally
  const others = Math.min(positive, negative)
  const isBothSided = others >= ENOUGH_OTHERS && others >= 0.2 * count
  const larger = SIDES.toSorted((a, b) => group.tally[b] - group.tally[a])
  return larger
    .slice(0, isBothSided ? 2 : 1)
    .flatMap(side => takeQuote(locale, [group], side, quoted))
}

export const SIDES = ['positive', 'negative'] as const
