/** What reviews of a trade speak of: aspects and problems, with the words that tell them. */
import { z } from 'zod'

/** As in an aspect's address: `technical_knowledge`. */
const AspectId = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'must be words in lower case, joined by _')

export const Trade = z.enum([
  'general',
  'home',
  'heating_cooling',
  'plumbing',
  'electrical',
  'law',
  'restaurant',
  'salon',
  'movers',
  'dental',
  'auto_repair',
  'senior_living',
])
export type Trade = z.infer<typeof Trade>

const Cues = z
  .array(z.string().min(1))
  .default([])
  .describe(
    'Phrases in lower case: `*` is any ending, `(a|b)` a choice, `~` up to two words between, `#` a number.',
  )

export const Aspect = z.strictObject({
  id: AspectId,
  label: z.string().min(1).optional(),
  question: z.string().min(1).optional().describe('As a customer would ask it.'),
  good: Cues.describe('Phrases that by themselves praise it.'),
  bad: Cues.describe('Phrases that by themselves criticise it.'),
  about: Cues.describe('Phrases that name it without a verdict.'),
})
export type Aspect = z.infer<typeof Aspect>

export const Problem = z.strictObject({ id: AspectId, label: z.string().min(1), cues: Cues })
export type Problem = z.infer<typeof Problem>

export const Taxonomy = z.strictObject({
  id: Trade,
  label: z.string().min(1),
  extends: Trade.nullable(),
  omit: z.array(AspectId).default([]),
  aspects: z.array(Aspect),
  problems: z.array(Problem).default([]),
})
export type Taxonomy = z.infer<typeof Taxonomy>

/** The owner's choice, and what their own customers speak of besides. */
export const OwnTaxonomy = z.strictObject({
  trade: Trade.optional().describe('Taken from the category when absent.'),
  aspects: z.array(Aspect).default([]),
  problems: z.array(Problem).default([]),
})
