/** An in-memory service with everything an audit reads: reviews, openings and a signed log, which tests can corrupt. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { commit } from '../../../src/ledger/commitment.ts'
import { encodeBundle } from '../../../src/ledger/entry-bundle.ts'
import { append, EMPTY_FRONTIER, rootOf } from '../../../src/ledger/frontier.ts'
import { encodeEntry } from '../../../src/ledger/ledger-entry.ts'
import { leafHash } from '../../../src/ledger/merkle-tree.ts'
import { createReviewHistories } from '../../../src/ledger/review-histories.ts'
import { checkpointBody, signedNote, verifierKey } from '../../../src/ledger/sign-checkpoint.ts'
import { TILE_WIDTH, tilePath } from '../../../src/ledger/tiles.ts'
import type {
  ChangeOp,
  ChangeReason,
  HistoryCounts,
  LedgerEntry,
  LogEntry,
  Opening,
} from '../../../src/model/change.ts'
import type { ReviewContent } from '../../../src/model/record.ts'
import type { Level } from '../../../src/model/review.ts'
import { sha256 } from './known-tree.ts'

/** The served documents, by path. */
export type Files = Map<string, Uint8Array>

/** The parts of /reviews.json that an audit reads. */
export interface Dataset {
  business: { name: string }
  reviews: (ReviewContent & {
    id: string
    source: string
    source_url: null
    verification: { level: Level }
  })[]
  history: HistoryCounts
}

const AT = '2026-03-14T09:00:00.000Z'

export const idOf = (number: number): string => String(number).padStart(26, '0')

export function createSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  return {
    vkey: (name: string) => verifierKey(name, key, sha256),
    note: (name: string, body: string) =>
      signedNote(body, name, key, sign(null, Buffer.from(body), privateKey), sha256),
  }
}

export type Signer = ReturnType<typeof createSigner>

export function createFakeService(signer: Signer = createSigner(), name = 'reviews.example/log') {
  const entries: LogEntry[] = []
  const shown = new Map<number, { content: ReviewContent; opening: Opening }>()
  /** The levels of entries of version 2; with null, version 1 is written. */
  let level: Level | null = null

  function push(
    op: ChangeOp,
    number: number,
    rest: Pick<LedgerEntry, 'reason' | 'commitment'>,
  ): void {
    const seq = entries.length + 1
    const entry = { seq, op, at: AT, review_id: idOf(number), revision: 1, ...rest }
    entries.push(level ? { ...entry, v: 2 } : entry)
  }

  return {
    entries,

    /** From here on, reviews have this level in entries of version 2. */
    verifyAs(next: Level): void {
      level = next
    },

    rule(source: string, ruled: Level | null): void {
      const rule = { source, level: ruled, method: null }
      entries.push({ seq: entries.length + 1, op: 'rule', at: AT, rule, v: 2 })
    },

    /** add, edit, reply or restore */
    show(op: ChangeOp, number: number, change: Partial<ReviewContent> = {}): void {
      const content = { ...contentOf(number), ...shown.get(number)?.content, ...change }
      const source_key = `key ${number}`
      const salt = sha256(Buffer.from(`salt ${entries.length}`))
      const commitment = commit({ source: 'google', source_key, content, level }, salt, sha256)
      push(op, number, { reason: null, commitment })
      const opening: Opening = {
        seq: entries.length,
        source_key,
        salt: Buffer.from(salt).toString('base64url'),
        ...(level && { v: 2, level }),
      }
      shown.set(number, { content, opening })
    },

    /** withhold, gone_at_source or erase */
    hide(op: ChangeOp, number: number, reason: ChangeReason): void {
      push(op, number, { reason, commitment: null })
      shown.delete(number)
    },

    publish(): Files {
      const reviews = Array.from(shown, ([number, { content, opening }]) => ({
        id: idOf(number),
        ...content,
        source: 'google',
        source_url: null,
        verification: { level: opening.level ?? 'platform' },
      }))
      const openings = Object.fromEntries(
        Array.from(shown, ([number, { opening }]) => [idOf(number), opening]),
      )
      const dataset: Dataset = {
        business: { name: 'Test "& Sons' },
        reviews,
        history: countsOf(entries),
      }
      return new Map([
        ['/reviews.json', toBytes(dataset)],
        ['/log/openings.json', toBytes({ openings })],
        ...logFiles(entries.map(encodeEntry), signer, name),
      ])
    },
  }
}

export type FakeService = ReturnType<typeof createFakeService>

/** The log alone, over any leaves. */
export function logFiles(
  leaves: Uint8Array[],
  signer: Signer,
  name = 'reviews.example/log',
): Files {
  const hashes = leaves.map(leaf => leafHash(leaf, sha256))
  const frontier = hashes.reduce((tree, hash) => append(tree, hash, sha256), EMPTY_FRONTIER)
  const files: Files = new Map([
    ['/log/key', Buffer.from(`${signer.vkey(name)}\n`)],
    [
      '/log/checkpoint',
      Buffer.from(signer.note(name, checkpointBody(name, leaves.length, rootOf(frontier, sha256)))),
    ],
  ])
  for (let index = 0; index * TILE_WIDTH < leaves.length; index++) {
    const [start, end] = [index * TILE_WIDTH, (index + 1) * TILE_WIDTH]
    const width = leaves.slice(start, end).length
    files.set(`/log/${tilePath('entries', index, width)}`, encodeBundle(leaves.slice(start, end)))
    files.set(`/log/${tilePath(0, index, width)}`, Buffer.concat(hashes.slice(start, end)))
  }
  return files
}

/** The same documents with one changed. */
export function alter<T>(files: Files, path: string, change: (document: T) => void): Files {
  const document = JSON.parse(Buffer.from(files.get(path)!).toString()) as T
  change(document)
  return new Map(files).set(path, toBytes(document))
}

const toBytes = (document: unknown) => Buffer.from(JSON.stringify(document))

const contentOf = (number: number): ReviewContent => ({
  author: `Customer ${number}`,
  rating: 1 + (number % 5),
  date: '2026-03-14',
  text: number % 7 === 0 ? null : `Review "${number}" {[\\é😀`,
  owner_reply: number % 3 === 0 ? { text: 'Thank you.', date: '2026-03-15' } : null,
  incentive: null,
})

/** The counts of an invalid history are those of its valid beginning. */
function countsOf(entries: LogEntry[]): HistoryCounts {
  const fold = createReviewHistories()
  try {
    for (const entry of entries) fold.apply(entry)
  } catch {}
  return fold.counts()
}
