import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createVectorMemory } from '../../../../src/insights/network/vector-memory.ts'
import { assemble } from '../../../../train/assemble.ts'
import * as plain from './plain-network.ts'
import { createRandom } from './random-weights.ts'

const module = new WebAssembly.Module(await assemble())
const CLOSE = 1e-4

const tokens = fc.integer({ min: 1, max: 70 })
const seed = fc.integer()
const upTo = (most: number, unit: number) =>
  fc.integer({ min: 1, max: most / unit }).map(count => count * unit)

/** A memory, and random vectors in it. */
function arrange(seed: number) {
  const memory = createVectorMemory(module, 400_000)
  const random = createRandom(seed)
  const floats = (length: number, size = 1) => Float32Array.from({ length }, () => size * random())
  return {
    memory,
    random,
    floats,
    putVectors(count: number, size: number, scale = 1) {
      const vectors = Array.from({ length: count }, () => floats(size, scale))
      const at = memory.reserve(4 * Math.ceil(count / 4) * size)
      for (const [number, vector] of vectors.entries())
        memory.numbers.set(vector, at + number * size)
      return { vectors, at }
    },
    vectorsAt: (at: number, count: number, size: number) =>
      Array.from({ length: count }, (_, number) =>
        memory.numbers.slice(at + number * size, at + (number + 1) * size),
      ),
  }
}

function assertClose(found: plain.Vector[], wanted: plain.Vector[]): void {
  assert.equal(found.length, wanted.length)
  for (const [number, vector] of wanted.entries())
    for (const [at, value] of vector.entries()) {
      const gap = Math.abs(found[number]![at]! - value)
      assert.ok(gap <= CLOSE * Math.max(1, Math.abs(value)), `${number}, ${at}: ${gap}`)
    }
}

const check = (property: fc.IProperty<[number, number, number, number]>) =>
  fc.assert(property, { numRuns: 25 })

/** Uses the scratch memory, as products in bytes do before attention: nothing may depend on what is left there. */
function dirty(memory: ReturnType<typeof arrange>['memory']): void {
  const columns = 16
  const layer = memory.addByteLayer(
    new Int8Array(columns * 32).fill(3),
    new Float32Array(32).fill(1),
    new Float32Array(32),
  )
  const x = memory.reserve(4 * columns)
  memory.numbers.fill(7, x, x + 4 * columns)
  memory.applyBytes(layer, x, memory.reserve(4 * 32), 4)
}

describe('The loops of the network', () => {
  it('Multiplying bytes gives the numbers of the plain product, for any size', () => {
    check(
      fc.property(tokens, upTo(96, 16), upTo(256, 16), seed, (count, rows, columns, seed) => {
        const { memory, random, floats, putVectors, vectorsAt } = arrange(seed)
        const { vectors, at } = putVectors(count, columns, 3)
        const matrix = Int8Array.from({ length: rows * columns }, () => Math.round(127 * random()))
        const [scales, bias] = [floats(rows, 0.001), floats(rows)]
        const layer = memory.addByteLayer(matrix, scales, bias)
        const padded = 4 * Math.ceil(count / 4)
        const out = memory.reserve(padded * rows)
        const wanted = vectors.map(x => plain.multiplyBytes(x, matrix, scales, bias))
        memory.applyBytes(layer, at, out, padded)
        assertClose(vectorsAt(out, count, rows), wanted)
        memory.applyBytes(layer, at, out, padded, 0)
        const atLeast0 = wanted.map(vector => vector.map(value => Math.max(0, value)))
        assertClose(vectorsAt(out, count, rows), atLeast0)
      }),
    )
  })

  for (const [what, value] of [
    ['zeros', 0],
    ['positive numbers', 3],
    ['negative numbers', -3],
  ] as const)
    it(`A vector of ${what} only is multiplied like any other`, () => {
      const { memory, vectorsAt } = arrange(1)
      const x = new Float32Array(64).fill(value)
      const matrix = new Int8Array(32 * 64).fill(-127)
      const scales = new Float32Array(32).fill(0.01)
      const at = memory.reserve(4 * 64)
      const out = memory.reserve(4 * 32)
      for (let token = 0; token < 4; token++) memory.numbers.set(x, at + token * 64)
      memory.applyBytes(memory.addByteLayer(matrix, scales, scales), at, out, 4)
      const wanted = new Float32Array(32).fill(-127 * 64 * value * 0.01 + 0.01)
      assertClose(vectorsAt(out, 4, 32), [wanted, wanted, wanted, wanted])
    })

  it('Normalizing gives the numbers of the plain loop', () => {
    check(
      fc.property(tokens, upTo(256, 32), seed, seed, (count, size, seed, _) => {
        const { memory, floats, putVectors, vectorsAt } = arrange(seed)
        const { vectors, at } = putVectors(count, size, 5)
        const [gain, bias] = [floats(size), floats(size)]
        const out = memory.reserve(count * size)
        memory.normalize(out, at, memory.put(gain), memory.put(bias), count, size)
        const wanted = vectors.map(x => plain.normalize(x, gain, bias))
        assertClose(vectorsAt(out, count, size), wanted)
      }),
    )
  })

  it('Attention gives the numbers of the plain loop', () => {
    check(
      fc.property(
        tokens,
        upTo(96, 32),
        fc.constantFrom(0.1, 1, 4),
        seed,
        (count, width, size, seed) => {
          const { memory, putVectors, vectorsAt } = arrange(seed)
          const { vectors, at } = putVectors(count, 3 * width, size)
          const attention = {
            turns: memory.put(plain.makeTurns(count)),
            keys: memory.reserve(96 * width),
            scores: memory.reserve(100),
          }
          const out = memory.reserve(count * width)
          dirty(memory)
          memory.attend(out, at, attention, count, width)
          assertClose(vectorsAt(out, count, width), plain.attend(vectors, width))
        },
      ),
    )
  })

  it('Blending by shares gives the numbers of the plain loop', () => {
    check(
      fc.property(
        tokens,
        upTo(256, 32),
        fc.constantFrom(0.1, 5, 200),
        seed,
        (count, size, range, seed) => {
          const { memory, floats, putVectors, vectorsAt } = arrange(seed)
          const { vectors, at } = putVectors(count, size)
          const scores = floats(count, range)
          const shares = memory.reserve(count + 4)
          memory.numbers.set(scores, shares)
          memory.softmax(shares, count)
          assertClose(vectorsAt(shares, 1, count), [plain.softmax(scores)])
          const out = memory.reserve(size)
          memory.blend(out, shares, at, count, size)
          assertClose(vectorsAt(out, 1, size), [plain.blend(vectors, plain.softmax(scores))])
        },
      ),
    )
  })
})
