/** Computes the root of a ledger from its entries, without loading all of them at once. */
import { encodeEntry } from '../ledger/ledger-entry.ts'
import { append, EMPTY_FRONTIER, leafHash, rootOf } from '../ledger/merkle-tree.ts'
import { sha256 } from './base/node-sha256.ts'
import type { Db, LedgerTable } from './base/tables.ts'
import { toEntry } from './changes-since.ts'
import { readLogRoot } from './ledger-writer.ts'

export interface LedgerState {
  size: number
  /** Base64, as in a checkpoint. */
  root: string
  /** Whether the entries are those that were written: the root was stored with the last of them. */
  isIntact: boolean
  /** When the last entry was written. */
  at: string | null
  /** The root when the ledger had `earlierSize` entries; null if it never had. */
  earlierRoot: string | null
}

const PAGE = 2000

export async function readLedgerState(db: Db, earlierSize = 0): Promise<LedgerState> {
  let frontier = EMPTY_FRONTIER
  let at: string | null = null
  const rootNow = () => Buffer.from(rootOf(frontier, sha256)).toString('base64')
  let earlierRoot = earlierSize === 0 ? rootNow() : null
  let isIntact = true
  for await (const row of entriesOf(db)) {
    if (row.seq !== frontier.size + 1) isIntact = false
    frontier = append(frontier, leafHash(encodeEntry(toEntry(row)), sha256), sha256)
    at = row.recorded_at
    if (frontier.size === earlierSize) earlierRoot = rootNow()
  }
  const root = rootNow()
  isIntact &&= root === (await readLogRoot(db))
  return { size: frontier.size, root, isIntact, at, earlierRoot }
}

async function* entriesOf(db: Db): AsyncGenerator<LedgerTable> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('ledger')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.seq
  }
}
