/** For functions that only tell by throwing whether something is valid. */

/** undefined if it throws. */
export function unlessItThrows<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
