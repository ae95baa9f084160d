/** The Merkle tree of RFC 6962 §2.1: its hashes and its root. Leaves are given as hashes. */
import { concat, type Sha256 } from './encoding.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
const NOTHING = new Uint8Array()

type Hashed = Uint8Array | Promise<Uint8Array>

export const leafHash = <Hash extends Hashed>(
  data: Uint8Array,
  sha256: (bytes: Uint8Array) => Hash,
): Hash => sha256(concat(LEAF, data))

export const nodeHash = <Hash extends Hashed>(
  left: Uint8Array,
  right: Uint8Array,
  sha256: (bytes: Uint8Array) => Hash,
): Hash => sha256(concat(NODE, left, right))

/**
 * Pairs neighbors level by level; a last node without a neighbor moves up unchanged. That is the tree of RFC 6962 §2.1: its split, at the
 * largest power of two below the size, falls between two pairs on every level until each side is a single node, so no pair spans
 * it; and each side is built the same way.
 */
export async function rootOfLeaves(leafHashes: Uint8Array[], hash: Sha256): Promise<Uint8Array> {
  if (leafHashes.length === 0) return hash(NOTHING)
  let level = leafHashes
  while (level.length > 1) level = await pairUp(level, hash)
  return level[0]!
}

/** Even, so that a batch holds whole pairs; small, to limit how many promises wait at once. */
const BATCH = 4096

async function pairUp(level: Uint8Array[], hash: Sha256): Promise<Uint8Array[]> {
  const above: Uint8Array[] = []
  for (let start = 0; start < level.length; start += BATCH) {
    const batch = level.slice(start, start + BATCH)
    const parents = batch.flatMap((left, at) => {
      if (at % 2 === 1) return []
      const right = batch[at + 1]
      return [right ? nodeHash(left, right, hash) : left]
    })
    above.push(...(await Promise.all(parents)))
  }
  return above
}

/** Where RFC 6962 §2.1 splits a tree: at the largest power of two below its size. */
export function splitPoint(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

export const isPowerOfTwo = (count: number): boolean =>
  count === 1 || splitPoint(count) * 2 === count
