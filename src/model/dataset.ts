/** Responses that contain reviews, and the rating summary. */
import { z } from 'zod'
import { Business, SiteFile } from './business.ts'
import { History, Revision } from './change.ts'
import { AggregateRating, Review } from './review.ts'
import { Count, IsoDate, named, object, Timestamp, Ulid, Url } from './scalars.ts'
import { Facets, Misspelled, Passage, Unrecognized } from './search.ts'

export const ReviewsOfYear = named('ReviewsOfYear', {
  year: z.int(),
  review_count: Count,
  reviews: z.array(Review),
})

export const ReviewsDataset = named('ReviewsDataset', {
  business: Business,
  aggregate_rating: AggregateRating,
  reviews: z.array(Review),
  verification_policy: z.string(),
  license: z.string().nullable(),
  last_modified: Timestamp,
  history: History,
  parts: object('DatasetParts', {
    jsonl_url: Url,
    years: z.array(z.object({ year: z.int(), review_count: Count, url: Url })),
  }),
})
export type ReviewsDataset = z.infer<typeof ReviewsDataset>

/** One review by itself. */
export const ReviewWithRevisions = named('ReviewWithRevisions', {
  ...Review.shape,
  revisions: z.array(Revision),
})

export const RatingSummary = named('RatingSummary', {
  business: Business.pick({ id: true, name: true, url: true, fictional: true }),
  page_url: Url,
  aggregate_rating: AggregateRating,
  accent_color: SiteFile.shape.accent_color,
  last_modified: Timestamp,
})
export type RatingSummary = z.infer<typeof RatingSummary>

export const SearchResult = named('SearchResult', {
  matched: Count,
  returned: Count,
  reviews: z.array(Review),
  next_cursor: z.string().nullable(),
  unrecognized: z.array(Unrecognized).optional(),
  misspelled: z.array(Misspelled).optional(),
  facets: Facets.optional(),
  evidence: z.record(Ulid, z.array(Passage)).optional(),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SinceResult = z
  .object({ since: IsoDate, matched: Count, returned: Count, reviews: z.array(Review) })
  .meta({ id: 'SinceResult' })
