/** What a language model wrote about the reviews, and what it is based on. */
import { z } from 'zod'
import { cleanLine } from './scalars.ts'

const Line = z.string().transform(cleanLine)
const Quote = z.strictObject({
  review_id: z.string(),
  text: z.string().describe('Copied from the text of that review, character by character.'),
})
const Statement = {
  review_ids: z.array(z.string()).describe('1 to 20 ids of the reviews that it rests on.'),
  quotes: z.array(Quote).describe('Every quotation that it contains.'),
}

/** Endpoints differ in which length limits a strict schema may contain, so it has none: the check enforces them. */
export const NarratorAnswer = z.strictObject({
  claims: z
    .array(z.strictObject({ text: Line, ...Statement }))
    .describe('The summary, one claim a sentence.'),
  faq: z.array(z.strictObject({ question: Line, answer: Line, ...Statement })),
  pull_quote: Quote.nullable().describe('One sentence of a customer that stands for the praise.'),
})
export type NarratorAnswer = z.infer<typeof NarratorAnswer>

export interface Narrative extends NarratorAnswer {
  /** The name of the language model. */
  model: string
  /** Digests of the facts, and of the whole request. */
  facts_digest: string
  request_digest: string
  /** The digest of each cited review as it was then, by id. */
  review_digests: Record<string, string>
}
