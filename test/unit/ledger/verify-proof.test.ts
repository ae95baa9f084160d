import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { consistencyProof, inclusionProof } from '../../../src/ledger/make-proof.ts'
import { leafHash, nodeHash } from '../../../src/ledger/merkle-tree.ts'
import {
  type Consistency,
  type Inclusion,
  verifyConsistency,
  verifyInclusion,
} from '../../../src/ledger/verify-proof.ts'
import { flipBit, makeLeaves, sha256, treeHash } from '../../kit/ledger/known-tree.ts'

const hashAtOf = (data: Uint8Array[]) => (level: number, index: number) =>
  treeHash(data.slice(index * 2 ** level, (index + 1) * 2 ** level))

function inclusionOf(index: number, size: number): Inclusion {
  const data = makeLeaves(size)
  const proof = inclusionProof(index, size, hashAtOf(data), sha256)
  return { leaf: leafHash(data[index]!, sha256), index, size, proof, root: treeHash(data) }
}

function consistencyOf(oldSize: number, newSize: number): Consistency {
  const data = makeLeaves(newSize)
  const proof = consistencyProof(oldSize, newSize, hashAtOf(data), sha256)
  return {
    oldSize,
    oldRoot: treeHash(data.slice(0, oldSize)),
    newSize,
    newRoot: treeHash(data),
    proof,
  }
}

const splitOf = (size: number) => 2 ** (Math.ceil(Math.log2(size)) - 1)

/** The side of each hash of the proof, from the leaf up: PATH of RFC 6962 §2.1.1, implemented literally. */
function inclusionPath(index: number, size: number): string {
  if (size === 1) return ''
  const split = splitOf(size)
  return index < split
    ? `${inclusionPath(index, split)}R`
    : `${inclusionPath(index - split, size - split)}L`
}

/** The same for PROOF and SUBPROOF of §2.1.2, starting from the old root or from the first hash of the proof. */
function consistencyPath(oldSize: number, newSize: number, isComplete = true): string {
  if (oldSize === newSize) return isComplete ? 'root ' : 'hash '
  const split = splitOf(newSize)
  return oldSize <= split
    ? `${consistencyPath(oldSize, split, isComplete)}R`
    : `${consistencyPath(oldSize - split, newSize - split, false)}L`
}

/** Each hash with a bit flipped, too short, or missing; and one hash too many at either end. */
function damagedProofs(proof: Uint8Array[], bit: number): Uint8Array[][] {
  const other = sha256(Buffer.of(bit))
  return [
    ...proof.flatMap((hash, at) => [
      proof.with(at, flipBit(hash, bit)),
      proof.with(at, hash.subarray(1)),
      proof.with(at, Buffer.concat([hash, Buffer.of(0)])),
      proof.toSpliced(at, 1),
      proof.toSpliced(at, 0, hash),
    ]),
    [other, ...proof],
    [...proof, other],
  ]
}

const LARGEST = 9
/** Claimed sizes, up to far beyond those of the trees. */
const CLAIMED = [...Array.from({ length: 2 * LARGEST }, (_, size) => size), 1000, 2 ** 40]
const NOT_SIZES = [-1, -4, 0.5, 1.5, 2.5, 3.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]

const anySizes = fc
  .integer({ min: 1, max: 300 })
  .chain(size => fc.tuple(fc.integer({ min: 1, max: size }), fc.constant(size)))

describe('An inclusion proof', () => {
  it('An inclusion proof holds for exactly those positions that have the same path to the root', async () => {
    for (let size = 1; size <= LARGEST; size++)
      for (let index = 0; index < size; index++) {
        const proven = inclusionOf(index, size)
        for (const otherSize of CLAIMED)
          for (const otherIndex of [...CLAIMED.filter(other => other < otherSize + 2)]) {
            const isSame =
              otherIndex < otherSize &&
              inclusionPath(otherIndex, otherSize) === inclusionPath(index, size)
            const claim = { ...proven, index: otherIndex, size: otherSize }
            assert.equal(
              await verifyInclusion(claim, sha256),
              isSame,
              `${index} of ${size} as ${otherIndex} of ${otherSize}`,
            )
          }
      }
  })

  it('An inclusion proof from a large tree holds only for the same path to the root', async () => {
    const check = async (
      [position, size]: [number, number],
      [otherPosition, otherSize]: [number, number],
    ) => {
      const claim = {
        ...inclusionOf(position - 1, size),
        index: otherPosition - 1,
        size: otherSize,
      }
      const isSame =
        inclusionPath(otherPosition - 1, otherSize) === inclusionPath(position - 1, size)
      assert.equal(await verifyInclusion(claim, sha256), isSame)
    }
    await fc.assert(fc.asyncProperty(anySizes, anySizes, check), { numRuns: 100 })
  })

  it('An inclusion proof fails against the root of a tree of any other size', async () => {
    for (let size = 1; size <= LARGEST; size++) {
      const proven = inclusionOf(size - 1, size)
      for (let other = size + 1; other <= LARGEST; other++) {
        const { root } = inclusionOf(0, other)
        assert.equal(await verifyInclusion({ ...proven, root }, sha256), false)
        assert.equal(await verifyInclusion({ ...proven, size: other, root }, sha256), false)
      }
    }
  })

  it('An inclusion proof fails with any hash changed, missing, repeated or of the wrong length', async () => {
    const check = async ([position, size]: [number, number], bit: number) => {
      const proven = inclusionOf(position - 1, size)
      assert.equal(await verifyInclusion(proven, async bytes => sha256(bytes)), true)
      for (const proof of damagedProofs(proven.proof, bit))
        assert.equal(await verifyInclusion({ ...proven, proof }, sha256), false)
      for (const field of ['leaf', 'root'] as const)
        for (const hash of [
          flipBit(proven[field], bit),
          proven[field].subarray(1),
          new Uint8Array(),
        ])
          assert.equal(await verifyInclusion({ ...proven, [field]: hash }, sha256), false)
    }
    await fc.assert(fc.asyncProperty(anySizes, fc.nat(255), check), { numRuns: 40 })
  })

  it('An inclusion proof fails for an index or size that is negative, a fraction or not a safe integer', async () => {
    const proven = inclusionOf(1, 3)
    for (const value of NOT_SIZES) {
      assert.equal(
        await verifyInclusion({ ...proven, index: value }, sha256),
        false,
        `index ${value}`,
      )
      assert.equal(
        await verifyInclusion({ ...proven, size: value }, sha256),
        false,
        `size ${value}`,
      )
    }
    const first = inclusionOf(0, 2)
    assert.equal(await verifyInclusion({ ...first, index: 0.5 }, sha256), false)
    assert.equal(await verifyInclusion({ ...first, size: 2.5 }, sha256), false)
  })

  it('An inclusion proof with a hash of the wrong length fails even against the root that it leads to', async () => {
    const leaf = sha256(Buffer.from('leaf'))
    for (const sibling of [new Uint8Array(), new Uint8Array(31), new Uint8Array(64)]) {
      const first = {
        leaf,
        index: 0,
        size: 2,
        proof: [sibling],
        root: nodeHash(leaf, sibling, sha256),
      }
      assert.equal(await verifyInclusion(first, sha256), false)
      const second = {
        leaf,
        index: 1,
        size: 2,
        proof: [sibling],
        root: nodeHash(sibling, leaf, sha256),
      }
      assert.equal(await verifyInclusion(second, sha256), false)
    }
  })

  it('A leaf of the wrong length is rejected even if it is the root of a tree of one leaf', async () => {
    for (const leaf of [new Uint8Array(), new Uint8Array(31), new Uint8Array(64)])
      assert.equal(
        await verifyInclusion({ leaf, index: 0, size: 1, proof: [], root: leaf }, sha256),
        false,
      )
  })
})

describe('A consistency proof', () => {
  it('A consistency proof holds for exactly those pairs of sizes that have the same path to the roots', async () => {
    for (let newSize = 2; newSize <= LARGEST; newSize++)
      for (let oldSize = 1; oldSize < newSize; oldSize++) {
        const proven = consistencyOf(oldSize, newSize)
        for (const otherNew of CLAIMED)
          for (const otherOld of CLAIMED) {
            const isSame =
              otherOld > 0 &&
              otherOld < otherNew &&
              consistencyPath(otherOld, otherNew) === consistencyPath(oldSize, newSize)
            const claim = { ...proven, oldSize: otherOld, newSize: otherNew }
            assert.equal(
              await verifyConsistency(claim, sha256),
              isSame,
              `${oldSize} to ${newSize} as ${otherOld} to ${otherNew}`,
            )
          }
      }
  })

  it('A consistency proof between large trees holds only for the same path to the roots', async () => {
    const check = async (
      [oldSize, newSize]: [number, number],
      [otherOld, otherNew]: [number, number],
    ) => {
      const claim = { ...consistencyOf(oldSize, newSize), oldSize: otherOld, newSize: otherNew }
      const isSame = consistencyPath(otherOld, otherNew) === consistencyPath(oldSize, newSize)
      assert.equal(await verifyConsistency(claim, sha256), isSame)
    }
    await fc.assert(fc.asyncProperty(anySizes, anySizes, check), { numRuns: 100 })
  })

  it('A consistency proof from 2 to 4 fails as one from 2 to 1000', async () => {
    const proven = consistencyOf(2, 4)
    assert.equal(await verifyConsistency(proven, sha256), true)
    assert.equal(await verifyConsistency({ ...proven, newSize: 1000 }, sha256), false)
  })

  it('A consistency proof fails against the roots of trees of other sizes', async () => {
    for (let newSize = 2; newSize <= LARGEST; newSize++)
      for (let oldSize = 1; oldSize < newSize; oldSize++) {
        const proven = consistencyOf(oldSize, newSize)
        for (let other = 1; other <= LARGEST; other++) {
          const otherRoot = treeHash(makeLeaves(other))
          if (other !== oldSize)
            assert.equal(await verifyConsistency({ ...proven, oldRoot: otherRoot }, sha256), false)
          if (other !== newSize)
            assert.equal(await verifyConsistency({ ...proven, newRoot: otherRoot }, sha256), false)
        }
      }
  })

  it('A consistency proof fails with any hash changed, missing, repeated or of the wrong length', async () => {
    const check = async ([oldSize, newSize]: [number, number], bit: number) => {
      const proven = consistencyOf(oldSize, newSize)
      assert.equal(await verifyConsistency(proven, async bytes => sha256(bytes)), true)
      for (const proof of damagedProofs(proven.proof, bit))
        assert.equal(await verifyConsistency({ ...proven, proof }, sha256), false)
      for (const field of ['oldRoot', 'newRoot'] as const)
        for (const hash of [
          flipBit(proven[field], bit),
          proven[field].subarray(1),
          new Uint8Array(),
        ])
          assert.equal(await verifyConsistency({ ...proven, [field]: hash }, sha256), false)
    }
    await fc.assert(fc.asyncProperty(anySizes, fc.nat(255), check), { numRuns: 40 })
  })

  it('A consistency proof with a hash of the wrong length fails even against the root that it leads to', async () => {
    const oldRoot = sha256(Buffer.from('leaf'))
    for (const sibling of [new Uint8Array(), new Uint8Array(31), new Uint8Array(64)]) {
      const newRoot = nodeHash(oldRoot, sibling, sha256)
      assert.equal(
        await verifyConsistency(
          { oldSize: 1, oldRoot, newSize: 2, newRoot, proof: [sibling] },
          sha256,
        ),
        false,
      )
      const grown = nodeHash(sibling, oldRoot, sha256)
      assert.equal(
        await verifyConsistency(
          { oldSize: 1, oldRoot: sibling, newSize: 2, newRoot: grown, proof: [oldRoot] },
          sha256,
        ),
        false,
      )
    }
  })

  it('A consistency proof fails for a size that is negative, a fraction or not a safe integer', async () => {
    // 3.5 to 4 and 0 to 2.5 would pass for 3 to 4 and 0 to 2 if they were rounded down.
    for (const proven of [
      consistencyOf(2, 3),
      consistencyOf(3, 3),
      consistencyOf(3, 4),
      consistencyOf(0, 3),
    ])
      for (const value of NOT_SIZES) {
        const claims = [
          { ...proven, oldSize: value },
          { ...proven, newSize: value },
          { ...proven, oldSize: value, newSize: value },
        ]
        for (const claim of claims)
          assert.equal(
            await verifyConsistency(claim, sha256),
            false,
            `${claim.oldSize} to ${claim.newSize}`,
          )
      }
  })

  it('A tree is consistent with itself only without a proof and with a single root', async () => {
    const same = consistencyOf(5, 5)
    const other = sha256(Buffer.of(5))
    assert.equal(await verifyConsistency(same, sha256), true)
    assert.equal(await verifyConsistency({ ...same, proof: [other] }, sha256), false)
    assert.equal(await verifyConsistency({ ...same, oldRoot: other }, sha256), false)
    assert.equal(
      await verifyConsistency(
        { ...same, oldRoot: new Uint8Array(), newRoot: new Uint8Array() },
        sha256,
      ),
      false,
    )
  })

  it('The empty tree needs its own root and no proof', async () => {
    const fromEmpty = consistencyOf(0, 3)
    const other = sha256(Buffer.of(3))
    assert.equal(await verifyConsistency(fromEmpty, sha256), true)
    assert.equal(await verifyConsistency({ ...fromEmpty, proof: [other] }, sha256), false)
    assert.equal(await verifyConsistency({ ...fromEmpty, oldRoot: other }, sha256), false)
    assert.equal(await verifyConsistency({ ...fromEmpty, oldSize: 1 }, sha256), false)
    assert.equal(
      await verifyConsistency({ ...fromEmpty, newRoot: new Uint8Array(31) }, sha256),
      false,
    )
  })

  it('A consistency proof without any hash fails for a tree that grew', async () => {
    for (const oldSize of [1, 2, 3, 4, 7, 8]) {
      const proven = consistencyOf(oldSize, 9)
      assert.equal(await verifyConsistency({ ...proven, proof: [] }, sha256), false)
      assert.equal(
        await verifyConsistency({ ...proven, proof: [], newRoot: proven.oldRoot }, sha256),
        false,
      )
    }
  })
})
