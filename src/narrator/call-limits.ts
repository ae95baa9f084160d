/** Limits calls to the language model, because they cost the operator money. */

const BETWEEN_CALLS_MS = 10 * 60_000
const CALLS_A_DAY = 24
const DAY_MS = 24 * 60 * 60_000

/** Milliseconds until the next call is allowed, given the times of the last ones, oldest first. */
export function millisecondsUntilNextCall(calls: string[], now: Date): number {
  const [last, first] = [calls.at(-1), calls.at(-CALLS_A_DAY)]
  const allowed = [last && Date.parse(last) + BETWEEN_CALLS_MS, first && Date.parse(first) + DAY_MS]
  return Math.max(0, ...allowed.map(time => (time ? time - now.getTime() : 0)))
}

/** Keeps only as many calls as the limit needs. */
export const addCall = (calls: string[], now: Date) => [...calls, now.toISOString()].slice(-CALLS_A_DAY)
