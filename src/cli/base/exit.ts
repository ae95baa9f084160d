/** The exit codes (docs/settings.md), and the error that stands for wrong usage. */

export const EXIT = { done: 0, failed: 1, usage: 2, someRejected: 3, notVerified: 4 } as const

/** Wrong flags, arguments or settings: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
