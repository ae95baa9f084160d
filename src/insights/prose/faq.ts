/** Answers the questions customers ask, from counts and with quotes from reviews. */
import type { Locale } from '../../locale/locale.ts'
import type { AspectInsight } from '../../model/insights.ts'
import type { CountedInsights } from '../counts/evidence.ts'
import type { ReviewQuote } from '../counts/quote-candidates.ts'
import { answerAspect, hasFewMentions } from './aspect-answers.ts'
import { answerAreas, answerPeople, answerServices } from './business-answers.ts'
import type { FaqEntry } from './phrasing.ts'
import { answerPrices } from './price-answers.ts'
import { answerCriticism, answerProblems, MAKING_GOOD } from './problem-answers.ts'

const MOST_QUESTIONS = 10

/** Leaves out questions that too few reviews help to answer. No review is quoted twice. */
export function answerQuestions(findings: CountedInsights, locale: Locale): FaqEntry[] {
  const quoted: ReviewQuote[] = []
  const others = [
    answerPeople(findings, quoted, locale),
    answerCriticism(findings, quoted, locale),
    answerProblems(findings, quoted, locale),
    answerPrices(findings, locale),
    answerServices(findings, quoted, locale),
    answerAreas(findings, locale),
  ].filter(answer => answer !== null)
  const aspects = findings.aspects
    .filter(({ id }) => !MAKING_GOOD.includes(id))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .values()
    .map(aspect => answerAspect(findings, aspect, quoted, locale))
    .filter(answer => answer !== null)
    .take(MOST_QUESTIONS - others.length)
  return [...others, ...aspects]
}

/** What most customers choose by comes first, then what is mentioned most; last what too few mention to draw conclusions. */
const ASKED_FIRST = ['pricing', 'quality', 'punctuality']
function rankOf(aspect: AspectInsight): number {
  if (hasFewMentions(aspect)) return ASKED_FIRST.length + 1
  return ASKED_FIRST.includes(aspect.id) ? ASKED_FIRST.indexOf(aspect.id) : ASKED_FIRST.length
}
