/** The exit codes (docs/errors.md), and the error that stands for wrong usage. */
import { ERROR_CODES } from '../../model/error-codes.ts'

export const EXIT = {
  done: 0,
  failed: ERROR_CODES.failed.exit,
  usage: ERROR_CODES.wrong_usage.exit,
  someRejected: ERROR_CODES.rows_rejected.exit,
  notVerified: ERROR_CODES.not_verified.exit,
} as const

/** Wrong flags, arguments or settings: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
