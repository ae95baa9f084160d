/** Short names for what a narrative rests on, to tell whether it is still the same. */
import { hash } from 'node:crypto'
import type { Review } from '../model/review.ts'

/** What a narrator is told of a review, and what it may cite of it. */
export type Source = Pick<Review, 'id' | 'date' | 'rating' | 'text'>

export const digestParts = (content: string) => hash('sha256', content, 'base64url').slice(0, 22)

export const digestSource = ({ rating, text }: Pick<Source, 'rating' | 'text'>) =>
  digestParts(JSON.stringify([rating, text]))
