/** Formats that only name fields: exports of shops and sites, and APIs that return reviews as JSON. */
import type { Draft, FieldValue, Rejection } from '../values/draft.ts'
import { at, fieldValue, has, hasAny, replied } from './fields.ts'
import type { Fields, Format, Sample } from './format.ts'

/** Yotpo's table of reviews. Its e-mail addresses are not read. */
export const yotpo: Format = {
  title: 'Yotpo export',
  recognizes: sample => isTable(sample) && has(sample, 'review_score', 'review_content', 'date'),
  read: (record): Draft => ({
    source: 'yotpo',
    author: fieldValue(record, 'display_name'),
    rating: fieldValue(record, 'review_score'),
    date: fieldValue(record, 'date'),
    title: fieldValue(record, 'review_title'),
    text: fieldValue(record, 'review_content'),
    ...replied(fieldValue(record, 'comment_content'), fieldValue(record, 'comment_created_at')),
  }),
}

/** The WordPress plugin Site Reviews: reviews that visitors wrote on the business's own site. */
export const siteReviews: Format = {
  title: 'Site Reviews (WordPress) export',
  recognizes: sample =>
    isTable(sample) &&
    has(sample, 'rating', 'content', 'name', 'date') &&
    hasAny(sample, 'is_approved', 'assigned_posts', 'ip_address'),
  read: (record): Draft | Rejection => {
    if (/^(?:0|false|no)$/i.test(String(fieldValue(record, 'is_approved') ?? '')))
      return { rejected: 'is not approved in WordPress. Approve it there, and export again.' }
    return {
      source: 'direct',
      author: fieldValue(record, 'name'),
      rating: fieldValue(record, 'rating'),
      date: fieldValue(record, 'date'),
      title: fieldValue(record, 'title'),
      text: fieldValue(record, 'content'),
      ...replied(fieldValue(record, 'response')),
    }
  },
}

/** Birdeye's API; its export as a table has other names. */
export const birdeyeApi: Format = {
  title: 'Birdeye API',
  recognizes: sample => isJson(sample) && has(sample, 'reviewId', 'reviewDate', 'sourceType', 'rating'),
  read: (record): Draft => ({
    source: fieldValue(record, 'sourceType'),
    source_id: fieldValue(record, 'reviewId'),
    author: fullName(at(record, 'reviewer')),
    author_avatar_url: fieldValue(record, 'reviewer', 'thumbnailUrl'),
    rating: fieldValue(record, 'rating'),
    date: fieldValue(record, 'reviewDate'),
    title: fieldValue(record, 'title'),
    text: fieldValue(record, 'comments'),
    source_url: fieldValue(record, 'uniqueReviewUrl') ?? fieldValue(record, 'reviewUrl'),
    ...replied(fieldValue(record, 'response'), fieldValue(record, 'responseDate')),
    location: fieldValue(record, 'businessName'),
  }),
}

/** Company reviews as the API of Reviews.io returns them. */
export const reviewsIo: Format = {
  title: 'Reviews.io API',
  recognizes: sample => isJson(sample) && has(sample, 'store_review_id', 'rating', 'date_created'),
  read: (record): Draft => ({
    source: 'reviews-io',
    source_id: fieldValue(record, 'store_review_id'),
    author: fullName(at(record, 'reviewer')),
    rating: fieldValue(record, 'rating'),
    date: fieldValue(record, 'date_created'),
    title: fieldValue(record, 'title'),
    text: fieldValue(record, 'comments') ?? fieldValue(record, 'review'),
    ...replied(fieldValue(record, 'replies', 'comments'), fieldValue(record, 'replies', 'date_created')),
  }),
}

/** Reviews as Stamped returns them to the widget of a shop. What it calls verified is not described, so nothing is claimed. */
export const stamped: Format = {
  title: 'Stamped API',
  recognizes: sample =>
    isJson(sample) &&
    has(sample, 'reviewMessage', 'reviewRating') &&
    hasAny(sample, 'dateCreated', 'reviewDate'),
  read: (record): Draft => ({
    source: 'stamped',
    source_id: fieldValue(record, 'id'),
    author: fieldValue(record, 'author'),
    rating: fieldValue(record, 'reviewRating'),
    date: fieldValue(record, 'dateCreated') ?? fieldValue(record, 'reviewDate'),
    title: fieldValue(record, 'reviewTitle'),
    text: fieldValue(record, 'reviewMessage'),
    ...replied(fieldValue(record, 'reviewReply')),
  }),
}

/** BrightLocal's API: the address of the page that it read says where the reviews were written. */
export const brightlocal: Format = {
  title: 'BrightLocal API',
  recognizes: sample => isJson(sample) && has(sample, PROFILE_URL, 'rating', 'timestamp'),
  read: (record): Draft => ({
    source: siteOf(fieldValue(record, PROFILE_URL)),
    source_id: fieldValue(record, 'id'),
    author: fieldValue(record, 'author'),
    rating: fieldValue(record, 'rating'),
    date: fieldValue(record, 'timestamp'),
    text: fieldValue(record, 'text'),
    source_url: fieldValue(record, 'link'),
  }),
}

/** Where `json-records.ts` puts the address of the job that a review is from. */
const PROFILE_URL = 'profile-url'

/** `https://www.google.co.uk/maps` is google. */
function siteOf(address: FieldValue): string | undefined {
  const { hostname = '' } = URL.parse(String(address)) ?? {}
  return /([^.]+)(?:\.com?)?\.[^.]+$/.exec(hostname)?.[1]
}

/** Yelp's API: recognized only to say why it is rejected. */
export const yelpApi: Format = {
  title: 'Yelp API',
  recognizes: sample => isJson(sample) && has(sample, 'time_created', 'rating', 'user', 'text'),
  read: (): Rejection => ({
    rejected:
      "Yelp's API returns only the beginning of a few reviews, and its terms do not allow storing them. Import a table of the complete reviews.",
  }),
}

const isTable = ({ shape }: Sample) => shape === 'table'
const isJson = ({ shape }: Sample) => shape === 'json'

function fullName(person: unknown): string | undefined {
  const parts = ['nickName', 'firstName', 'lastName', 'first_name', 'last_name'].map(name =>
    fieldValue(person as Fields, name),
  )
  const [nickName, ...names] = parts
  return (
    names.filter(name => name !== undefined).join(' ') ||
    (nickName === undefined ? undefined : String(nickName))
  )
}
