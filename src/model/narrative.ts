/** What a language model wrote about the reviews, and what it is based on. */
import { z } from 'zod'
import { cleanLine, described } from './scalars.ts'

const Line = z.string().transform(cleanLine)
const Quote = z.strictObject(described('Quote', { review_id: z.string(), text: z.string() }))
const Statement = described('Statement', {
  review_ids: z.array(z.string()),
  quotes: z.array(Quote),
})

/** Endpoints differ in which length limits a strict schema may contain, so it has none: the check enforces them. */
export const NarratorAnswer = z.strictObject(
  described('NarratorAnswer', {
    claims: z.array(z.strictObject({ text: Line, ...Statement })),
    faq: z.array(z.strictObject({ question: Line, answer: Line, ...Statement })),
    pull_quote: Quote.nullable(),
  }),
)
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
