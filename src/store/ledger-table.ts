/** The ledger in the database. The head of its Merkle tree is stored separately, so that damage to the entries is detected. */
import { isDeepStrictEqual } from 'node:util'
import { append, EMPTY_FRONTIER, type Frontier, rootOf } from '../ledger/frontier.ts'
import { encodeEntry } from '../ledger/ledger-entry.ts'
import { leafHash } from '../ledger/merkle-tree.ts'
import {
  isAboutReview,
  type KeyEntry,
  type LedgerEntry,
  type LogEntry,
  REMOVALS,
  type RuleEntry,
} from '../model/change.ts'
import type { VerificationRules } from '../model/verification.ts'
import type { StoreDependencies } from './base/database-engine.ts'
import { sha256 } from './base/node-signatures.ts'
import { keepFirst, readSetting, saveSetting } from './base/stored-settings.ts'
import type { Db, LedgerTable, Tx } from './base/tables.ts'

/** An entry before the ledger has numbered it. */
export type NewEntry =
  | Omit<LedgerEntry, 'seq' | 'at' | 'v'>
  | Pick<RuleEntry, 'op' | 'rule'>
  | Pick<KeyEntry, 'op' | 'key' | 'checkpoint'>

type LedgerWriter = Awaited<ReturnType<typeof openLedger>>

type StoredHead = { size: number; hashes: string[] }

export async function openLedger(tx: Tx, at: string) {
  let frontier = await readFrontier(tx)
  const before = frontier
  let waiting: LedgerTable[] = []

  async function flush(): Promise<void> {
    if (waiting.length > 0) await tx.insertInto('ledger').values(waiting).execute()
    waiting = []
  }

  return {
    /** Returns the number of the first entry. */
    async append(entries: NewEntry[]): Promise<number> {
      // An entry refers to its review, and the review's row holds the entry's number. So the entries are only inserted at the
      // next call, when the rows exist.
      await flush()
      const first = frontier.size + 1
      for (const [index, entry] of entries.entries()) {
        const numbered = { ...entry, seq: first + index, at, v: 2 } as LogEntry
        frontier = append(frontier, leafHash(encodeEntry(numbered), sha256), sha256)
        waiting.push(toRow(numbered))
      }
      return first
    },
    /** The tree as it is now. */
    head: () => ({ size: frontier.size, root: rootOf(frontier, sha256) }),
    async finish(): Promise<void> {
      await flush()
      if (frontier === before) return
      const hashes = frontier.hashes.map(hash => Buffer.from(hash).toString('base64'))
      await saveSetting(tx, 'log_head', { size: frontier.size, hashes } satisfies StoredHead)
    },
  }
}

/** Base64, as in a checkpoint. */
export async function readLogRoot(db: Db): Promise<string> {
  return Buffer.from(rootOf(await readFrontier(db), sha256)).toString('base64')
}

async function readFrontier(db: Db): Promise<Frontier> {
  const stored = await readSetting<StoredHead>(db, 'log_head')
  if (!stored) return EMPTY_FRONTIER
  return { size: stored.size, hashes: stored.hashes.map(hash => Buffer.from(hash, 'base64')) }
}

function toRow(entry: LogEntry): LedgerTable {
  const { seq, op, at, v = 1 } = entry
  const { review_id, revision, reason, commitment } = isAboutReview(entry) ? entry : NO_REVIEW
  const content = isAboutReview(entry)
    ? null
    : JSON.stringify(
        'rule' in entry ? entry.rule : { key: entry.key, checkpoint: entry.checkpoint },
      )
  return { seq, op, recorded_at: at, review_id, revision, reason, commitment, v, content }
}

const NO_REVIEW = { review_id: null, revision: null, reason: null, commitment: null }

export function toEntry(row: LedgerTable): LogEntry {
  const { seq, op, recorded_at: at, review_id, revision, reason, commitment, v, content } = row
  if (op === 'rule') return { seq, op, at, rule: JSON.parse(content!), v: 2 }
  if (op === 'predecessor' || op === 'rotate') return { seq, op, at, ...JSON.parse(content!), v: 2 }
  const entry = { seq, op, at, review_id: review_id!, revision: revision!, reason, commitment }
  return v === 2 ? { ...entry, v } : entry
}

/** Whether the ledger has this entry, and no review was removed after it. */
export async function onlyAddedSince(db: Db, entry: LogEntry): Promise<boolean> {
  const same = await db
    .selectFrom('ledger')
    .selectAll()
    .where('seq', '=', entry.seq)
    .executeTakeFirst()
  const later = db.selectFrom('ledger').select('seq').where('seq', '>', entry.seq)
  const removal = await later.where('op', 'in', REMOVALS).limit(1).executeTakeFirst()
  return same !== undefined && isDeepStrictEqual(toEntry(same), entry) && removal === undefined
}

const ORIGIN = 'log_origin'

/** An address on this machine names nothing, so it is not kept. Logs that began before this was stored are named without the port. */
export async function readLogOrigin(db: Db, baseUrl: string): Promise<string> {
  const stored = await readSetting<string>(db, ORIGIN)
  if (stored !== null) return stored
  const { host, hostname, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/$/, '')
  if (/^(?:localhost|127\.|\[::1\]$)/.test(hostname)) return `${host}${path}/log`
  const first = await db.selectFrom('ledger').select('v').where('seq', '=', 1).executeTakeFirst()
  const origin = `${first?.v === 1 ? hostname : host}${path}/log`
  return JSON.parse(await keepFirst(db, ORIGIN, JSON.stringify(origin)))
}

const PAGE = 2000

/** Reads the entries page by page: all of them at once may not fit into memory. */
export async function readLedgerState(db: Db, earlierSize = 0) {
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
  return {
    size: frontier.size,
    /** Base64, as in a checkpoint. */
    root,
    /** Whether the entries are those that were written: the root was stored with the last of them. */
    isIntact,
    /** When the last entry was written. */
    at,
    /** The root when the ledger had `earlierSize` entries; null if it never had. */
    earlierRoot,
  }
}

async function* entriesOf(db: Db): AsyncGenerator<LedgerTable> {
  for (let after = 0; ; ) {
    const query = db.selectFrom('ledger').selectAll().where('seq', '>', after)
    const rows = await query.orderBy('seq').limit(PAGE).execute()
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.seq
  }
}

/** What the parts of a writer share: one database transaction and its version. */
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
