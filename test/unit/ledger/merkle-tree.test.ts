import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { append, EMPTY_FRONTIER, type Frontier, rootOf } from '../../../src/ledger/frontier.ts'
import { leafHash, rootOfLeaves } from '../../../src/ledger/merkle-tree.ts'
import { hex, LEAVES, makeLeaves, ROOTS, sha256, treeHash } from '../../kit/ledger/known-tree.ts'

const hashes = (data: Uint8Array[]) => data.map(one => leafHash(one, sha256))
const grow = (data: Uint8Array[]): Frontier =>
  hashes(data).reduce((frontier, leaf) => append(frontier, leaf, sha256), EMPTY_FRONTIER)

const later = async (bytes: Uint8Array) => sha256(bytes)
const sizes = fc.nat(700)

describe('The tree of the log', () => {
  it('The roots are those of the Certificate Transparency test vectors', async () => {
    for (const [size, root] of ROOTS.entries()) {
      const data = LEAVES.slice(0, size)
      assert.equal(hex(rootOf(grow(data), sha256)), root)
      assert.equal(hex(await rootOfLeaves(hashes(data), sha256)), root)
    }
  })

  it('The root is that of RFC 6962, whether built leaf by leaf or level by level', async () => {
    const check = async (size: number) => {
      const data = makeLeaves(size)
      const root = hex(treeHash(data))
      assert.equal(hex(rootOf(grow(data), sha256)), root)
      assert.equal(hex(await rootOfLeaves(hashes(data), later)), root)
    }
    await fc.assert(fc.asyncProperty(sizes, check), { numRuns: 40 })
  })

  it('The root is the same for more leaves than a batch', async () => {
    for (const size of [4095, 4096, 4097, 8193, 10_001]) {
      const data = makeLeaves(size)
      assert.equal(hex(await rootOfLeaves(hashes(data), sha256)), hex(treeHash(data)))
    }
  })

  it('The root over the roots of full bundles is the root over all leaves', async () => {
    const leaves = hashes(makeLeaves(1000))
    const bundles = [0, 256, 512, 768].map(start =>
      rootOfLeaves(leaves.slice(start, start + 256), sha256),
    )
    const root = await rootOfLeaves(await Promise.all(bundles), sha256)
    assert.equal(hex(root), hex(await rootOfLeaves(leaves, sha256)))
  })
})

describe('The frontier', () => {
  it('The frontier has one hash per 1 bit of the size, largest subtree first', () => {
    const { size, hashes: roots } = grow(makeLeaves(13))
    assert.equal(size, 13)
    const parts = [makeLeaves(8), makeLeaves(12).slice(8), makeLeaves(13).slice(12)]
    assert.deepEqual(roots.map(hex), parts.map(treeHash).map(hex))
  })

  it('Appending reports every subtree that the leaf completes, from the leaf up', () => {
    const told: [number, string][] = []
    const [before, data] = [grow(makeLeaves(7)), makeLeaves(8)]
    append(before, leafHash(data[7]!, sha256), sha256, (level, hash) =>
      told.push([level, hex(hash)]),
    )
    const expected = [1, 2, 4, 8].map((count, level) => [level, hex(treeHash(data.slice(-count)))])
    assert.deepEqual(told, expected)
  })

  it('Appending does not change the old frontier', () => {
    const before = grow(makeLeaves(7))
    const root = hex(rootOf(before, sha256))
    append(before, leafHash(Buffer.of(1), sha256), sha256)
    assert.equal(before.size, 7)
    assert.equal(hex(rootOf(before, sha256)), root)
    assert.deepEqual(EMPTY_FRONTIER, { size: 0, hashes: [] })
  })
})
