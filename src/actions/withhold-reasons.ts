/** What the reasons to withhold a review are for, in the owner's words. */
import type { WithholdReason } from '../model/change.ts'

export const REASONS_EXPLAINED: Record<WithholdReason, string> = {
  spam: 'advertising, or text that no person wrote for others to read',
  off_topic: 'not about this business or an experience with it',
  personal_data: "someone's private information",
  unlawful: 'threats, hate speech, insults, or anything a court has prohibited',
  fake_reported: 'you believe it is fake and have reported it where it was posted',
  duplicate: 'the same review is already shown under another id',
  source_removed: 'the site removed it, and no import can show that',
  erasure_request: 'the person it concerns asked for this, and it is not erased (yet)',
}
