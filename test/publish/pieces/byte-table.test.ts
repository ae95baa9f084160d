import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import {
  digestByteTables,
  gzipByteTables,
  joinByteTables,
  joinPieces,
} from '../../../src/publish/pieces/byte-table.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const text = (part: Uint8Array) => Buffer.from(part).toString()

/** Lists of non-empty pieces, as months have them. */
const months = fc.array(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 }), {
  maxLength: 5,
})
const stripsOf = (lists: string[][]) => lists.map(list => joinPieces(list.map(bytes), { commas: true }))

describe('strips', () => {
  it('join to a list with commas between all pieces, and say where each begins', () => {
    fc.assert(
      fc.property(months, lists => {
        const { bytes: joined, starts } = joinByteTables(bytes('['), stripsOf(lists), bytes(']'), 1)
        const pieces = lists.flat()
        assert.equal(text(joined), `[${pieces.join(',')}]`)
        for (const [place, piece] of pieces.entries())
          assert.equal(text(joined.subarray(starts[place], starts[place + 1]! - 1)), text(bytes(piece)))
      }),
    )
  })

  it('join without commas too', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string())), lists => {
        const strips = lists.map(list => joinPieces(list.map(bytes), { commas: false }))
        const { bytes: joined, starts } = joinByteTables(bytes(''), strips, bytes(''), 0)
        assert.equal(text(joined), text(bytes(lists.flat().join(''))))
        assert.equal(starts.at(-1), joined.length)
      }),
    )
  })

  it('give a gzip of the whole that any reader can open', async () => {
    await fc.assert(
      fc.asyncProperty(months, async lists => {
        const [head, strips, tail] = [bytes('{"reviews":['), stripsOf(lists), bytes(']}')]
        const { bytes: joined } = joinByteTables(head, strips, tail, 1)
        const gzip = await gzipByteTables(joined, head, strips, tail, 1)
        assert.deepEqual(new Uint8Array(gunzipSync(gzip)), joined)
      }),
    )
  })

  it('give the same gzip and digest whether their parts were kept or are new', async () => {
    const lists = [['a', 'b'], ['c'], ['d', 'e']]
    const [head, tail] = [bytes('<'), bytes('>')]
    const make = async (strips: ReturnType<typeof stripsOf>) => ({
      digest: digestByteTables(head, strips, tail),
      gzip: await gzipByteTables(joinByteTables(head, strips, tail, 1).bytes, head, strips, tail, 1),
    })
    const kept = stripsOf(lists)
    await make(kept)
    assert.deepEqual(await make(kept), await make(stripsOf(lists)))
  })

  it('have another digest when a piece changes', () => {
    const digest = (lists: string[][]) => digestByteTables(bytes(''), stripsOf(lists), bytes(''))
    assert.notEqual(digest([['a', 'b'], ['c']]), digest([['a', 'b'], ['d']]))
  })
})
