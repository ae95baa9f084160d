/** The failures that an audit reports. */

export type AuditCode =
  /** The checkpoint has no valid signature. */
  | 'signature'
  /** The auditing client cannot verify signatures. */
  | 'unsupported'
  /** The key differs from that of the last check. */
  | 'key'
  /** The log is not a continuation of the one seen at the last check. */
  | 'fork'
  /** The entries do not match the signed root. */
  | 'tampered'
  /** The entries contradict each other. */
  | 'history'
  /** A review is not shown, and no entry explains why. */
  | 'missing'
  /** A review is shown that is not shown according to the log. */
  | 'extra'
  /** A review differs from what was recorded. */
  | 'content'
  /** The published counts differ from those of the log. */
  | 'counts'
  /** The service changed faster than it could be read. */
  | 'changing'
  /** Something could not be read, so there is no result. */
  | 'unreadable'

export class AuditFailure extends Error {
  code: AuditCode

  constructor(code: AuditCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AuditFailure'
    this.code = code
  }
}

/** Turns plain errors thrown by `run` into failures with a code and a location. */
export function failingAs<T>(code: AuditCode, where: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new AuditFailure(code, `${where}: ${(error as Error).message}`)
  }
}
