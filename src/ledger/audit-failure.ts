/** The failures that an audit reports. */
import type { AuditCode } from '../model/error-codes.ts'

export type { AuditCode } from '../model/error-codes.ts'

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
