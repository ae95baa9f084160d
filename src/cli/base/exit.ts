/** How a command ends, as the exit code says it. */

export const EXIT = { done: 0, failed: 1, usage: 2, someRejected: 3, notVerified: 4 } as const

/** The command was not called as it should be. */
export class UsageError extends Error {
  override name = 'UsageProblem'
}
