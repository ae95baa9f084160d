/**
 * Verifies inclusion and consistency proofs (RFC 9162 §2.1). A proof ties leaf and roots together, not sizes: sizes that give the same
 * path through the tree cannot be told apart, so take size and root from the same signed checkpoint.
 */
import { HASH_BYTES, type Sha256, sameBytes } from './encoding.ts'
import { isPowerOfTwo, nodeHash, rootOfLeaves } from './merkle-tree.ts'

export interface Inclusion {
  /** The hash of the leaf. */
  leaf: Uint8Array
  index: number
  size: number
  proof: Uint8Array[]
  root: Uint8Array
}

export interface Consistency {
  oldSize: number
  oldRoot: Uint8Array
  newSize: number
  newRoot: Uint8Array
  proof: Uint8Array[]
}

/** A fraction would be rounded down on the way up and pass for a whole number. */
const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0
const isHash = (bytes: Uint8Array) => bytes.length === HASH_BYTES
const isOdd = (number: number) => number % 2 === 1
const half = (number: number) => Math.floor(number / 2)

/** RFC 9162 §2.1.3.2. */
export async function verifyInclusion({ leaf, index, size, proof, root }: Inclusion, hash: Sha256) {
  if (!isSize(index) || !isSize(size) || index >= size) return false
  if (![leaf, ...proof].every(isHash)) return false
  const roots = await climb(leaf, index, size - 1, proof, hash)
  return roots !== null && sameBytes(roots.whole, root)
}

/** RFC 9162 §2.1.4.2, extended to the empty tree, from which every tree grew. */
export async function verifyConsistency(
  { oldSize, oldRoot, newSize, newRoot, proof }: Consistency,
  hash: Sha256,
): Promise<boolean> {
  if (!isSize(oldSize) || !isSize(newSize) || oldSize > newSize) return false
  if (![oldRoot, newRoot, ...proof].every(isHash)) return false
  if (oldSize === newSize) return proof.length === 0 && sameBytes(oldRoot, newRoot)
  if (oldSize === 0) return proof.length === 0 && sameBytes(oldRoot, await rootOfLeaves([], hash))
  const [first, ...rest] = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof
  if (!first) return false
  let [node, last] = [oldSize - 1, newSize - 1]
  while (isOdd(node)) [node, last] = [half(node), half(last)]
  const roots = await climb(first, node, last, rest, hash)
  return roots !== null && sameBytes(roots.upToNode, oldRoot) && sameBytes(roots.whole, newRoot)
}

/**
 * Goes up from a node by its siblings: computes the root of the whole tree, and that of the tree that ends with the node. null if the
 * proof is too long or too short.
 */
async function climb(
  start: Uint8Array,
  node: number,
  last: number,
  proof: Uint8Array[],
  hash: Sha256,
) {
  const roots = { upToNode: start, whole: start }
  for (const sibling of proof) {
    if (last === 0) return null
    if (isOdd(node) || node === last) {
      roots.upToNode = await nodeHash(sibling, roots.upToNode, hash)
      roots.whole = await nodeHash(sibling, roots.whole, hash)
      // The last node of a level moves up without a sibling until it has one on its left. It is not the only node, so it will.
      while (!isOdd(node)) [node, last] = [half(node), half(last)]
    } else roots.whole = await nodeHash(roots.whole, sibling, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 ? roots : null
}
