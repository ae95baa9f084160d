/** Digests of what a narrative is based on, to detect changes. */
import { hash } from 'node:crypto'
import type { Review } from '../model/review.ts'

/** The parts of a review that a narrator sees and may cite. */
export type Source = Pick<Review, 'id' | 'date' | 'rating' | 'text'>

export const digestParts = (content: string) => hash('sha256', content, 'base64url').slice(0, 22)

export const digestSource = ({ rating, text }: Pick<Source, 'rating' | 'text'>) =>
  digestParts(JSON.stringify([rating, text]))
