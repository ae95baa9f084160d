import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { firstRowsOf, layoutOf, tableRecords } from '../../../../src/ingest/files/table.ts'

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

/** With a prototype, so that they can be compared with literals. */
const withPrototype = <T extends object>(record: T): T =>
  'value' in record ? { ...record, value: { ...(record.value as object) } } : record
const read = (text: string, size = 1000) =>
  Array.fromAsync(tableRecords(inPieces(text, size), layoutOf(text)), withPrototype)
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

const cell = () =>
  fc.string({
    unit: fc.oneof(
      fc.constantFrom(',', ';', '\t', '"', '\n', ' '),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
  })

describe('A table', () => {
  it('A table returns every cell written into it, with every delimiter, however the text is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell(), cell(), fc.constant('x')), { minLength: 1 }),
        fc.constantFrom(',', ';', '\t'),
        fc.integer({ min: 1, max: 50 }),
        async (rows, delimiter, size) => {
          const lines = [['one', 'two', 'three'], ...rows].map(row =>
            row.map(quote).join(delimiter),
          )
          const expected = rows.map(([one, two, three], index) => ({
            row: index + 2,
            value: { one, two, three },
          }))
          assert.deepEqual(await read(lines.join('\n'), size), expected)
        },
      ),
    )
  })

  it('The delimiter is found in the header, outside of quotation marks', () => {
    const delimiterOf = (head: string) => layoutOf(head).delimiter
    assert.equal(delimiterOf('a,b;c,d\n1;2;3;4;5'), ',')
    assert.equal(delimiterOf('"a, b, c";d\n'), ';')
    assert.equal(delimiterOf('a\tb, c\td'), '\t')
    assert.equal(delimiterOf('"over\ntwo, lines";b\n1,2,3,4'), ';')
    assert.equal(delimiterOf('single'), ',')
  })

  it('A table may start with the line in which Excel names the delimiter', async () => {
    const text = 'sep=;\na,x;b\n1;2\n'
    assert.deepEqual(layoutOf(text).columns, ['a,x', 'b'])
    assert.deepEqual(await read(text), [{ row: 2, value: { 'a,x': '1', b: '2' } }])
  })

  it('Column names are trimmed, and of two alike the first counts', async () => {
    assert.deepEqual(await read(' a ,b,a,\n1,2,3,4'), [{ row: 2, value: { a: '1', b: '2' } }])
  })

  it('The first row of a table is available before the table is read', () => {
    const text = 'a,b\n"one\nline",2\n3,4'
    const firstRows = (head: string, count: number) =>
      firstRowsOf(head, layoutOf(head), count).map(fields => ({ ...fields }))
    assert.deepEqual(firstRows(text, 1), [{ a: 'one\nline', b: '2' }])
    assert.deepEqual(firstRows('a,b', 2), [{ a: undefined, b: undefined }])
    assert.deepEqual(firstRows('a\n1\n2\n3\n', 2), [{ a: '1' }, { a: '2' }])
    assert.deepEqual(firstRows('a\n1\n"2\n3\n', 2), [{ a: '1' }])
  })

  it('A column may have any name that objects inherit', async () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
    const text = `${names.join(',')}\na,b,c,d`
    const [record] = await Array.fromAsync(tableRecords(inPieces(text, 9), layoutOf(text)))
    assert.ok(record && 'value' in record)
    assert.deepEqual(Object.entries(record.value as object), [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['hasOwnProperty', 'c'],
      ['toString', 'd'],
    ])
    assert.equal(Object.getPrototypeOf(record.value), null)
  })

  it('Rows may be empty, short, or long by empty cells, and have the numbers that a spreadsheet shows', async () => {
    assert.deepEqual(await read('\na,b\n\n1\n,,\n2,3,, \n'), [
      { row: 4, value: { a: '1', b: undefined } },
      { row: 6, value: { a: '2', b: '3' } },
    ])
  })

  it('A row with too many cells is a fault, so no text is cut', async () => {
    const [torn, whole] = await read('stars,text\n5,Great, thanks\n4,Good')
    assert.ok(torn && 'fault' in torn)
    assert.match(torn.fault, /^has more cells than columns/)
    assert.doesNotMatch(torn.fault, /thanks/)
    assert.deepEqual(whole, { row: 3, value: { stars: '4', text: 'Good' } })
  })

  it('Quotation marks inside a cell are kept', async () => {
    assert.deepEqual(await read('a,b\n5" pipe,x\n'), [{ row: 2, value: { a: '5" pipe', b: 'x' } }])
  })

  it('The rows before an unclosed quotation mark are kept, and its line is reported', async () => {
    const good = Array.from({ length: 50 }, (_, index) => `${index},"over\ntwo lines"\n`).join('')
    const records = await read(`a,b\n${good}50,"never closed\n51,x\n`, 37)
    assert.equal(records.length, 51)
    assert.ok(records.slice(0, 50).every(record => 'value' in record))
    const last = records[50]!
    assert.equal(last.row, 52)
    assert.ok('fault' in last)
    assert.match(last.fault, /^line 102: a quotation mark is never closed/)
  })

  it('A row that does not end is a fault', async () => {
    const records = await read(`a,b\n1,2\n3,"${'x\n'.repeat(600_000)}`, 65_536)
    assert.deepEqual(
      records.map(record => 'fault' in record && record.fault.slice(0, 7)),
      [false, 'line 3:'],
    )
  })
})
