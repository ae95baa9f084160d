/** Formats of review sites, and of the services and agencies that collect reviews from many sites. */
import type { FieldValue } from '../values/draft.ts'
import type { FormatDescription } from './describe-format.ts'
import { fieldValue, fullName } from './fields.ts'

export const REVIEW_SITE_FORMATS: Record<string, FormatDescription> = {
  /** The export of Trustpilot Business. Its e-mail addresses and order numbers are not read. */
  'trustpilot-csv': {
    title: 'Trustpilot export',
    shape: 'table',
    recognizedBy: ['Review Id', 'Review Created (UTC)', 'Review Stars'],
    source: 'trustpilot',
    fields: {
      source_id: 'Review Id',
      author: 'Review Username',
      rating: 'Review Stars',
      date: 'Review Created (UTC)',
      title: 'Review Title',
      text: 'Review Content',
      language: 'Review Language',
      reply: { text: 'Company Response', date: 'Company Reply Date (UTC)' },
      verification: record => trustpilotOrigin(fieldValue(record, 'Source Of Review')),
      location: 'Location Name',
    },
  },

  'trustpilot-api': {
    title: 'Trustpilot API',
    shape: 'json',
    recognizedBy: ['stars', 'createdAt', 'consumer'],
    source: 'trustpilot',
    fields: {
      source_id: 'id',
      author: 'consumer.displayName',
      rating: 'stars',
      date: 'createdAt',
      updated_at: 'updatedAt',
      title: 'title',
      text: 'text',
      language: 'language',
      reply: { text: 'companyReply.text', date: 'companyReply.createdAt' },
      verification: record =>
        trustpilotOrigin(
          fieldValue(record, 'source'),
          fieldValue(record, 'reviewVerificationLevel'),
          fieldValue(record, 'isVerified'),
        ),
      location: 'location.name',
    },
  },

  birdeye: {
    title: 'Birdeye export',
    shape: 'table',
    recognizedBy: ['Source', 'Reviewer Name', 'Rating', 'Review', 'Review Date'],
    fields: {
      source: 'Source',
      source_id: 'Review ID',
      author: 'Reviewer Name',
      rating: 'Rating',
      date: 'Review Date',
      text: 'Review',
      source_url: 'Review URL',
      location: 'Location',
    },
  },

  'birdeye-api': {
    title: 'Birdeye API',
    shape: 'json',
    recognizedBy: ['reviewId', 'reviewDate', 'sourceType', 'rating'],
    fields: {
      source: 'sourceType',
      source_id: 'reviewId',
      author: fullName,
      author_avatar_url: 'reviewer.thumbnailUrl',
      rating: 'rating',
      date: 'reviewDate',
      title: 'title',
      text: 'comments',
      source_url: ['uniqueReviewUrl', 'reviewUrl'],
      reply: { text: 'response', date: 'responseDate' },
      location: 'businessName',
    },
  },

  podium: {
    title: 'Podium export',
    shape: 'table',
    recognizedBy: ['Site', 'Customer Name', 'Stars', 'Comment', 'Date Posted'],
    fields: {
      source: 'Site',
      source_id: 'Review Id',
      author: 'Customer Name',
      rating: 'Stars',
      date: 'Date Posted',
      text: 'Comment',
      source_url: 'Link',
      location: 'Location Name',
    },
  },

  /** The address of the page that BrightLocal read says where the reviews were written; `json-records.ts` puts it into each. */
  brightlocal: {
    title: 'BrightLocal API',
    shape: 'json',
    recognizedBy: ['profile-url', 'rating', 'timestamp'],
    fields: {
      source: record => siteOf(fieldValue(record, 'profile-url')),
      source_id: 'id',
      author: 'author',
      rating: 'rating',
      date: 'timestamp',
      text: 'text',
      source_url: 'link',
    },
  },

  /** The table of Google reviews that agencies give their clients. It lacks the date of the owner's reply. */
  'agency-google': {
    title: 'Google reviews from an agency',
    shape: 'table',
    recognizedBy: ['Reviewer Name', 'Star Rating', 'Review Text', 'Review Date'],
    source: 'google',
    fields: {
      source_id: 'Review ID',
      author: 'Reviewer Name',
      author_avatar_url: 'Reviewer Photo',
      rating: 'Star Rating',
      date: 'Review Date',
      text: 'Review Text',
      source_url: 'Review URL',
      reply: { text: 'Owner Reply' },
      location: 'Location Name',
    },
  },

  /** The table of Yelp reviews that agencies give their clients; Yelp itself has no export for owners. */
  'agency-yelp': {
    title: 'Yelp reviews from an agency',
    shape: 'table',
    recognizedBy: ['Business Name', 'Reviewer', 'Rating', 'Review Date', 'Review'],
    source: 'yelp',
    fields: {
      source_id: 'Review ID',
      author: 'Reviewer',
      rating: 'Rating',
      date: 'Review Date',
      text: 'Review',
      source_url: 'Review URL',
      location: 'Business Name',
    },
  },

  /** It has no author names. */
  'yelp-dataset': {
    title: 'Yelp Open Dataset',
    shape: 'json',
    recognizedBy: ['review_id', 'business_id', 'stars', 'text', 'date'],
    source: 'yelp',
    fields: { source_id: 'review_id', rating: 'stars', date: 'date', text: 'text' },
  },

  /** It is recognized only to say why it is rejected. */
  'yelp-api': {
    title: 'Yelp API',
    shape: 'json',
    recognizedBy: ['time_created', 'rating', 'user', 'text'],
    rejects: () =>
      "Yelp's API returns only the beginning of a few reviews, and its terms do not allow storing them. Import a table of the complete reviews.",
  },
}

/** Sent to one customer: FileUploadInvitation, InvitationLinkApi, AFSv2 (the automatic feedback service). */
const SENT_TO_ONE = /invit|^afs|^automaticfeedback/i

/**
 * An invitation counts as one and nothing more: a reference number proves no purchase. A basic link may be given to anyone, so it
 * ties the review to no one; what Trustpilot verified without an invitation counts as the platform's claim.
 */
function trustpilotOrigin(source: FieldValue = '', level?: FieldValue, isVerified?: FieldValue) {
  if (SENT_TO_ONE.test(String(source)) || level === 'invited')
    return { level: 'invited', method: 'Invited through Trustpilot' }
  if (isVerified === true || level === 'verified')
    return { level: 'platform', method: 'Marked as verified on Trustpilot' }
  return /^organic$/i.test(String(source)) ? { level: 'platform', method: null } : undefined
}

/** `https://www.google.co.uk/maps` is google. */
function siteOf(address: FieldValue): string | undefined {
  const { hostname = '' } = URL.parse(String(address)) ?? {}
  return /([^.]+)(?:\.com?)?\.[^.]+$/.exec(hostname)?.[1]
}
