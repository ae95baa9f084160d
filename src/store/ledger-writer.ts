/** Appends to the ledger, and keeps the head of its tree beside it, so that damage to the entries is noticed. */
import { encodeEntry } from '../ledger/ledger-entry.ts'
import { append, EMPTY_FRONTIER, type Frontier, leafHash, rootOf } from '../ledger/merkle-tree.ts'
import type { LedgerEntry } from '../model/change.ts'
import { sha256 } from './base/node-sha256.ts'
import { readSetting, saveSetting } from './base/stored-settings.ts'
import type { Db, LedgerTable, Tx } from './base/tables.ts'

/** An entry whose number the ledger gives. */
export type NewEntry = Omit<LedgerEntry, 'seq' | 'at'>

export interface LedgerWriter {
  /** Answers with the number of the first one. */
  append(entries: NewEntry[]): Promise<number>
  finish(): Promise<void>
}

interface StoredHead {
  size: number
  hashes: string[]
}

export async function openLedger(tx: Tx, at: string): Promise<LedgerWriter> {
  let frontier = await readFrontier(tx)
  const before = frontier
  let waiting: LedgerTable[] = []

  async function flush(): Promise<void> {
    if (waiting.length > 0) await tx.insertInto('ledger').values(waiting).execute()
    waiting = []
  }

  return {
    async append(entries) {
      // An entry needs its review, which is written with the number that the entry gets: so it is written a step later.
      await flush()
      const first = frontier.size + 1
      for (const [place, entry] of entries.entries()) {
        const seq = first + place
        frontier = append(frontier, leafHash(encodeEntry({ ...entry, seq, at }), sha256), sha256)
        waiting.push({ ...entry, seq, recorded_at: at })
      }
      return first
    },
    async finish() {
      await flush()
      if (frontier === before) return
      const hashes = frontier.hashes.map(hash => Buffer.from(hash).toString('base64'))
      await saveSetting(tx, 'log_head', { size: frontier.size, hashes } satisfies StoredHead)
    },
  }
}

/** Base64, as a checkpoint shows it. */
export async function readLogRoot(db: Db): Promise<string> {
  return Buffer.from(rootOf(await readFrontier(db), sha256)).toString('base64')
}

async function readFrontier(db: Db): Promise<Frontier> {
  const stored = await readSetting<StoredHead>(db, 'log_head')
  if (!stored) return EMPTY_FRONTIER
  return { size: stored.size, hashes: stored.hashes.map(hash => Buffer.from(hash, 'base64')) }
}
