/** A customer's review: as it is published, and as a row of our own file format. */
import { z } from 'zod'
import {
  Count,
  cleanLine,
  cleanText,
  cleanUrl,
  IsoDate,
  LanguageTag,
  ServiceUrl,
  Slug,
  Stars,
  Timestamp,
  Ulid,
  Url,
} from './scalars.ts'

export const OwnerReply = z.object({ text: z.string().min(1), date: IsoDate }).meta({ id: 'OwnerReply' })
export type OwnerReply = z.infer<typeof OwnerReply>

export const VerificationLevel = z.enum(['transaction', 'invited', 'platform', 'none'])
export type Level = z.infer<typeof VerificationLevel>

/** From the weakest to the strongest. */
export const Basis = z.enum(['owner', 'link', 'pull', 'export'])
export type Basis = z.infer<typeof Basis>

export const Verification = z
  .object({
    level: VerificationLevel.describe(
      'How the review was tied to a real customer: a transaction, an invitation, the platform it was written on, or nothing.',
    ),
    method: z.string().nullable().describe('How that was done, for people.'),
    basis: Basis.describe(
      "What its origin rests on: an export of the source, a pull from it, an id and a link there, or only the owner's word.",
    ),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

/** What a file or a rule of the business says. */
export type StatedVerification = Pick<Verification, 'level' | 'method'>

export const Mentions = z
  .object({
    technicians: z.array(z.string()).describe('Names, as the business lists them.'),
    services: z.array(Slug).describe('Service ids.'),
    service_areas: z.array(Slug).describe('Service area ids.'),
  })
  .meta({ id: 'Mentions', description: 'Whom and what the text mentions.' })
export type Mentions = z.infer<typeof Mentions>

export const DatePrecision = z.enum(['day', 'week', 'month', 'year'])
export type DatePrecision = z.infer<typeof DatePrecision>

export const Translation = z.object({ language: LanguageTag.nullable(), text: z.string().min(1) }).meta({
  id: 'Translation',
  description: "The source's translation of the text; the text itself is the original.",
})
export type Translation = z.infer<typeof Translation>

export const Tag = z.object({ label: z.string().min(1), sentiment: z.enum(['positive', 'negative']) }).meta({
  id: 'Tag',
  description: 'What the customer ticked at the source besides writing, such as Punctuality.',
})
export type Tag = z.infer<typeof Tag>

/** The name shown for an author without one. */
export const ANONYMOUS = 'Anonymous'

export const Review = z
  .object({
    id: Ulid.describe('Stable: the same review has the same id on every machine and after every import.'),
    author: z.string().describe('The display name; "Anonymous" if the source has none.'),
    author_avatar_url: Url.nullable(),
    rating: Stars,
    date: IsoDate.describe('The day the review was written.'),
    text: z.string().nullable().describe('null for a rating without a comment.'),
    source: z.string().describe('Where it was written: google, yelp, trustpilot, facebook, direct, …'),
    source_url: Url.nullable().describe('The permalink at the source.'),
    owner_reply: OwnerReply.nullable(),
    verified: z.boolean(),
    updated_at: Timestamp.describe('When this service last saw the content change.'),
    revision: z.int().min(1),
    language: LanguageTag.nullable(),
    verification: Verification,
    incentive: z
      .boolean()
      .nullable()
      .describe('Whether the customer got a reward for writing it; null if unknown.'),
    mentions: Mentions,
    date_precision: DatePrecision.describe(
      'How exactly the source states the date: "3 weeks ago" is exact to a week. Trends use only dates that are exact to the day.',
    ),
    translation: Translation.nullable(),
    tags: z.array(Tag),
    url: ServiceUrl.describe('The page of the review on this site.'),
  })
  .meta({ id: 'Review', description: 'One published review. Every key is always present.' })
export type Review = z.infer<typeof Review>

const Line = z.string().max(300).transform(cleanLine)
const Prose = z.string().max(20_000).transform(cleanText)
const Link = Url.transform(cleanText).transform(cleanUrl)
/** For what identifies or dates a row: there, null is the same as missing. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)
/** For a value of the review: missing leaves what is stored, null clears it. */
const clearable = <T extends z.ZodType>(schema: T) => schema.nullable().optional()

/**
 * A row of our own file format: the review record without what this service adds itself, plus the source's own identifier.
 * Keys not named here are dropped, so nothing private slips in. A row may lack anything but its source, as long as it
 * updates a stored review; a new review needs a rating and a date.
 */
export const ReviewRow = z.object({
  id: orNull(Ulid),
  source_id: orNull(
    z
      .string()
      .max(500)
      .transform(cleanText)
      .pipe(
        z
          .string()
          .min(1)
          .refine(id => !id.startsWith('erased:'), 'must not begin with erased:'),
      ),
  ),
  author: Line.nullable()
    .transform(name => name || ANONYMOUS)
    .optional(),
  author_avatar_url: clearable(Link),
  rating: Stars.optional(),
  date: IsoDate.optional(),
  text: Prose.nullable()
    .transform(text => text || null)
    .optional(),
  source: Slug.max(40),
  source_url: clearable(Link),
  owner_reply: clearable(z.object({ text: Prose.pipe(z.string().min(1)), date: IsoDate.optional() })),
  verified: clearable(z.boolean()),
  updated_at: orNull(Timestamp),
  language: clearable(LanguageTag),
  verification: clearable(
    z
      .object({ level: VerificationLevel.optional(), method: clearable(Line), basis: Basis.optional() })
      .refine(({ level, basis }) => level !== undefined || basis !== undefined, {
        path: ['level'],
        message: 'is missing',
      }),
  ),
  incentive: clearable(z.boolean()),
  date_precision: DatePrecision.optional(),
  translation: clearable(z.object({ language: clearable(LanguageTag), text: Prose.pipe(z.string().min(1)) })),
  tags: z
    .array(Tag.extend({ label: Line.pipe(z.string().min(1)) }))
    .max(50)
    .nullable()
    .transform(tags => tags ?? [])
    .optional(),
})
export type ReviewRow = z.infer<typeof ReviewRow> & {
  /** A headline without a text, from another format: the text of a new review, and no change to a stored one. */
  title?: string
  /** How the row came here, where that says more than the row itself. */
  evidence?: 'export' | 'pull' | 'sync'
}

const SourceRating = z.object({ rating_value: z.number().min(1).max(5), review_count: Count })

export const AggregateRating = z
  .object({
    rating_value: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .describe('The mean to two decimals; null without reviews.'),
    review_count: Count,
    best_rating: z.literal(5),
    worst_rating: z.literal(1),
    distribution: z.object({ 5: Count, 4: Count, 3: Count, 2: Count, 1: Count }),
    by_source: z.record(z.string(), SourceRating),
  })
  .meta({ id: 'AggregateRating' })
export type AggregateRating = z.infer<typeof AggregateRating>
