/** How a Trustpilot review came about, from the terms of its export and its API. */
import type { Draft, FieldValue } from '../values/draft.ts'

/** Sent to one customer: FileUploadInvitation, InvitationLinkApi, AFSv2 (the automatic feedback service). */
const SENT_TO_ONE = /invit|^afs|^automaticfeedback/i

/**
 * An invitation counts as one and nothing more: a reference number proves no purchase. A basic link may be given to anyone, so it
 * ties the review to no one; what Trustpilot verified without an invitation counts as the platform's claim.
 */
export function originOf(
  source: FieldValue,
  level?: FieldValue,
  isVerified?: FieldValue,
): Pick<Draft, 'verification'> {
  if (SENT_TO_ONE.test(String(source ?? '')) || level === 'invited')
    return { verification: { level: 'invited', method: 'Invited through Trustpilot' } }
  if (isVerified === true || level === 'verified')
    return { verification: { level: 'platform', method: 'Marked as verified on Trustpilot' } }
  return /^organic$/i.test(String(source ?? '')) ? { verification: { level: 'platform', method: null } } : {}
}
