/** How reviews were tied to real customers, in words. */
import type { Review } from '../model/review.ts'
import { figure, sourceName } from './format.ts'

type Level = Review['verification']['level']

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
