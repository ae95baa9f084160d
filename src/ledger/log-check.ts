/** The first half of an audit, the log itself: key, signature, tree, growth since the last check, and history. */
import { AuditFailure, type AuditSource, failingAs, readSource } from './audit-failure.ts'
import { CannotVerify, type Checkpoint, parseVerifierKey, verifyCheckpoint } from './checkpoint.ts'
import { HASH_BYTES, type Sha256, sameBytes, toBase64 } from './encoding.ts'
import { decodeEntry, splitBundle } from './ledger-entry.ts'
import { leafHash, rootOfLeaves } from './merkle-tree.ts'
import { createReviewHistories, type ReviewHistories } from './review-histories.ts'
import { TILE_WIDTH, tilePath } from './tiles.ts'

/** What was seen at the last check. */
export interface Pin {
  /** The verifier key, one line. */
  key: string
  size: number
  /** base64 */
  root: string
}

type OnProgress = (done: number, total: number) => void

/** The name in a key is that of the host and may change; the key itself may not. */
const isSameKey = (one: string, other: string) =>
  failingAs('history', 'A key in the log', () =>
    sameBytes(parseVerifierKey(one).publicKey, parseVerifierKey(other).publicKey),
  )

/** Follows the key of the last check, or the first that the log names, through every change that it signed itself. */
async function checkKeys(
  vkey: string,
  pinned: Pin | null,
  { keys }: ReviewHistories,
  hash: Sha256,
) {
  let current = pinned?.key
  for (const { op, key, checkpoint, seq } of keys) {
    const { body } = checkpoint === null ? NOT_SIGNED : await verifySignature(hash, checkpoint, key)
    if (op === 'predecessor' || (current && !isSameKey(current, key))) continue
    current = failingAs('history', `Entry ${seq}`, () => verifierKeyIn(body))
  }
  if (!current || isSameKey(current, vkey)) return
  const isSuccessor = keys.some(({ op, key }) => op === 'predecessor' && isSameKey(key, current))
  throw new AuditFailure(
    'key',
    `The log is signed with another key than ${pinned ? 'at the last check' : 'its own entries say'}. ${isSuccessor ? 'It says that it continues the log of that check, whose database was lost. ' : ''}Ask the business why before you trust the new one.`,
  )
}

const NOT_SIGNED = { body: '' }

/** In the checkpoint of a change of keys, the new key follows the root. */
function verifierKeyIn(body: string): string {
  const key = body.split('\n')[3] ?? ''
  parseVerifierKey(key)
  return key
}

export async function checkLog(
  source: AuditSource,
  note: string,
  vkey: string,
  pinned: Pin | null,
  onProgress: OnProgress,
): Promise<{ checkpoint: Checkpoint; histories: ReviewHistories }> {
  failingAs('unreadable', '/log/key', () => parseVerifierKey(vkey))
  const checkpoint = await verifySignature(source.hash, note, vkey)
  const { size } = checkpoint
  const { histories, problem, root, pinnedRoot } = await readEntries(
    source,
    size,
    pinned?.size ?? 0,
    onProgress,
  )
  if (!sameBytes(root, checkpoint.root)) throw await tampered(source, size)
  await checkKeys(vkey, pinned, histories, source.hash)
  if (pinned && size < pinned.size)
    throw new AuditFailure(
      'fork',
      `The log has ${size} entries, but at the last check it had ${pinned.size}: its history was cut, or an old copy is served.`,
    )
  if (pinned && toBase64(pinnedRoot) !== pinned.root)
    throw new AuditFailure(
      'fork',
      `The first ${pinned.size} entries of the log are not those of the last check: its history was rewritten.`,
    )
  if (problem) throw problem
  return { checkpoint, histories }
}

export async function verifySignature(
  hash: Sha256,
  note: string,
  vkey: string,
): Promise<Checkpoint> {
  try {
    return await verifyCheckpoint(note, vkey, hash)
  } catch (error) {
    const code = error instanceof CannotVerify ? 'unsupported' : 'signature'
    throw new AuditFailure(code, (error as Error).message)
  }
}

const BUNDLES_AT_ONCE = 8

/**
 * One pass over all entries. It keeps one hash per bundle instead of one per leaf: a full bundle is a perfect subtree, so the root over
 * the roots of bundles is the root over the leaves. A problem in an entry is reported only once the entry is known to be signed.
 */
async function readEntries(
  source: AuditSource,
  size: number,
  pinnedSize: number,
  onProgress: OnProgress,
) {
  const histories = createReviewHistories()
  let problem: AuditFailure | null = null
  const roots: Uint8Array[] = []
  const pinnedRoots: Uint8Array[] = []
  const bundles = Math.ceil(size / TILE_WIDTH)
  for (let first = 0; first < bundles; first += BUNDLES_AT_ONCE) {
    const count = Math.min(BUNDLES_AT_ONCE, bundles - first)
    const group = Array.from({ length: count }, (_, index) =>
      readBundle(source, first + index, size),
    )
    for (const entries of await Promise.all(group)) {
      problem ??= applyAll(entries, histories, roots.length * TILE_WIDTH)
      const leaves = await Promise.all(entries.map(entry => leafHash(entry, source.hash)))
      const root = await rootOfLeaves(leaves, source.hash)
      const pinnedHere = leaves.slice(0, Math.max(0, pinnedSize - roots.length * TILE_WIDTH))
      if (pinnedHere.length === leaves.length) pinnedRoots.push(root)
      else if (pinnedHere.length > 0) pinnedRoots.push(await rootOfLeaves(pinnedHere, source.hash))
      roots.push(root)
      onProgress(Math.min(size, roots.length * TILE_WIDTH), size)
    }
  }
  const root = await rootOfLeaves(roots, source.hash)
  return { histories, problem, root, pinnedRoot: await rootOfLeaves(pinnedRoots, source.hash) }
}

/** Returns the failure of the first entry that does not follow from those before it. */
function applyAll(
  entries: Uint8Array[],
  histories: ReviewHistories,
  before: number,
): AuditFailure | null {
  for (const [at, entry] of entries.entries())
    try {
      histories.apply(decodeEntry(entry))
    } catch (error) {
      return new AuditFailure(
        'history',
        `Entry ${before + at + 1} of the log: ${(error as Error).message}`,
      )
    }
  return null
}

const pathOf = (level: number | 'entries', index: number, size: number) =>
  `/log/${tilePath(level, index, Math.min(TILE_WIDTH, size - index * TILE_WIDTH))}`

async function readBundle(source: AuditSource, index: number, size: number): Promise<Uint8Array[]> {
  const path = pathOf('entries', index, size)
  const bundle = await readSource(source, path)
  const entries = failingAs('tampered', path, () => splitBundle(bundle))
  const expected = Math.min(TILE_WIDTH, size - index * TILE_WIDTH)
  if (entries.length !== expected)
    throw new AuditFailure(
      'tampered',
      `${path} holds ${entries.length} entries instead of ${expected}.`,
    )
  return entries
}

/** The log's own leaf hashes show which entry was changed, unless they were changed too. */
async function tampered(source: AuditSource, size: number): Promise<AuditFailure> {
  const seq = await findChangedEntry(source, size).catch(() => null)
  const what =
    seq === null ? `The ${size} entries of the log are not` : `Entry ${seq} of the log is not`
  return new AuditFailure('tampered', `${what} what was signed: the log was changed afterwards.`)
}

async function findChangedEntry(source: AuditSource, size: number): Promise<number | null> {
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const entries = await readBundle(source, index, size)
    const hashes = await readSource(source, pathOf(0, index, size))
    const leaves = await Promise.all(entries.map(entry => leafHash(entry, source.hash)))
    const hashAt = (at: number) => hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)
    const changed = leaves.findIndex((leaf, at) => !sameBytes(leaf, hashAt(at)))
    if (changed >= 0) return index * TILE_WIDTH + changed + 1
  }
  return null
}
