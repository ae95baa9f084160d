/** How reviews were tied to real customers, as text. */
import type { Review } from '../../model/review.ts'
import { figure, sourceName } from '../base/display-format.ts'

type Level = Review['verification']['level']

/** What each level means. */
export const LEVELS: Record<Exclude<Level, 'none'>, [name: string, meaning: string]> = {
  transaction: ['Transaction', 'The business has a job or a purchase on record that the review belongs to.'],
  invited: [
    'Invited',
    'The business invited a customer to write it, and the review came by that invitation.',
  ],
  platform: [
    'Platform',
    'It was written on another platform with an account there, and that platform vouches for it.',
  ],
}

/** Beside the date of a review. */
export function verificationMark({ source, verification: { level } }: Review): string {
  const marks: Record<Level, string> = {
    transaction: 'Verified customer',
    invited: 'Invited customer',
    platform: `Verified by ${sourceName(source)}`,
    none: 'Not verified',
  }
  return marks[level]
}

/** On the review's own page. */
export function describeVerification({ source, verification: { level, method } }: Review): string {
  const levels: Record<typeof level, string> = {
    transaction: 'The business has the job or purchase on record',
    invited: 'The business invited this customer to review',
    platform: `Verified by ${sourceName(source)}`,
    none: 'Not verified',
  }
  return method && method !== levels[level] ? `${levels[level]}: ${method}` : levels[level]
}

const WAYS: [level: Level, words: string][] = [
  ['transaction', 'by a job or purchase on record'],
  ['invited', 'by an invitation of the business'],
  ['platform', 'by the platform they were written on'],
]

/** 14 were verified by …, 8 by …. */
export function verificationInWords(counts: Record<Level, number>): string {
  const known = WAYS.filter(([level]) => counts[level] > 0)
  if (known.length === 0) return ''
  const parts = known.map(([level, words]) => `${figure(counts[level])} ${words}`)
  return `Verified: ${parts.join(', ')}.`
}
