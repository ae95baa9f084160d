/** Corrections: an owner's word that a mention in a review was read wrongly. */
import { z } from 'zod'

export const CorrectedKind = z.enum(['aspects', 'technicians'])
export type CorrectedKind = z.infer<typeof CorrectedKind>

export const CorrectionMark = z.enum(['not_mentioned', 'not_criticism'])
export type CorrectionMark = z.infer<typeof CorrectionMark>

/** One mention in a review, and what it is not. */
export interface CorrectionTarget {
  kind: CorrectedKind
  /** The id of an aspect, or the name of a technician. */
  id: string
  mark: CorrectionMark
}

export type Correction = CorrectionTarget & { corrected_at: string }

export interface StoredCorrection extends Correction {
  review_id: string
  /** The text has changed since: the correction does not apply to the new one. */
  isLapsed: boolean
}
