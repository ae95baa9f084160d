/** What the parts of a writer share: one database transaction and its version. */
import type { VerificationRules } from '../model/verification.ts'
import type { StoreDependencies } from './base/database-engine.ts'
import type { Tx } from './base/tables.ts'
import type { LedgerWriter } from './ledger-table.ts'

export interface Transaction {
  tx: Tx
  /** The version that the changes will become. */
  version: number
  at: string
  ledger: LedgerWriter
  rules: () => VerificationRules
  randomBytes: StoreDependencies['randomBytes']
  /** Must be called for every change that the public can see. */
  changed: () => void
}
