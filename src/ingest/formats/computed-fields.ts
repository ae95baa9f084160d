/** What takes code in the known formats (`formats.json`): fields that no place in the record holds, and records that are rejected. */
import { unlessItThrows } from '../../model/scalars.ts'
import type { FieldValue } from '../values/draft.ts'
import { tagsFrom } from '../values/review-text.ts'
import type { ComputedFormat } from './describe-format.ts'
import { at, type Fields, fieldValue, fullName, partsAt } from './format.ts'
import { jsonFeed, schemaOrg } from './web-formats.ts'

export const COMPUTED: Record<string, ComputedFormat> = {
  'json-feed': jsonFeed,
  'schema-org': schemaOrg,
  google: {
    fields: {
      source_id: record => fieldValue(record, 'reviewId') ?? idInName(record),
      author: unlessAnonymous('displayName'),
      author_avatar_url: unlessAnonymous('profilePhotoUrl'),
    },
  },
  outscraper: { fields: { tags: record => tagsFrom(answersIn(at(record, 'review_questions'))) } },
  apify: { fields: { tags: record => tagsFrom(partsAt(record, 'reviewContext')) } },
  serpapi: { fields: { tags: record => tagsFrom(at(record, 'details')) } },
  'trustpilot-csv': {
    fields: { verification: record => trustpilotOrigin(fieldValue(record, 'Source Of Review')) },
  },
  'trustpilot-api': {
    fields: {
      verification: record =>
        trustpilotOrigin(
          fieldValue(record, 'source'),
          fieldValue(record, 'reviewVerificationLevel'),
          fieldValue(record, 'isVerified'),
        ),
    },
  },
  'birdeye-api': { fields: { author: fullName } },
  brightlocal: { fields: { source: record => siteOf(fieldValue(record, 'profile-url')) } },
  'reviews-io': { fields: { author: fullName } },
  facebook: {
    rejects: record =>
      fieldValue(record, 'has_rating') === true && isStars(fieldValue(record, 'rating'))
        ? null
        : 'A Facebook recommendation has no stars, and none are invented.',
  },
}

/** The reviewId of `accounts/…/locations/…/reviews/<reviewId>`, which is the same under every account. */
const idInName = (record: Fields) =>
  /reviews\/([^/]+)$/.exec(String(fieldValue(record, 'name')))?.[1]

/** A reviewer who turned anonymous must not keep the stored name and picture, so both are cleared. */
function unlessAnonymous(name: string) {
  return (record: Fields) =>
    fieldValue(record, 'reviewer', 'isAnonymous') === true
      ? null
      : fieldValue(record, 'reviewer', name)
}

/** In a table the answers are JSON in a cell. */
const answersIn = (value: unknown): unknown =>
  typeof value === 'string' ? unlessItThrows(() => JSON.parse(value)) : value

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

const isStars = (rating: unknown) => typeof rating === 'number' && rating >= 1 && rating <= 5
