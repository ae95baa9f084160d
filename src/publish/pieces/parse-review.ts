/** Parses a review from the bytes that the dataset holds. */
import type { Review } from '../../model/review.ts'
import { asBuffer } from './bytes.ts'

export const parseReview = (json: Uint8Array): Review => JSON.parse(asBuffer(json).toString())
