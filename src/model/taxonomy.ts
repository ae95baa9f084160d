/** What reviews of a trade mention: aspects and problems, with the phrases that signal them. */
import { z } from 'zod'
import { described } from './json-schema.ts'

/** Also used in URLs: `technical_knowledge`. */
const AspectId = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'must be words in lower case, joined by _')

export const Trade = z.enum([
  ...['general', 'home', 'heating_cooling', 'plumbing', 'electrical', 'law', 'restaurant', 'salon', 'movers'],
  ...['dental', 'auto_repair', 'senior_living', 'vet', 'bakery', 'bar', 'gym', 'hotel', 'shop'],
] as const)
export type Trade = z.infer<typeof Trade>

/** The aspect of an opinion on the business as a whole, or one that fits no other aspect. Part of every trade. */
export const WHOLE = 'general'

const Cues = z
  .array(z.string().min(1))
  .default([])
  .describe(
    'Phrases in lower case: `*` is any ending, `(a|b)` a choice, `~` a gap of up to two words, `#` a number.',
  )

export const Aspect = z.strictObject(
  described('Aspect', {
    id: AspectId,
    label: z.string().min(1).optional(),
    question: z.string().min(1).optional(),
    good: Cues,
    bad: Cues,
    about: Cues,
  }),
)
export type Aspect = z.infer<typeof Aspect>

export const Problem = z.strictObject({ id: AspectId, label: z.string().min(1), cues: Cues })
export type Problem = z.infer<typeof Problem>

export const Taxonomy = z.strictObject(
  described('Taxonomy', {
    id: Trade,
    label: z.string().min(1),
    extends: Trade.nullable(),
    omit: z.array(AspectId).default([]),
    asked: z.array(AspectId),
    aspects: z.array(Aspect),
    problems: z.array(Problem).default([]),
  }),
)
export type Taxonomy = z.infer<typeof Taxonomy>

/** The owner's choice of trade, and additional aspects and problems. */
export const OwnTaxonomy = z.strictObject({
  trade: Trade.optional().describe('Derived from the category if absent.'),
  aspects: z.array(Aspect).default([]),
  problems: z.array(Problem).default([]),
})
