/** What customers of this trade ask about each aspect that fits the business, in the order in which they ask. */
import { aboutProblems } from '../../insights/prose/problem-answers.ts'
import { resolveLocalTaxonomy } from '../../insights/text/local-taxonomy.ts'
import { localeOf } from '../../locale/locale.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { AspectInsight } from '../../model/insights.ts'
import type { Taxonomy } from '../../model/taxonomy.ts'

export type CustomerQuestion = ReturnType<typeof listQuestions>[number]

/** The owner's own aspects come last, then discovered ones; one without a question is asked about by its label. */
export function listQuestions(all: Taxonomy[], business: BusinessFile, counted: AspectInsight[]) {
  const { trade, aspects } = resolveLocalTaxonomy(all, business)
  const { asked } = all.find(({ id }) => id === trade)!
  const rankOf = (id: string) => (asked.includes(id) ? asked.indexOf(id) : asked.length)
  const problems = aboutProblems(counted)?.id
  const { words } = localeOf(business.locale)
  const discovered: { id: string; label: string; question?: string }[] = counted.filter(
    ({ origin }) => origin === 'discovered',
  )
  const listed = aspects
    .filter(({ id }) => counted.some(one => one.id === id))
    .toSorted((a, b) => rankOf(a.id) - rankOf(b.id))
  return [...listed, ...discovered].map(({ id, label, question = label }) => ({
    /** Of the aspect. */
    id,
    question: id === problems ? words.insights.faq.problems : question,
    /** Its answer also tells how many critical reviews the business replied to. */
    isAboutProblems: id === problems,
  }))
}
