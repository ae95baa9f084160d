/** What dist/model/error-codes.d.ts says instead of the table of all codes. See review.ts. */
import type * as model from '../../src/model/error-codes.ts'

const codes = { ...({} as Record<model.AuditCode, true>) }
export type AuditCode = keyof typeof codes
