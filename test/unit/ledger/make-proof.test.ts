import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  consistencyProof,
  createHashAt,
  type HashAt,
  inclusionProof,
} from '../../../src/ledger/make-proof.ts'
import { leafHash } from '../../../src/ledger/merkle-tree.ts'
import { verifyConsistency, verifyInclusion } from '../../../src/ledger/verify-proof.ts'
import { hex, LEAVES, makeLeaves, ROOTS, sha256, treeHash } from '../../kit/ledger/known-tree.ts'

/** A perfect subtree, computed from the leaves by definition. */
const hashAtOf =
  (data: Uint8Array[]): HashAt =>
  (level, index) => {
    const part = data.slice(index * 2 ** level, (index + 1) * 2 ** level)
    assert.equal(part.length, 2 ** level, 'only complete subtrees are requested')
    return treeHash(part)
  }

const inclusionOf = (data: Uint8Array[], index: number) => ({
  leaf: leafHash(data[index]!, sha256),
  index,
  size: data.length,
  proof: inclusionProof(index, data.length, hashAtOf(data), sha256),
  root: treeHash(data),
})

const consistencyOf = (data: Uint8Array[], oldSize: number) => ({
  oldSize,
  oldRoot: treeHash(data.slice(0, oldSize)),
  newSize: data.length,
  newRoot: treeHash(data),
  proof: consistencyProof(oldSize, data.length, hashAtOf(data), sha256),
})

describe('Inclusion proofs', () => {
  it('An inclusion proof is that of the Certificate Transparency test vectors', () => {
    const known: [number, number, string[]][] = [
      [0, 1, []],
      [2, 3, [ROOTS[2]!]],
      [
        5,
        8,
        [
          'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
          'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
          ROOTS[4]!,
        ],
      ],
    ]
    for (const [index, size, proof] of known)
      assert.deepEqual(inclusionOf(LEAVES.slice(0, size), index).proof.map(hex), proof)
  })

  it('An inclusion proof verifies for every leaf of every small tree', async () => {
    for (let size = 1; size <= 20; size++)
      for (let index = 0; index < size; index++)
        assert.ok(
          await verifyInclusion(inclusionOf(makeLeaves(size), index), sha256),
          `${index} of ${size}`,
        )
  })

  it('No inclusion proof is made for a leaf outside the tree', () => {
    for (const [index, size] of [
      [-1, 3],
      [3, 3],
      [0, 0],
      [Number.NaN, 3],
    ] as const)
      assert.throws(() => inclusionProof(index, size, hashAtOf([]), sha256), /There is no leaf/)
  })
})

describe('Consistency proofs', () => {
  it('A consistency proof is that of the Certificate Transparency test vectors', () => {
    const known: [number, number, string[]][] = [
      [1, 1, []],
      [
        2,
        5,
        [
          '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
          'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        ],
      ],
      [
        6,
        7,
        [
          '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
          'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
          ROOTS[4]!,
        ],
      ],
    ]
    for (const [oldSize, newSize, proof] of known)
      assert.deepEqual(consistencyOf(LEAVES.slice(0, newSize), oldSize).proof.map(hex), proof)
  })

  it('A consistency proof verifies between any two small trees, including the empty one', async () => {
    for (let newSize = 0; newSize <= 20; newSize++)
      for (let oldSize = 0; oldSize <= newSize; oldSize++)
        assert.ok(
          await verifyConsistency(consistencyOf(makeLeaves(newSize), oldSize), sha256),
          `${oldSize} to ${newSize}`,
        )
  })

  it('No consistency proof is made from a larger or invalid size', () => {
    assert.throws(() => consistencyProof(4, 3, hashAtOf([]), sha256), /did not grow/)
    assert.throws(() => consistencyProof(-1, 3, hashAtOf([]), sha256), /did not grow/)
    assert.throws(() => consistencyProof(Number.NaN, 3, hashAtOf([]), sha256), /did not grow/)
  })
})

describe('Hashes of subtrees', () => {
  const data = makeLeaves(256 * 256 + 300)
  const byTile = new Map<string, Uint8Array>()
  const leaves = data.map(one => leafHash(one, sha256))
  for (let start = 0; start < leaves.length; start += 256)
    byTile.set(`0/${start / 256}`, Buffer.concat(leaves.slice(start, start + 256)))
  const full = Array.from({ length: 257 }, (_, index) =>
    treeHash(data.slice(index * 256, (index + 1) * 256)),
  )
  byTile.set('1/0', Buffer.concat(full.slice(0, 256)))
  byTile.set('1/1', Buffer.concat(full.slice(256)))
  byTile.set('2/0', treeHash(data.slice(0, 256 * 256)))
  const hashAt = createHashAt(
    (level, index) => byTile.get(`${level}/${index}`) ?? Buffer.alloc(0),
    sha256,
  )

  it('The hash of a subtree at any level is read from tiles or computed from them', () => {
    for (const level of [0, 1, 7, 8, 9, 15, 16]) {
      const last = Math.floor(data.length / 2 ** level) - 1
      for (const index of [0, last])
        assert.equal(hex(hashAt(level, index)), hex(hashAtOf(data)(level, index)))
    }
  })

  it('Proofs can be made across several levels of tiles', async () => {
    const [size, root] = [data.length, treeHash(data)]
    for (const index of [0, 255, 256, 65_535, 65_536, size - 1]) {
      const proof = inclusionProof(index, size, hashAt, sha256)
      assert.ok(await verifyInclusion({ leaf: leaves[index]!, index, size, proof, root }, sha256))
    }
    for (const oldSize of [1, 256, 300, 65_536, 65_700]) {
      const proof = consistencyProof(oldSize, size, hashAt, sha256)
      const oldRoot = treeHash(data.slice(0, oldSize))
      assert.ok(
        await verifyConsistency({ oldSize, oldRoot, newSize: size, newRoot: root, proof }, sha256),
      )
    }
  })

  it('A subtree beyond the end of the tree is an error', () => {
    assert.throws(() => hashAt(0, data.length), /no complete subtree/)
    assert.throws(() => hashAt(8, 257), /no complete subtree/)
  })
})
