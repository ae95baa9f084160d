import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  type Imported,
  importFile,
  runImport,
  shownOf,
} from '../../../kit/cli/import/run-import.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { textOf } from '../../../kit/ingest/formats/fixtures.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { row } from '../../../kit/rows.ts'

describe('firsthand import of dates', { concurrency: 2 }, () => {
  const table = 'Name,Feedback Date,Service Rating,Service Comment\nAda,03/04/2026,5,Fine.\n'

  it('An import asks whether the day or the month comes first', async t => {
    assertRejected(await importFile(t, table), 1, /Pass --date-order dmy or --date-order mdy\.$/m)
  })

  for (const [order, date] of [
    ['dmy', '2026-04-03'],
    ['mdy', '2026-03-04'],
  ] as const)
    it(`An import reads dates with --date-order ${order}`, async t => {
      const [review] = await shownOf(await importFile(t, table, '--date-order', order))
      assert.equal(review!.date, date)
    })

  it('An import asks for the day on which "3 weeks ago" was retrieved', async t => {
    const { code, stderr } = await importFile(t, textOf('serpapi.json'))
    assert.equal(code, 3)
    assert.match(stderr, /^export\.bin: row 2, date: .*pass that day with --retrieved YYYY-MM-DD$/m)
  })

  it('A relative date is shown with its precision', async t => {
    const imported = await importFile(t, textOf('serpapi.json'), '--retrieved', '2026-03-28')
    const reviews = await shownOf(imported)
    assert.deepEqual(
      reviews.map(({ date, date_precision }) => `${date} ${date_precision}`),
      ['2026-03-07 week', '2025-11-02 day', '2025-02-01 day'],
    )
  })
})

const TWO_PLACES = `Source,Reviewer Name,Rating,Review,Review Date,Location
Google,Ada,5,Fine.,01/15/2026,North
Google,Bo,4,Good.,01/16/2026,South
`

describe('firsthand import of several locations', { concurrency: 2 }, () => {
  it('An import lists the locations of a file and asks for one', async t => {
    const { code, stdout, stderr } = await importFile(t, TWO_PLACES)
    assert.deepEqual([code, stdout], [1, ''])
    const sentence = 'export.bin: has reviews of 2 locations. Pick one with --location:'
    assert.equal(stderr, `${sentence}\n  North (1)\n  South (1)\n`)
  })

  it('An import lists the locations of a file if --location names another', async t => {
    const { code, stderr } = await importFile(t, TWO_PLACES, '--location', 'East')
    assert.equal(code, 1)
    assert.match(
      stderr,
      /has no reviews of the location that --location names, only of:\n {2}North \(1\)/,
    )
  })
})

describe('firsthand import of any other table', { concurrency: 2 }, () => {
  const table = 'Score;When;Words;Customer\n8;03/04/2026;Fine.;Ada\n10;04/04/2026;;Bo\n'

  async function importMapped(t: TestContext, ...args: string[]): Promise<Imported> {
    const folder = await makeFolder(t)
    await folder.write('export.bin', table)
    await folder.write('mapping.json', {
      source: 'checkatrade',
      columns: { rating: 'Score', date: 'When', text: 'Words', author: 'Customer' },
      best_rating: 10,
      date_order: 'dmy',
    })
    await folder.write(
      'wrong.json',
      '{\n "columns": {\n  "rating": "Score",\n  "stars": "When"\n }\n}',
    )
    return { folder, ...(await runImport(folder, 'export.bin', ...args)) }
  }

  it('An import reads an unknown table with a mapping file', async t => {
    const imported = await importMapped(t, '--mapping', 'mapping.json')
    assert.match(imported.stdout, /^export\.bin \(a table of your own\): 2 added, /)
    const reviews = await shownOf(imported)
    assert.deepEqual(
      reviews.map(({ author, rating, date, text, source }) => [author, rating, date, text, source]),
      [
        ['Bo', 5, '2026-04-04', null, 'checkatrade'],
        ['Ada', 4, '2026-04-03', 'Fine.', 'checkatrade'],
      ],
    )
  })

  it('An import names the invalid line and field of a mapping file', async t => {
    const { code, stderr } = await importMapped(t, '--mapping', 'wrong.json')
    assert.equal(code, 1)
    assert.match(stderr, /^wrong\.json: line 4: columns\.stars: is not a known field$/m)
    assert.match(stderr, /^line 2: columns\.date: is missing/m)
  })

  it('An import reads an unknown table with --map', async t => {
    const table = 'Score,When,Words,Customer\n4,2026-03-14,Fine.,Ada\n'
    const columns = ['rating=Score', 'date=When', 'text=Words', 'author=Customer'].flatMap(pair => [
      '--map',
      pair,
    ])
    const [review] = await shownOf(
      await importFile(t, table, ...columns, '--source', 'checkatrade'),
    )
    const { author, rating, date, text, source } = review!
    assert.deepEqual(
      [author, rating, date, text, source],
      ['Ada', 4, '2026-03-14', 'Fine.', 'checkatrade'],
    )
  })

  it('An import lists the columns if --map names a missing one', async t => {
    assertRejected(
      await importMapped(t, '--map', 'rating=Stars', '--map', 'date=When'),
      1,
      /^export\.bin: has no column Stars; its columns are Score, When, Words, Customer\.$/m,
    )
  })
})

describe('firsthand import with wrong flags', { concurrency: 2 }, () => {
  for (const [mistake, flags, sentence] of [
    [
      'an unknown format',
      ['--format', 'tripadvisor'],
      /^There is no format "tripadvisor"\. Use one of: google, .*, own\.$/m,
    ],
    [
      'the name of an object property as a format',
      ['--format', 'constructor'],
      /^There is no format "constructor"/,
    ],
    [
      'an unknown field of --map',
      ['--map', 'stars=Score'],
      /^--map does not know the field stars; the fields are rating, date, /,
    ],
    [
      '--map without a column',
      ['--map', 'rating'],
      /^--map takes a field and a column, such as rating=Score\.$/m,
    ],
    [
      '--map without a date',
      ['--map', 'rating=Score'],
      /^--map must say which column is the date\. /m,
    ],
    [
      'both kinds of mapping',
      ['--map', 'rating=a', '--mapping', 'm.json'],
      /^Use either --map or --mapping, not both\.$/m,
    ],
    [
      'a date that does not exist',
      ['--retrieved', '2026-02-30'],
      /^--retrieved must be an existing date/,
    ],
    ['--confirm without --complete', ['--confirm'], /^--confirm needs --complete\.$/m],
  ] as const)
    it(`An import rejects ${mistake} as wrong usage`, async t => {
      assertRejected(await importFile(t, [row()], ...flags), 2, sentence)
    })
})
