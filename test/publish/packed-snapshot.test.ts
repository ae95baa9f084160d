import { deepEqual, throws } from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { packSnapshot, unpackSnapshot } from '../../src/publish/packed-snapshot.ts'
import type { SnapshotParts } from '../../src/publish/snapshot.ts'
import { runs } from '../kit/runs.ts'

const pack = (parts: object) => packSnapshot(parts as unknown as SnapshotParts)

suite('A packed Snapshot', () => {
  const part = fc.oneof(
    fc.uint8Array(),
    fc.uint32Array(),
    fc.string({ unit: 'grapheme' }),
    fc.double(),
    fc.constant(undefined),
    fc.array(fc.tuple(fc.string(), fc.uint32Array({ maxLength: 3 }))).map(entries => new Map(entries)),
  )

  test('A packed Snapshot has the same parts once it is unpacked', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), part, { noNullPrototype: true }), parts =>
        deepEqual(unpackSnapshot(pack(parts)), parts),
      ),
      runs(100),
    )
  })

  for (const array of [
    new Float32Array([0.5]),
    new Int32Array([-1]),
    new Uint16Array([7]),
    new BigInt64Array(1),
  ])
    test(`A ${array.constructor.name} is refused, because it would be read as something else`, () => {
      throws(() => pack({ array }), { name: 'TypeError' })
    })
})
