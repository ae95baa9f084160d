/** Formats of Google reviews: Google's own, and those of services that read Google Maps. */
import { tagsFrom } from '../values/review-text.ts'
import type { FormatDescription } from './describe-format.ts'
import { at, fieldValue } from './fields.ts'
import type { Fields } from './format.ts'

export const GOOGLE_FORMATS: Record<string, FormatDescription> = {
  /** Reviews as listed by the API v4, and the same reviews from Google Takeout. */
  google: {
    title: 'Google Business Profile (API or Takeout)',
    shape: 'json',
    recognizedBy: ['starRating', 'createTime'],
    source: 'google',
    fields: {
      source_id: record => fieldValue(record, 'reviewId') ?? idInName(record),
      author: unlessAnonymous('displayName'),
      author_avatar_url: unlessAnonymous('profilePhotoUrl'),
      rating: 'starRating',
      date: 'createTime',
      updated_at: 'updateTime',
      text: 'comment',
      reply: { text: 'reviewReply.comment', date: 'reviewReply.updateTime' },
    },
  },

  /** The new API and the old one, recognized only to say why they are rejected. */
  'places-api': {
    title: 'Google Places API',
    shape: 'json',
    recognizedBy: [['authorAttribution', 'relativePublishTimeDescription', 'relative_time_description']],
    rejects: () =>
      "Google's terms do not allow storing reviews from the Places API. Import Google Business Profile from Google Takeout, or the JSON of the Business Profile API.",
  },

  /** As a table or as JSON; older files spell the author `autor_`. */
  outscraper: {
    title: 'Outscraper Google Maps reviews',
    // Outscraper uses the same field names for other sites; only Google's reviews have a place.
    recognizedBy: [
      'review_rating',
      ['review_timestamp', 'review_datetime_utc'],
      ['google_id', 'place_id', 'reviews_id', 'owner_answer'],
    ],
    source: 'google',
    fields: {
      source_id: 'review_id',
      author: ['author_title', 'author_name', 'autor_name'],
      author_avatar_url: ['author_image', 'autor_image'],
      rating: 'review_rating',
      // The timestamp is unambiguous; the other has the month before the day.
      date: ['review_timestamp', 'review_datetime_utc'],
      text: 'review_text',
      source_url: 'review_link',
      reply: {
        text: 'owner_answer',
        date: ['owner_answer_timestamp', 'owner_answer_timestamp_datetime_utc'],
      },
      tags: record => tagsFrom(answersIn(at(record, 'review_questions'))),
      location: 'name',
    },
    total: { count: 'reviews', rating: 'rating', url: ['reviews_link', 'location_link'] },
  },

  /** Apify's scrapers, as JSON or as a table. */
  apify: {
    title: 'Apify Google Maps reviews',
    recognizedBy: ['stars', ['publishedAtDate', 'publishAt']],
    source: 'google',
    fields: {
      source: 'reviewOrigin',
      source_id: 'reviewId',
      author: ['reviewerName', 'name'],
      author_avatar_url: 'reviewerPhotoUrl',
      rating: ['stars', 'rating'],
      date: ['publishedAtDate', 'publishAt'],
      retrieved_at: 'scrapedAt',
      updated_at: 'lastEditedAtDate',
      text: 'text',
      language: 'originalLanguage',
      translation: { text: 'textTranslated', language: 'translatedLanguage' },
      source_url: 'reviewUrl',
      reply: { text: 'responseFromOwnerText', date: 'responseFromOwnerDate' },
      tags: record => tagsFrom(at(record, 'reviewContext') ?? columnsBelow(record, /^\s*reviewContext\//i)),
      location: 'title',
    },
    total: { count: 'reviewsCount', rating: 'totalScore', url: 'url' },
  },

  serpapi: {
    title: 'SerpApi Google Maps reviews',
    shape: 'json',
    recognizedBy: ['rating', 'user', ['iso_date', 'snippet', 'extracted_snippet']],
    source: 'google',
    fields: {
      source: 'source',
      source_id: 'review_id',
      author: 'user.name',
      author_avatar_url: 'user.thumbnail',
      rating: 'rating',
      date: ['iso_date', 'date'],
      updated_at: 'iso_date_of_last_edit',
      text: ['extracted_snippet.original', 'snippet'],
      translation: { text: 'extracted_snippet.translated' },
      source_url: 'link',
      reply: {
        text: ['response.extracted_snippet.original', 'response.snippet'],
        date: 'response.iso_date',
      },
      tags: record => tagsFrom(at(record, 'details')),
    },
  },

  /** The table of the Python program googlemaps-scraper, with relative dates and the day they were read. */
  'google-scraper-csv': {
    title: 'googlemaps-scraper table',
    shape: 'table',
    recognizedBy: ['id_review', 'caption', 'relative_date', 'rating'],
    source: 'google',
    fields: {
      source_id: 'id_review',
      author: 'username',
      rating: 'rating',
      date: 'relative_date',
      retrieved_at: 'retrieval_date',
      text: 'caption',
    },
  },
}

/** The reviewId of `accounts/…/locations/…/reviews/<reviewId>`, which is the same under every account. */
const idInName = (record: Fields) => /reviews\/([^/]+)$/.exec(String(fieldValue(record, 'name')))?.[1]

/** A reviewer who turned anonymous must not keep the stored name and picture, so both are cleared. */
function unlessAnonymous(name: string) {
  return (record: Fields) =>
    fieldValue(record, 'reviewer', 'isAnonymous') === true ? null : fieldValue(record, 'reviewer', name)
}

/** In a table the answers are JSON in a cell. */
function answersIn(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value
  } catch {
    return null
  }
}

/** A table spreads an object over columns: `reviewContext/Positive`. */
function columnsBelow(record: Fields, prefix: RegExp): Fields {
  const columns = Object.entries(record).filter(([name]) => prefix.test(name))
  return Object.fromEntries(columns.map(([name, value]) => [name.replace(prefix, ''), value]))
}
