/** A Merkle tree that grows leaf by leaf, kept as little as that needs. Browsers only check trees, and do without. */
import type { Sha256Sync } from './encoding.ts'
import { nodeHash } from './merkle-tree.ts'

/** The roots of the perfect subtrees that make up the tree, largest first. */
export type Frontier = { size: number; hashes: Uint8Array[] }

export const EMPTY_FRONTIER: Frontier = { size: 0, hashes: [] }

/** `onNode` gets every subtree that the leaf completes, starting with the leaf itself at level 0. */
export function append(
  { size, hashes }: Frontier,
  leaf: Uint8Array,
  sha256: Sha256Sync,
  onNode: (level: number, hash: Uint8Array) => void = () => {},
): Frontier {
  const kept = [...hashes]
  let hash = leaf
  onNode(0, hash)
  // Each trailing 1 bit of the size is a subtree that waits for a sibling of the same height.
  for (let level = 1, rest = size; rest % 2 === 1; level++, rest = (rest - 1) / 2) {
    hash = nodeHash(kept.pop()!, hash, sha256)
    onNode(level, hash)
  }
  return { size: size + 1, hashes: [...kept, hash] }
}

export function rootOf({ hashes }: Frontier, sha256: Sha256Sync): Uint8Array {
  if (hashes.length === 0) return sha256(new Uint8Array())
  return hashes.reduceRight((right, left) => nodeHash(left, right, sha256))
}
