/** What dist/model/change.d.ts says instead of the schemas. See review.ts. */
import type * as model from '../../src/model/change.ts'

const historyCounts = { ...({} as model.HistoryCounts) }
/** How many reviews were ever published, and what happened to those that are not shown. */
export type HistoryCounts = typeof historyCounts

const inclusionProof = { ...({} as model.InclusionProof) }
export type InclusionProof = typeof inclusionProof

const ledgerEntry = { ...({} as model.LedgerEntry) }
/** A leaf of the ledger's Merkle tree. It holds a salted commitment to the review, never its text. */
export type LedgerEntry = typeof ledgerEntry

const history = { ...({} as model.History) }
/** What happened to every review, and what the sources say they have. */
export type History = typeof history

const byMonth = { ...({} as model.ByMonth) }
export type ByMonth = typeof byMonth

const rule = { ...({} as model.LoggedRule) }

/** A leaf about the rules of the business, not about a review. */
export interface RuleEntry {
  seq: number
  op: 'rule'
  at: string
  rule: typeof rule
  v: 2
}

/** A leaf about the log itself: the log that it continues after a loss, or the key that signed it until then. */
export interface KeyEntry {
  seq: number
  op: 'predecessor' | 'rotate'
  at: string
  /** The verifier key of the other log, or the one that was replaced. */
  key: string
  /** Signed with that key: the last that is known of the other log; or this log before the entry, with the new key below the root. */
  checkpoint: string | null
  v: 2
}

export type LogEntry = LedgerEntry | RuleEntry | KeyEntry
