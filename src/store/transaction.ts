/** What the parts of a writer share: one transaction of the database. */
import type { VerificationRules } from '../model/verification.ts'
import type { StoreDependencies } from './base/store-dependencies.ts'
import type { Tx } from './base/tables.ts'
import type { LedgerWriter } from './ledger-writer.ts'

export interface Transaction {
  tx: Tx
  /** The version that the changes will make. */
  version: number
  at: string
  ledger: LedgerWriter
  rules: () => VerificationRules
  randomBytes: StoreDependencies['randomBytes']
  /** To be called for whatever readers can see. */
  changed: () => void
}
