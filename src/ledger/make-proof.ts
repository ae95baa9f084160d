/** Makes inclusion and consistency proofs (RFC 6962 §2.1). */
import { HASH_BYTES, type Sha256Sync } from './encoding.ts'
import { isPowerOfTwo, nodeHash, splitPoint } from './merkle-tree.ts'
import { TILE_HEIGHT, TILE_WIDTH } from './tiles.ts'

/** The hash of the index-th perfect subtree with 2^level leaves. */
export type HashAt = (level: number, index: number) => Uint8Array

/** `tiles` returns the stored hashes of a tile; levels between two tiles are computed on demand. */
export function createHashAt(
  tiles: (tileLevel: number, index: number) => Uint8Array,
  sha256: Sha256Sync,
) {
  const hashAt: HashAt = (level, index) => {
    if (level % TILE_HEIGHT > 0)
      return nodeHash(hashAt(level - 1, 2 * index), hashAt(level - 1, 2 * index + 1), sha256)
    const tile = tiles(level / TILE_HEIGHT, Math.floor(index / TILE_WIDTH))
    const start = (index % TILE_WIDTH) * HASH_BYTES
    if (tile.length < start + HASH_BYTES)
      throw new RangeError(
        `The tree has no complete subtree of 2^${level} leaves at index ${index}.`,
      )
    return tile.subarray(start, start + HASH_BYTES)
  }
  return hashAt
}

/** RFC 6962 §2.1.1. */
export function inclusionProof(index: number, size: number, hashAt: HashAt, sha256: Sha256Sync) {
  if (!(index >= 0 && index < size))
    throw new RangeError(`There is no leaf ${index} in a tree of ${size} leaves.`)
  const path = (start: number, end: number): Uint8Array[] => {
    if (end - start === 1) return []
    const middle = start + splitPoint(end - start)
    return index < middle
      ? [...path(start, middle), rangeHash(middle, end, hashAt, sha256)]
      : [...path(middle, end), rangeHash(start, middle, hashAt, sha256)]
  }
  return path(0, size)
}

/** RFC 6962 §2.1.2. The empty tree and the same tree need no proof. */
export function consistencyProof(
  oldSize: number,
  newSize: number,
  hashAt: HashAt,
  sha256: Sha256Sync,
) {
  if (!(oldSize >= 0 && oldSize <= newSize))
    throw new RangeError(`A tree of ${newSize} leaves did not grow from one of ${oldSize}.`)
  const path = (start: number, end: number): Uint8Array[] => {
    if (oldSize === end) return start === 0 ? [] : [rangeHash(start, end, hashAt, sha256)]
    const middle = start + splitPoint(end - start)
    return oldSize <= middle
      ? [...path(start, middle), rangeHash(middle, end, hashAt, sha256)]
      : [...path(middle, end), rangeHash(start, middle, hashAt, sha256)]
  }
  return oldSize === 0 ? [] : path(0, newSize)
}

/** The hash over the leaves from `start` up to `end`, where `start` is a position at which RFC 6962 splits the tree. */
function rangeHash(start: number, end: number, hashAt: HashAt, sha256: Sha256Sync): Uint8Array {
  const count = end - start
  if (isPowerOfTwo(count)) return hashAt(Math.log2(count), start / count)
  const middle = start + splitPoint(count)
  return nodeHash(
    rangeHash(start, middle, hashAt, sha256),
    rangeHash(middle, end, hashAt, sha256),
    sha256,
  )
}
