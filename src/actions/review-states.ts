/** What the states of a stored review mean to the owner. */
import type { ReviewState } from '../model/record.ts'

export const STATES: ReviewState[] = ['published', 'unverified', 'withheld', 'gone']

export const STATES_EXPLAINED: Record<ReviewState, string> = {
  published: 'it is shown',
  unverified: 'it does not count as verified',
  withheld: 'it is already withheld',
  gone: 'it is gone from its source',
}
