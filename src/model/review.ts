/** A customer's review: as it is published, and as a row of our own file format. */
import { z } from 'zod'
import {
  Count,
  cleanLine,
  cleanText,
  cleanUrl,
  IsoDate,
  LanguageTag,
  named,
  ServiceUrl,
  Slug,
  Stars,
  Timestamp,
  Ulid,
  Url,
} from './scalars.ts'

export const OwnerReply = z
  .object({ text: z.string().min(1), date: IsoDate })
  .meta({ id: 'OwnerReply' })
export type OwnerReply = z.infer<typeof OwnerReply>

export const VerificationLevel = z.enum(['transaction', 'invited', 'platform', 'none'])
export type Level = z.infer<typeof VerificationLevel>

/** From the weakest to the strongest. */
export const Basis = z.enum(['owner', 'link', 'pull', 'export'])
export type Basis = z.infer<typeof Basis>

export const Verification = named('Verification', {
  level: VerificationLevel,
  method: z.string().nullable(),
  basis: Basis,
})
export type Verification = z.infer<typeof Verification>

/** What a file or a rule of the business says. */
export type StatedVerification = Pick<Verification, 'level' | 'method'>

export const Mentions = named('Mentions', {
  technicians: z.array(z.string()),
  services: z.array(Slug),
  service_areas: z.array(Slug),
})
export type Mentions = z.infer<typeof Mentions>

export const DatePrecision = z.enum(['day', 'week', 'month', 'year'])
export type DatePrecision = z.infer<typeof DatePrecision>

export const Translation = named('Translation', {
  language: LanguageTag.nullable(),
  text: z.string().min(1),
})
export type Translation = z.infer<typeof Translation>

export const Tag = named('Tag', {
  label: z.string().min(1),
  sentiment: z.enum(['positive', 'negative']),
})
export type Tag = z.infer<typeof Tag>

/** How many photos or sub-ratings a review may have. */
export const MOST_EXTRAS = 20
const PhotoLink = Url.max(2000).transform(cleanText).transform(cleanUrl)
export const Photo = named('Photo', { url: PhotoLink, source_url: PhotoLink.nullable() })
export type Photo = z.infer<typeof Photo>

const Line = z.string().max(300).transform(cleanLine)
/** Anyone's text, so never look one up in an object. */
export const SubRatingName = Line.pipe(z.string().regex(/^\p{L}.{0,59}$/u, 'must be a short name'))
const SubRatings = z.record(SubRatingName, z.number().min(1).max(5))
export type SubRatings = z.infer<typeof SubRatings>

/** The name shown for an author without one. */
export const ANONYMOUS = 'Anonymous'

export const Review = named('Review', {
  id: Ulid,
  author: z.string(),
  author_avatar_url: Url.nullable(),
  rating: Stars,
  date: IsoDate,
  text: z.string().nullable(),
  source: z.string(),
  source_url: Url.nullable(),
  owner_reply: OwnerReply.nullable(),
  verified: z.boolean(),
  updated_at: Timestamp,
  revision: z.int().min(1),
  language: LanguageTag.nullable(),
  verification: Verification,
  incentive: z.boolean().nullable(),
  mentions: Mentions,
  date_precision: DatePrecision,
  translation: Translation.nullable(),
  tags: z.array(Tag),
  photos: z.array(Photo),
  sub_ratings: SubRatings,
  url: ServiceUrl,
})
export type Review = z.infer<typeof Review>

const Prose = z.string().max(20_000).transform(cleanText)
const Link = Url.transform(cleanText).transform(cleanUrl)
/** For what identifies or dates a row: there, null is the same as missing. */
const orNull = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform(value => value ?? null)
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
  owner_reply: clearable(
    z.object({ text: Prose.pipe(z.string().min(1)), date: IsoDate.optional() }),
  ),
  verified: clearable(z.boolean()),
  updated_at: orNull(Timestamp),
  language: clearable(LanguageTag),
  verification: clearable(
    z
      .object({
        level: VerificationLevel.optional(),
        method: clearable(Line),
        basis: Basis.optional(),
      })
      .refine(({ level, basis }) => level !== undefined || basis !== undefined, {
        path: ['level'],
        message: 'is missing',
      }),
  ),
  incentive: clearable(z.boolean()),
  date_precision: DatePrecision.optional(),
  translation: clearable(
    z.object({ language: clearable(LanguageTag), text: Prose.pipe(z.string().min(1)) }),
  ),
  tags: z
    .array(Tag.extend({ label: Line.pipe(z.string().min(1)) }))
    .max(50)
    .nullable()
    .transform(tags => tags ?? [])
    .optional(),
  photos: z.array(Photo).max(MOST_EXTRAS).optional(),
  sub_ratings: SubRatings.optional(),
})
export type ReviewRow = z.infer<typeof ReviewRow> & {
  /** A headline without a text, from another format: the text of a new review, and no change to a stored one. */
  title?: string
  /** How the row came here, where that says more than the row itself. */
  evidence?: 'export' | 'pull' | 'sync'
}

const SourceRating = z.object({ rating_value: z.number().min(1).max(5), review_count: Count })

export const AggregateRating = named('AggregateRating', {
  rating_value: z.number().min(1).max(5).nullable(),
  review_count: Count,
  best_rating: z.literal(5),
  worst_rating: z.literal(1),
  distribution: z.object({ 5: Count, 4: Count, 3: Count, 2: Count, 1: Count }),
  by_source: z.record(z.string(), SourceRating),
})
export type AggregateRating = z.infer<typeof AggregateRating>
