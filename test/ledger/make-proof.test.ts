import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { consistencyProof, createHashAt, type HashAt, inclusionProof } from '../../src/ledger/make-proof.ts'
import { leafHash } from '../../src/ledger/merkle-tree.ts'
import { verifyConsistency, verifyInclusion } from '../../src/ledger/verify-proof.ts'
import { flipBit, hex, LEAVES, makeLeaves, ROOTS, sha256, treeHash } from './known-tree.ts'

/** A perfect subtree by the definition, straight from the leaves. */
const hashAtOf =
  (data: Uint8Array[]): HashAt =>
  (level, index) => {
    const part = data.slice(index * 2 ** level, (index + 1) * 2 ** level)
    assert.equal(part.length, 2 ** level, 'only complete subtrees are asked for')
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

/** Each of these hashes once with a bit flipped, and the proof once too short and once too long. */
function damaged<T extends { proof: Uint8Array[] }>(claim: T, fields: (keyof T)[], bit: number): T[] {
  const { proof } = claim
  return [
    ...fields.map(field => ({ ...claim, [field]: flipBit(claim[field] as Uint8Array, bit) })),
    ...proof.map((hash, at) => ({ ...claim, proof: proof.with(at, flipBit(hash, bit)) })),
    ...proof.map((hash, at) => ({ ...claim, proof: proof.with(at, hash.subarray(1)) })),
    ...(proof.length > 0
      ? [
          { ...claim, proof: proof.slice(1) },
          { ...claim, proof: proof.slice(0, -1) },
        ]
      : []),
    { ...claim, proof: [...proof, sha256(Buffer.of(bit))] },
  ]
}

const bits = fc.nat(255)

describe('a proof that a leaf is in the tree', () => {
  it('is the known one of certificate transparency', () => {
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

  it('is right for every leaf of every small tree', async () => {
    for (let size = 1; size <= 20; size++)
      for (let index = 0; index < size; index++)
        assert.ok(await verifyInclusion(inclusionOf(makeLeaves(size), index), sha256), `${index} of ${size}`)
  })

  it('is wrong with one bit changed anywhere, a hash too many, too few or too short', async () => {
    const cases = fc
      .integer({ min: 1, max: 300 })
      .chain(size => fc.tuple(fc.constant(size), fc.nat(size - 1), bits))
    const check = async ([size, index, bit]: [number, number, number]) => {
      const claim = inclusionOf(makeLeaves(size), index)
      assert.ok(await verifyInclusion(claim, async bytes => sha256(bytes)))
      for (const one of damaged(claim, ['leaf', 'root'], bit))
        assert.ok(!(await verifyInclusion(one, sha256)))
    }
    await fc.assert(fc.asyncProperty(cases, check), { numRuns: 40 })
  })

  it('does not hold for another place or a place outside', async () => {
    const claim = inclusionOf(makeLeaves(11), 6)
    for (const index of [-1, 0, 5, 7, 10, 11, Number.NaN])
      assert.ok(!(await verifyInclusion({ ...claim, index }, sha256)), String(index))
  })

  it('is not made for a leaf that is not there', () => {
    for (const [index, size] of [
      [-1, 3],
      [3, 3],
      [0, 0],
      [Number.NaN, 3],
    ] as const)
      assert.throws(() => inclusionProof(index, size, hashAtOf([]), sha256), /There is no leaf/)
  })
})

describe('a proof that the tree only grew', () => {
  it('is the known one of certificate transparency', () => {
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

  it('is right between every two small trees, the empty one among them', async () => {
    for (let newSize = 0; newSize <= 20; newSize++)
      for (let oldSize = 0; oldSize <= newSize; oldSize++)
        assert.ok(
          await verifyConsistency(consistencyOf(makeLeaves(newSize), oldSize), sha256),
          `${oldSize} to ${newSize}`,
        )
  })

  it('is wrong with one bit changed anywhere, a hash too many, too few or too short', async () => {
    const cases = fc
      .integer({ min: 1, max: 300 })
      .chain(size => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size }), bits))
    const check = async ([newSize, oldSize, bit]: [number, number, number]) => {
      const claim = consistencyOf(makeLeaves(newSize), oldSize)
      assert.ok(await verifyConsistency(claim, async bytes => sha256(bytes)))
      for (const one of damaged(claim, ['oldRoot', 'newRoot'], bit))
        assert.ok(!(await verifyConsistency(one, sha256)))
    }
    await fc.assert(fc.asyncProperty(cases, check), { numRuns: 40 })
  })

  it('does not hold when the old tree was another or was larger', async () => {
    const claim = consistencyOf(makeLeaves(11), 6)
    for (const oldSize of [-1, 0, 5, 7, 10, 11, 12, Number.NaN])
      assert.ok(!(await verifyConsistency({ ...claim, oldSize }, sha256)), String(oldSize))
    assert.throws(() => consistencyProof(4, 3, hashAtOf([]), sha256), /did not grow/)
  })

  it('holds for the empty tree only with the root of the empty tree', async () => {
    const claim = consistencyOf(makeLeaves(3), 0)
    assert.ok(!(await verifyConsistency({ ...claim, oldRoot: sha256(Buffer.of(1)) }, sha256)))
  })
})

describe('the hashes of subtrees', () => {
  const data = makeLeaves(256 * 256 + 300)
  const byTile = new Map<string, Uint8Array>()
  const leaves = data.map(one => leafHash(one, sha256))
  for (let start = 0; start < leaves.length; start += 256)
    byTile.set(`0/${start / 256}`, Buffer.concat(leaves.slice(start, start + 256)))
  const full = Array.from({ length: 257 }, (_, index) => treeHash(data.slice(index * 256, (index + 1) * 256)))
  byTile.set('1/0', Buffer.concat(full.slice(0, 256)))
  byTile.set('1/1', Buffer.concat(full.slice(256)))
  byTile.set('2/0', treeHash(data.slice(0, 256 * 256)))
  const hashAt = createHashAt((level, index) => byTile.get(`${level}/${index}`) ?? Buffer.alloc(0), sha256)

  it('are found in the tiles or computed from them, whatever their level', () => {
    for (const level of [0, 1, 7, 8, 9, 15, 16]) {
      const last = Math.floor(data.length / 2 ** level) - 1
      for (const index of [0, last])
        assert.equal(hex(hashAt(level, index)), hex(hashAtOf(data)(level, index)))
    }
  })

  it('serve to make proofs over several levels of tiles', async () => {
    const [size, root] = [data.length, treeHash(data)]
    for (const index of [0, 255, 256, 65_535, 65_536, size - 1]) {
      const proof = inclusionProof(index, size, hashAt, sha256)
      assert.ok(await verifyInclusion({ leaf: leaves[index]!, index, size, proof, root }, sha256))
    }
    for (const oldSize of [1, 256, 300, 65_536, 65_700]) {
      const proof = consistencyProof(oldSize, size, hashAt, sha256)
      const oldRoot = treeHash(data.slice(0, oldSize))
      assert.ok(await verifyConsistency({ oldSize, oldRoot, newSize: size, newRoot: root, proof }, sha256))
    }
  })

  it('are not made up where the tree ends', () => {
    assert.throws(() => hashAt(0, data.length), /no complete subtree/)
    assert.throws(() => hashAt(8, 257), /no complete subtree/)
  })
})
