/** Proofs that a leaf is in the tree and that the tree only grew: how anybody checks them (RFC 9162 §2.1). */
import { sameBytes } from './encoding.ts'
import { isPowerOfTwo, nodeHash, rootOfLeaves } from './merkle-tree.ts'
import { HASH_BYTES, type Sha256 } from './sha256.ts'

export interface Inclusion {
  /** The leaf's hash. */
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

const isHash = (bytes: Uint8Array) => bytes.length === HASH_BYTES
const isOdd = (number: number) => number % 2 === 1
const half = (number: number) => Math.floor(number / 2)

/** RFC 9162 §2.1.3.2. */
export async function verifyInclusion(
  { leaf, index, size, proof, root }: Inclusion,
  hash: Sha256,
): Promise<boolean> {
  if (!(index >= 0 && index < size) || ![leaf, ...proof].every(isHash)) return false
  let [node, last] = [index, size - 1]
  let computed = leaf
  for (const sister of proof) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      computed = await nodeHash(sister, computed, hash)
      ;[node, last] = skipLoneNodes(node, last)
    } else computed = await nodeHash(computed, sister, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameBytes(computed, root)
}

/** RFC 9162 §2.1.4.2. It leaves the empty tree out: every tree grew from that. */
export async function verifyConsistency(
  { oldSize, oldRoot, newSize, newRoot, proof }: Consistency,
  hash: Sha256,
): Promise<boolean> {
  if (!(oldSize >= 0 && oldSize <= newSize) || ![oldRoot, newRoot, ...proof].every(isHash)) return false
  if (oldSize === newSize) return proof.length === 0 && sameBytes(oldRoot, newRoot)
  if (oldSize === 0) return proof.length === 0 && sameBytes(oldRoot, await rootOfLeaves([], hash))
  const [first, ...rest] = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof
  if (!first) return false
  let [node, last] = [oldSize - 1, newSize - 1]
  while (isOdd(node)) [node, last] = [half(node), half(last)]
  let [oldComputed, newComputed] = [first, first]
  for (const sister of rest) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      oldComputed = await nodeHash(sister, oldComputed, hash)
      newComputed = await nodeHash(sister, newComputed, hash)
      ;[node, last] = skipLoneNodes(node, last)
    } else newComputed = await nodeHash(newComputed, sister, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameBytes(oldComputed, oldRoot) && sameBytes(newComputed, newRoot)
}

/** The last node of a level goes up without a sister as long as it has none on its left. */
function skipLoneNodes(node: number, last: number): [number, number] {
  while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
  return [node, last]
}
