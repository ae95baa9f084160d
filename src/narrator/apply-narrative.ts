/** Makes a narrative from a checked answer, and replaces the offline text with it while it is still true. */
import { hash } from 'node:crypto'
import type { Insights } from '../model/insights.ts'
import type { Narrative, NarratorAnswer } from '../model/narrative.ts'
import { checkAnswer } from './check-answer.ts'
import type { Facts, Source } from './facts.ts'
import type { NarratorRequest } from './llm-request.ts'

type Text = Pick<Insights, 'model' | 'summary' | 'summary_claims' | 'faq' | 'pull_quote'>

/** To detect changes of what a narrative is based on. */
const digestParts = (content: string) => hash('sha256', content, 'base64url').slice(0, 22)

const digestSource = ({ rating, text }: Pick<Source, 'rating' | 'text'>) =>
  digestParts(JSON.stringify([rating, text]))

export const digestFacts = (facts: Facts) => digestParts(JSON.stringify(facts))

/** Includes the model, because another one may write another text. */
export const digestRequest = (model: string, { instructions, data }: NarratorRequest) =>
  digestParts(JSON.stringify([model, instructions, data]))

export function makeNarrative(
  answer: NarratorAnswer,
  origin: Pick<Narrative, 'model' | 'facts_digest' | 'request_digest'>,
  sample: Source[],
): Narrative {
  const cited = new Set(citedIn(answer))
  const digests = sample.filter(({ id }) => cited.has(id)).map(one => [one.id, digestSource(one)])
  return { ...origin, ...answer, review_digests: Object.fromEntries(digests) }
}

export const citedIn = ({ claims, faq, pull_quote }: NarratorAnswer): string[] => [
  ...[...claims, ...faq].flatMap(({ review_ids }) => review_ids),
  ...(pull_quote ? [pull_quote.review_id] : []),
]

/** `published` are the cited reviews as they are now. Keeps the offline text where the narrative is no longer true. */
export function applyNarrative<T extends Text>(
  insights: T,
  narrative: Narrative,
  facts: Facts,
  published: Pick<Source, 'id' | 'rating' | 'text'>[],
): T {
  const unchanged = published.filter(one => narrative.review_digests[one.id] === digestSource(one))
  const sources = new Map(unchanged.map(one => [one.id, one]))
  const isFresh = narrative.facts_digest === digestFacts(facts)
  const checked = checkAnswer(narrative, facts, sources, { isFresh })
  // With too few reviews to sum up, the narrative gets no summary either.
  if ('refusal' in checked || insights.summary === null) return insights
  const { claims, faq, pull_quote } = checked.answer
  return {
    ...insights,
    model: `${insights.model} + ${narrative.model}`,
    faq: faq.length > 0 ? faq.map(({ quotes, ...rest }) => withUniqueIds(rest)) : insights.faq,
    summary: claims.map(({ text }) => text).join(' '),
    summary_claims: claims.map(({ quotes, ...rest }) => withUniqueIds(rest)),
    pull_quote: pull_quote
      ? { text: pull_quote.text, review_id: pull_quote.review_id, is_translation: false }
      : insights.pull_quote,
  }
}

/** The narrator's numbers were checked against the facts, but it does not say what each counts. */
const withUniqueIds = <T extends { review_ids: string[] }>(statement: T) => ({
  ...statement,
  links: [],
  review_ids: [...new Set(statement.review_ids)],
})
