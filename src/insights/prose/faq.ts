/** Answers the questions customers ask, from counts and with quotes from reviews. */
import type { Locale } from '../../locale/locale.ts'
import type { AspectInsight } from '../../model/insights.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import type { QuoteCandidate } from '../counts/quote-candidates.ts'
import { answerAspect } from './aspect-answers.ts'
import { answerAreas, answerPeople, answerPrices, answerServices } from './business-answers.ts'
import { type AnswerQuestion, type FaqEntry, separateLinks } from './phrasing.ts'
import { answerCriticism, answerProblems, MAKING_GOOD } from './problem-answers.ts'

const MOST_QUESTIONS = 10
const FIRST_ANSWERS: AnswerQuestion[] = [
  answerPeople,
  answerCriticism,
  answerProblems,
  answerPrices,
  answerServices,
  answerAreas,
]

/** Leaves out questions that too few reviews help to answer. No review is quoted twice. */
export function answerQuestions(findings: CountedInsights, locale: Locale): FaqEntry[] {
  const quoted: QuoteCandidate[] = []
  const aspects = findings.qualities
    .filter(({ id }) => !MAKING_GOOD.includes(id))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(aspect => answerAspect(aspect))
  return [...FIRST_ANSWERS, ...aspects]
    .values()
    .map(answer => answer(findings, locale, quoted))
    .filter(entry => entry !== null)
    .take(MOST_QUESTIONS)
    .map(({ answer: composed, ...entry }) => {
      const { text: answer, links } = separateLinks(composed, findings.searchUrl)
      return { ...entry, answer, links }
    })
    .toArray()
}

/** What most customers choose by comes first, then what is mentioned most. */
const ASKED_FIRST = ['pricing', 'quality', 'punctuality']
const rankOf = ({ id }: AspectInsight) =>
  ASKED_FIRST.includes(id) ? ASKED_FIRST.indexOf(id) : ASKED_FIRST.length
