/** How a Trustpilot review came about, in the words of its export and of its API. */
import type { Draft, FieldValue } from '../values/draft.ts'

/** Sent to one customer: FileUploadInvitation, InvitationLinkApi, AFSv2 (the automatic feedback service). */
const SENT_TO_ONE = /invit|^afs|^automaticfeedback/i

/**
 * An invitation counts as one, and no more: a reference number proves no purchase. A basic link is handed to anybody, so it ties
 * the review to nobody; what Trustpilot checked without an invitation stays the platform's word.
 */
export function originOf(
  source: FieldValue,
  level?: FieldValue,
  isVerified?: FieldValue,
): Pick<Draft, 'verification'> {
  if (SENT_TO_ONE.test(String(source ?? '')) || level === 'invited')
    return { verification: { level: 'invited', method: 'Invited through Trustpilot' } }
  if (isVerified === true || level === 'verified')
    return { verification: { level: 'platform', method: 'Verified by Trustpilot' } }
  return /^organic$/i.test(String(source ?? '')) ? { verification: { level: 'platform', method: null } } : {}
}
