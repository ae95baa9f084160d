/** What operations share in the OpenAPI document. */
import { TEXT } from './operation-parts.ts'

export const TAGS = [
  { name: 'reviews', description: 'All reviews, or those that match.' },
  { name: 'history', description: 'What changed, and the log that proves it.' },
  { name: 'insights', description: 'What the reviews say, counted.' },
  {
    name: 'feeds',
    description: 'The newest reviews and all changes, for feed readers and WebSub.',
  },
  { name: 'agents', description: 'The Model Context Protocol, for AI agents.' },
  { name: 'sharing', description: 'For other websites: rating, badge, oEmbed.' },
  { name: 'service', description: 'The service itself.' },
]

/** Headers of every response with data. */
export const HEADERS = {
  ETag: {
    description: 'A strong validator; differs by content coding.',
    schema: TEXT,
    example: '"Jh3…"',
  },
  'Last-Modified': {
    description: 'When the data last changed.',
    schema: TEXT,
    example: 'Tue, 10 Nov 2026 12:00:00 GMT',
  },
  RateLimit: {
    description:
      'How many requests this client may still send now, and in how many seconds all of them again; on addresses under /api/.',
    schema: TEXT,
    example: '"requests";r=598;t=1',
  },
  'RateLimit-Policy': {
    description:
      'The quota of a client, and its window in seconds (draft-ietf-httpapi-ratelimit-headers); on addresses under /api/.',
    schema: TEXT,
    example: '"requests";q=600;w=60',
  },
}

/** Errors that every GET endpoint shares. */
export const SHARED_ERRORS = {
  method_not_allowed: 'The method is not GET, HEAD or OPTIONS.',
  not_acceptable: 'No acceptable content coding.',
  precondition_failed: 'The data is no longer what If-Match or If-Unmodified-Since says.',
  too_many_requests: 'Too many requests; see Retry-After.',
  internal_error: 'An internal error.',
  unavailable: 'The service is starting or stopping; see Retry-After.',
}

/** The schemas of the model that have a name, in the order in which people read about them. */
export const SCHEMA_NAMES = [
  'ReviewsDataset',
  'ReviewsOfYear',
  'ReviewWithRevisions',
  'Revision',
  'RatingSummary',
  'SearchResult',
  'ReviewStats',
  'GroupOfReviews',
  'SinceResult',
  'Business',
  'AggregateRating',
  'Review',
  'OwnerReply',
  'Photo',
  'Verification',
  'Mentions',
  'Unrecognized',
  'Misspelled',
  'Passage',
  'History',
  'Removal',
  'SourceTotal',
  'Insights',
  'AspectInsight',
  'EntityInsight',
  'TopicInsight',
  'CountLink',
  'ReviewInsight',
  'CorrectedMention',
  'JsonFeed',
  'FeedItem',
  'ChangeFeed',
  'ChangeItem',
  'Translation',
  'Tag',
  'Change',
  'ChangesPage',
  'Tombstone',
  'Gone',
  'LedgerEntry',
  'Opening',
  'Openings',
  'InclusionProof',
  'GrowthProof',
  'LogProof',
  'OEmbed',
  'Error',
  'ValidationError',
  'Problem',
]
