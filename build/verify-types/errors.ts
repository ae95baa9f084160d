/** What dist/model/errors.d.ts says instead of the table of all codes. See review.ts. */
import type * as model from '../../src/model/errors.ts'

const codes = { ...({} as Record<model.AuditCode, true>) }
export type AuditCode = keyof typeof codes
