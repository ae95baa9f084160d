import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  append,
  EMPTY_FRONTIER,
  type Frontier,
  leafHash,
  rootOf,
  rootOfLeaves,
} from '../../src/ledger/merkle-tree.ts'
import { hex, LEAVES, makeLeaves, ROOTS, sha256, treeHash } from './known-tree.ts'

const hashes = (data: Uint8Array[]) => data.map(one => leafHash(one, sha256))
const grow = (data: Uint8Array[]): Frontier =>
  hashes(data).reduce((frontier, leaf) => append(frontier, leaf, sha256), EMPTY_FRONTIER)

const later = async (bytes: Uint8Array) => sha256(bytes)
const sizes = fc.nat(700)

describe('the tree of the log', () => {
  it('has the known roots of certificate transparency', async () => {
    for (const [size, root] of ROOTS.entries()) {
      const data = LEAVES.slice(0, size)
      assert.equal(hex(rootOf(grow(data), sha256)), root)
      assert.equal(hex(await rootOfLeaves(hashes(data), sha256)), root)
    }
  })

  it('has the root that RFC 6962 defines, grown leaf by leaf or made level by level', async () => {
    const check = async (size: number) => {
      const data = makeLeaves(size)
      const root = hex(treeHash(data))
      assert.equal(hex(rootOf(grow(data), sha256)), root)
      assert.equal(hex(await rootOfLeaves(hashes(data), later)), root)
    }
    await fc.assert(fc.asyncProperty(sizes, check), { numRuns: 40 })
  })

  it('has the same root when its leaves are more than a batch', async () => {
    for (const size of [4095, 4096, 4097, 8193, 10_001]) {
      const data = makeLeaves(size)
      assert.equal(hex(await rootOfLeaves(hashes(data), sha256)), hex(treeHash(data)))
    }
  })

  it('has the same root over the roots of full bundles as over all leaves', async () => {
    const leaves = hashes(makeLeaves(1000))
    const bundles = [0, 256, 512, 768].map(start => rootOfLeaves(leaves.slice(start, start + 256), sha256))
    const root = await rootOfLeaves(await Promise.all(bundles), sha256)
    assert.equal(hex(root), hex(await rootOfLeaves(leaves, sha256)))
  })
})

describe('the frontier', () => {
  it('keeps one hash for each one in the size in binary, the largest subtree first', () => {
    const { size, hashes: roots } = grow(makeLeaves(13))
    assert.equal(size, 13)
    const parts = [makeLeaves(8), makeLeaves(12).slice(8), makeLeaves(13).slice(12)]
    assert.deepEqual(roots.map(hex), parts.map(treeHash).map(hex))
  })

  it('tells every subtree that a leaf completes, from the leaf up', () => {
    const told: [number, string][] = []
    const [before, data] = [grow(makeLeaves(7)), makeLeaves(8)]
    append(before, leafHash(data[7]!, sha256), sha256, (level, hash) => told.push([level, hex(hash)]))
    const expected = [1, 2, 4, 8].map((count, level) => [level, hex(treeHash(data.slice(-count)))])
    assert.deepEqual(told, expected)
  })

  it('stays as it was when another grows from it', () => {
    const before = grow(makeLeaves(7))
    const root = hex(rootOf(before, sha256))
    append(before, leafHash(Buffer.of(1), sha256), sha256)
    assert.equal(before.size, 7)
    assert.equal(hex(rootOf(before, sha256)), root)
    assert.deepEqual(EMPTY_FRONTIER, { size: 0, hashes: [] })
  })
})
