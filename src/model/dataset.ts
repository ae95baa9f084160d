/** Responses that contain reviews, and the rating summary. */
import { z } from 'zod'
import { Business } from './business.ts'
import { History, Revision } from './change.ts'
import { AggregateRating, Review } from './review.ts'
import { Count, IsoDate, Timestamp, Ulid, Url } from './scalars.ts'
import { Facets, Misspelled, Passage, Unrecognized } from './search.ts'
import { SiteFile } from './site.ts'

export const ReviewsDataset = z
  .object({
    business: Business,
    aggregate_rating: AggregateRating,
    reviews: z.array(Review).describe('Newest first: by date, then by id.'),
    verification_policy: z.string(),
    license: z.string().nullable(),
    last_modified: Timestamp,
    history: History,
  })
  .meta({ id: 'ReviewsDataset' })
export type ReviewsDataset = z.infer<typeof ReviewsDataset>

/** One review by itself. */
export const ReviewWithRevisions = Review.extend({
  revisions: z.array(Revision).describe('What changed since it was first stored here, oldest first.'),
}).meta({ id: 'ReviewWithRevisions' })
export type ReviewWithRevisions = z.infer<typeof ReviewWithRevisions>

export const RatingSummary = z
  .object({
    business: Business.pick({ id: true, name: true, url: true, fictional: true }),
    page_url: Url.describe('The page where people read the reviews.'),
    aggregate_rating: AggregateRating,
    accent_color: SiteFile.shape.accent_color,
    last_modified: Timestamp,
  })
  .meta({ id: 'RatingSummary', description: 'What a badge or a widget shows.' })
export type RatingSummary = z.infer<typeof RatingSummary>

export const SearchResult = z
  .object({
    matched: Count.describe('All matching reviews.'),
    returned: Count.describe('The reviews in this response.'),
    reviews: z.array(Review),
    next_cursor: z
      .string()
      .nullable()
      .describe('Send it as cursor to get the next page; null on the last page.'),
    unrecognized: z
      .array(Unrecognized)
      .optional()
      .describe('Only if a name is unknown. Then nothing matches.'),
    misspelled: z
      .array(Misspelled)
      .optional()
      .describe('Only if no review has a word, and some have one that differs by a letter.'),
    facets: Facets.optional().describe('Only if requested: the options that find something.'),
    evidence: z
      .record(Ulid, z.array(Passage))
      .optional()
      .describe(
        'Only if requested: the passages of each returned review that match, in the order of the text, then those of its translation and of the reply. Tags have none.',
      ),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

export const SinceResult = z
  .object({ since: IsoDate, matched: Count, returned: Count, reviews: z.array(Review) })
  .meta({ id: 'SinceResult' })
export type SinceResult = z.infer<typeof SinceResult>
