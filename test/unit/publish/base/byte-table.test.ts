import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type ByteTable,
  digestByteTables,
  joinByteTables,
  joinPieces,
} from '../../../../src/publish/base/byte-table.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const text = (piece: Uint8Array) => Buffer.from(piece).toString()

/** Lists of non-empty pieces, as months have them. */
const months = fc.array(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 }), {
  maxLength: 5,
})
const tablesOf = (lists: string[][]) =>
  lists.map(list => joinPieces(list.map(bytes), { commas: true }))

describe('Byte tables', () => {
  it('Byte tables join to a list with commas between all pieces, and tell where each piece begins', () => {
    fc.assert(
      fc.property(months, lists => {
        const { bytes: joined, starts } = joinByteTables(bytes('['), tablesOf(lists), bytes(']'), 1)
        const pieces = lists.flat()
        assert.equal(text(joined), `[${pieces.join(',')}]`)
        for (const [index, piece] of pieces.entries())
          assert.equal(
            text(joined.subarray(starts[index], starts[index + 1]! - 1)),
            text(bytes(piece)),
          )
      }),
    )
  })

  it('Byte tables join without commas too', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string())), lists => {
        const tables = lists.map(list => joinPieces(list.map(bytes), { commas: false }))
        const { bytes: joined, starts } = joinByteTables(bytes(''), tables, bytes(''), 0)
        assert.equal(text(joined), text(bytes(lists.flat().join(''))))
        assert.equal(starts.at(-1), joined.length)
      }),
    )
  })

  const LISTS = [['a', 'b'], ['c'], ['d', 'e']]
  const [HEAD, TAIL] = [bytes('<'), bytes('>')]
  const digest = (tables: ByteTable[]) => digestByteTables(HEAD, tables, TAIL)
  it('The digest is the same whether the tables were cached or are new', () => {
    const cached = tablesOf(LISTS)
    digest(cached)
    assert.equal(digest(cached), digest(tablesOf(LISTS)))
  })

  it('A table is digested only once', () => {
    const tables = tablesOf(LISTS)
    const before = digest(tables)
    // Nothing changes a table in earnest; what stays the same here was not computed again.
    tables[1]!.bytes.fill(0)
    assert.equal(digest(tables), before)
  })

  it('The digest changes when a piece, the head or the tail changes', () => {
    const tables = tablesOf(LISTS)
    const others = [
      digest(tablesOf([['a', 'b'], ['c'], ['d', 'f']])),
      digestByteTables(bytes('('), tables, TAIL),
      digestByteTables(HEAD, tables, bytes(')')),
    ]
    for (const other of others) assert.notEqual(other, digest(tables))
  })
})
