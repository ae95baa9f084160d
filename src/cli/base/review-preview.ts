/** Which review an id stands for, in a line or two for a terminal. */
import type { ReviewContent } from '../../model/record.ts'
import { cleanLine } from '../../model/scalars.ts'
import { fitLine } from './screen.ts'

type PreviewedReview = { source: string } & Pick<ReviewContent, 'author' | 'rating' | 'date' | 'text'>

/** 2026-03-14 ★★★★☆ Ada M. (google) */
export function reviewLine({ date, rating, author, source }: Omit<PreviewedReview, 'text'>): string {
  const stars = '★'.repeat(rating) + '☆'.repeat(5 - rating)
  return `${date} ${stars} ${printable(author)} (${printable(source)})`
}

/** The line, and the first line of the text as far as it fits. */
export function previewReview(review: PreviewedReview, width: number): string[] {
  const text = review.text?.trim()
  const firstLine = text ? `“${printable(text.split(/\r|\n/, 1)[0]!)}”` : 'Rated without a comment.'
  return [reviewLine(review), firstLine].map(line => fitLine(line, width))
}

/** Characters that reverse the direction of text could make one review look like another. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Terminals are recorded and shared; a preview does not need anyone's address. */
const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/g

export const withoutDirection = (text: string) => text.replace(DIRECTION, '')

const printable = (text: string) => withoutDirection(cleanLine(text)).replace(EMAIL, '[e-mail address]')
