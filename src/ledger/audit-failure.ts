/** What an audit finds wrong. */

export type AuditCode =
  /** The checkpoint is not signed as it should be. */
  | 'signature'
  /** Whoever audits cannot check signatures. */
  | 'unsupported'
  /** Another key than at the last check. */
  | 'key'
  /** The log is not the one that was seen at the last check, grown. */
  | 'fork'
  /** The entries are not those under the signed root. */
  | 'tampered'
  /** The entries contradict each other. */
  | 'history'
  /** A review is not shown, and no entry says why. */
  | 'missing'
  /** A review is shown that the log does not know as shown. */
  | 'extra'
  /** A review does not say what was recorded. */
  | 'content'
  /** The published counts are not those of the log. */
  | 'counts'
  /** The service changed faster than it could be read. */
  | 'changing'
  /** Something could not be read, so nothing can be said. */
  | 'unreadable'

export class AuditFailure extends Error {
  code: AuditCode

  constructor(code: AuditCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AuditFailure'
    this.code = code
  }
}

/** Runs what throws plain errors; they get a code, and the place where it happened. */
export function failingAs<T>(code: AuditCode, where: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new AuditFailure(code, `${where}: ${(error as Error).message}`)
  }
}
