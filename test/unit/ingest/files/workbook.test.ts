import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { ReadingOptions } from '../../../../src/ingest/files/scan-inputs.ts'
import { excelDate, isDateFormat } from '../../../../src/ingest/files/sheet-table.ts'
import { openReviewFile } from '../../../../src/ingest/review-file.ts'
import { FileProblem } from '../../../../src/ingest/values/file-problem.ts'
import type { ReviewRow } from '../../../../src/model/review.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { makeWorkbook, textRows } from '../../../kit/workbook.ts'
import { makeZip } from '../../../kit/zip.ts'

const HEADER = ['source', 'source_id', 'author', 'rating', 'date', 'text']
const TABLE = textRows([
  HEADER,
  ['google', 'g-1', 'Ada & Söhne', 5, '2026-03-14', 'Warm again,\n"at once" <b>.'],
])

async function write(t: TestContext, name: string, content: Buffer): Promise<string> {
  const path = join((await makeFolder(t)).path, name)
  await writeFile(path, content)
  return path
}

async function read(path: string, options: ReadingOptions = {}) {
  const outcomes = await Array.fromAsync((await openReviewFile(path, options)).outcomes())
  return outcomes.map(one => ('good' in one ? one.good : one))
}

const readBook = async (t: TestContext, book: Buffer, options: ReadingOptions = {}) =>
  (await read(await write(t, 'reviews.xlsx', book), options)) as ReviewRow[]

const fields = (rows: ReviewRow[], ...names: (keyof ReviewRow)[]) =>
  rows.map(row => names.map(name => row[name]))

async function assertProblem(opening: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(opening, (error: Error) => {
    assert.ok(error instanceof FileProblem, String(error))
    assert.match(error.message, message)
    return true
  })
}

describe('A workbook that is too large', () => {
  it('A cell of more than a million characters is rejected with the limit, in the sheet and among the shared strings', async t => {
    const cell = (length: number) => 'x'.repeat(length)
    const tooLong = /a cell with more than 1,000,000 characters/
    const withText = (text: string) =>
      makeWorkbook([{ rows: textRows([HEADER, ['google', 'g-1', 'Ada', 5, '2026-03-14', text]]) }])
    await assertProblem(readBook(t, withText(cell(1_000_001))), tooLong)
    const shared = '<row><c><v>1</v></c><c><v>2</v></c></row>'
    const strings = [`<t>${cell(500_000)}</t><r><t>${cell(500_001)}</t></r>`]
    await assertProblem(readBook(t, makeWorkbook([{ rows: shared }], { strings })), tooLong)
  })
})

describe('An Excel workbook', () => {
  it('A workbook is read like a table, whatever its name', async t => {
    const rows = (await read(
      await write(t, 'export.bin', makeWorkbook([{ rows: TABLE }])),
    )) as ReviewRow[]
    assert.deepEqual(fields(rows, 'author', 'rating', 'date', 'text'), [
      ['Ada & Söhne', 5, '2026-03-14', 'Warm again,\n"at once" <b>.'],
    ])
  })

  it('A cell may refer to a shared string, with formatting and with readings that are not part of it', async t => {
    const strings = [
      '<t>source</t>',
      '<t>rating</t>',
      '<t>date</t>',
      '<t>text</t>',
      '<t>google</t>',
      '<r><rPr><b/></rPr><t xml:space="preserve">Very </t></r><r><t>good_x000D_\n_x005F_x</t></r><rPh sb="0" eb="1"><t>reading</t></rPh>',
    ]
    const shared = (index: number) => `<c t="s"><v>${index}</v></c>`
    const rows = [
      `<row>${[0, 1, 2, 3].map(shared).join('')}</row>`,
      `<row>${shared(4)}<c><v>4</v></c><c t="str"><f>A1</f><v>2026-01-05</v></c>${shared(5)}</row>`,
    ].join('')
    const read = await readBook(t, makeWorkbook([{ rows }], { strings }))
    assert.deepEqual(fields(read, 'source', 'rating', 'date', 'text'), [
      ['google', 4, '2026-01-05', 'Very good\n_x'],
    ])
  })

  const dated = (cell: string) =>
    `${textRows([['source', 'rating', 'text', 'date']])}<row><c t="inlineStr"><is><t>google</t></is></c><c><v>5.0</v></c><c/>${cell}</row>`
  const dates: [name: string, cell: string, date: string, from1904?: boolean][] = [
    ['with a built-in date format', '<c s="1"><v>46027</v></c>', '2026-01-05'],
    ['with a date format of its own', '<c s="2"><v>46027.5</v></c>', '2026-01-05'],
    ['that counts from 1904', '<c s="1"><v>44565</v></c>', '2026-01-05', true],
    ['in ISO 8601', '<c t="d"><v>2026-01-05T10:00:00</v></c>', '2026-01-05'],
    ['that rounds up to midnight', '<c s="1"><v>46026.9999999999</v></c>', '2026-01-05'],
  ]
  for (const [name, cell, date, from1904 = false] of dates)
    it(`A date ${name} is read by the style of its cell`, async t => {
      const styles = [0, 14, '[$-409]d\\ "of" mmm;@']
      const rows = await readBook(t, makeWorkbook([{ rows: dated(cell) }], { styles, from1904 }))
      assert.deepEqual(fields(rows, 'date', 'rating'), [[date, 5]])
    })

  it('A cell without a value, an empty row and a missing column leave their columns empty', async t => {
    const rows = [
      '<row r="1"/>',
      textRows([HEADER]),
      '<row r="3"><c r="A3" t="inlineStr"><is><t>yelp</t></is></c><c r="D3"><v>2</v></c><c r="E3" t="str"><v>2026-01-05</v></c><c r="F3" t="e"><v>#N/A</v></c></row>',
      '<row r="4"><c r="A4"/></row>',
    ].join('')
    const read = await readBook(t, makeWorkbook([{ rows }]))
    assert.deepEqual(fields(read, 'source', 'source_id', 'rating', 'text'), [
      ['yelp', null, 2, undefined],
    ])
  })

  it('A title above the table is skipped', async t => {
    const rows = textRows([
      ['Reviews of the last year'],
      [],
      HEADER,
      ['google', 'a', 'Ada', 5, '2026-01-05', ''],
    ])
    assert.equal((await readBook(t, makeWorkbook([{ rows }]))).length, 1)
  })

  it('Rows have the numbers that Excel shows, whatever is above the table and left out of the file', async t => {
    const cells = (number: number, values: (string | number)[]) =>
      textRows([values]).replace('<row>', `<row r="${number}">`)
    const bad = ['google', 'a', 'Ada', 9, '2026-01-05', '']
    const rows =
      cells(2, ['Reviews of the last year']) + cells(4, HEADER) + cells(5, bad) + cells(9, bad)
    const numbers = async (rows: string) =>
      (await readBook(t, makeWorkbook([{ rows }]))).map(
        fault => (fault as unknown as { row: number }).row,
      )
    assert.deepEqual(await numbers(rows), [5, 9])
    // A number that no sheet has, or a row out of order, only counts on.
    assert.deepEqual(await numbers(cells(1, HEADER) + cells(9e9, bad) + cells(1, bad)), [2, 3])
  })

  it('Of several sheets, those with reviews are read, but no hidden ones', async t => {
    const sheet = (id: string) => textRows([HEADER, ['google', id, 'Ada', 5, '2026-01-05', '']])
    const book = makeWorkbook([
      {
        name: 'Summary',
        rows: textRows([
          ['Month', 'Count'],
          ['May', 3],
        ]),
      },
      { name: 'North', rows: sheet('a') },
      { name: 'South', rows: sheet('b') },
      { name: 'Old', state: 'hidden', rows: sheet('c') },
    ])
    const path = await write(t, 'reviews.xlsm', book)
    const file = await openReviewFile(path, {})
    const outcomes = await Array.fromAsync(file.outcomes())
    assert.deepEqual(
      file.skipped.map(({ name, reason }) => `${name} ${reason.replace(/;.*/, '')}`),
      [
        'reviews.xlsm: Old is hidden in the workbook.',
        'reviews.xlsm: Summary is in no known format',
      ],
    )
    assert.deepEqual(
      outcomes.map(one => [one.input, 'good' in one && one.good.source_id]),
      [
        ['reviews.xlsm: North', 'a'],
        ['reviews.xlsm: South', 'b'],
      ],
    )
  })

  it('Workbooks in a folder or a zip are read, and those that Excel has open are not', async t => {
    const book = makeWorkbook([{ rows: TABLE }])
    const { path } = await makeFolder(t)
    await mkdir(join(path, 'in'))
    await writeFile(join(path, 'in', 'a.XLSX'), book)
    await writeFile(join(path, 'in', '~$a.xlsx'), 'owner')
    const zip = join(path, 'all.zip')
    await writeFile(zip, makeZip([{ name: 'in/a.xlsx', content: book }]))
    for (const one of [join(path, 'in'), zip]) assert.equal((await read(one)).length, 1)
  })

  it('A workbook can be read with named columns', async t => {
    const rows = textRows([
      ['When', 'Score'],
      ['2026-01-05', 4],
    ])
    const mapping = { source: 'yelp', columns: { rating: 'Score', date: 'When' } }
    assert.deepEqual(
      fields(await readBook(t, makeWorkbook([{ rows }]), { mapping }), 'rating', 'date'),
      [[4, '2026-01-05']],
    )
  })

  it('A workbook that claims too many columns or too much text is rejected', async t => {
    const wide = makeWorkbook([
      { rows: '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>' },
    ])
    await assertProblem(readBook(t, wide), /^reviews\.xlsx: has more than 1000 columns\.$/)
    const stating = (name: string, size: number) =>
      makeWorkbook([{ rows: TABLE }], {
        more: [{ name, content: '<x/>', statedSize: size * 2 ** 20 }],
      })
    await assertProblem(
      readBook(t, stating('xl/sharedStrings.xml', 257)),
      /has more than 256 MiB of text/,
    )
    await assertProblem(
      readBook(t, stating('xl/worksheets/sheet1.xml', 513)),
      /sheet1\.xml: is larger than 512 MiB/,
    )
  })

  it('A sheet that is larger than it states is rejected', async t => {
    const rows = textRows([
      HEADER,
      ...Array.from({ length: 5000 }, () => ['google', 'a', 'Ada', 5, '2026-01-05', '']),
    ])
    const book = makeWorkbook([{ rows }], {
      more: [
        {
          name: 'xl/worksheets/sheet1.xml',
          content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
          statedSize: 100,
        },
      ],
    })
    await assertProblem(readBook(t, book), /^reviews\.xlsx: is damaged in the zip\.$/)
  })

  it('A workbook without its parts is rejected with a way out', async t => {
    const book = makeZip([{ name: 'xl/workbook.xml', content: '<x/>' }])
    await assertProblem(
      readBook(t, book),
      /^reviews\.xlsx: is a damaged Excel workbook\. Save it again/,
    )
  })
})

describe('Dates of Excel', () => {
  it('A number is a day from the first of 1900 or 1904 on', () => {
    assert.equal(excelDate(61, false), '1900-03-01')
    assert.equal(excelDate(45292.75, false), '2024-01-01T18:00:00')
    assert.equal(excelDate(43830, true), '2024-01-01')
    for (const days of [0, -1, 2_958_466, Number.NaN]) assert.equal(excelDate(days, false), null)
  })

  it('A format shows a date if it has a year or a day outside of literal text', () => {
    for (const code of ['yyyy-mm-dd', 'd.m.yy', 'm/d/yy h:mm', '[$-de-DE]D. MMMM'])
      assert.ok(isDateFormat(164, code), code)
    for (const code of ['General', '0.00', '#,##0 "days"', '[Red]0', 'h:mm:ss', '0\\d', '@'])
      assert.ok(!isDateFormat(164, code), code)
    assert.ok(isDateFormat(22, undefined) && !isDateFormat(1, undefined))
  })
})
