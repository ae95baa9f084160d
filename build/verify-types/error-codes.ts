/** What dist/model/error-codes.d.ts says instead of the table of all codes. See review.ts. */
import type * as model from '../../src/model/error-codes.ts'

const audit = { ...({} as { code: model.AuditCode }) }
export type AuditCode = (typeof audit)['code']
