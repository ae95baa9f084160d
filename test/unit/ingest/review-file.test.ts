import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ReadingOptions } from '../../../src/ingest/files/scan-inputs.ts'
import { FORMATS } from '../../../src/ingest/formats/known-formats.ts'
import { mappingFromFlags } from '../../../src/ingest/formats/mapping.ts'
import { type Outcome, openReviewFile, type ReviewFile } from '../../../src/ingest/review-file.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'
import { CSV_COLUMNS, CSV_HEAD } from '../../../src/publish/documents/reviews-csv.ts'
import { makeFolder } from '../../kit/folder.ts'
import { FIXTURES } from '../../kit/ingest/formats/fixtures.ts'
import { business, type Row, row, rows } from '../../kit/rows.ts'

const PLAIN_RECORD = { source: 'google', rating: 5, date: '2026-03-01', text: 'Good' }

async function openText(
  t: TestContext,
  content: unknown,
  options: ReadingOptions = {},
  name = 'reviews.txt',
) {
  return openReviewFile(await (await makeFolder(t)).write(name, content), options)
}

const outcomes = (file: ReviewFile): Promise<Outcome[]> => Array.fromAsync(file.outcomes())
const goods = async (file: ReviewFile) =>
  (await outcomes(file)).flatMap(one => ('good' in one ? [one.good] : []))
const faults = async (file: ReviewFile) =>
  (await outcomes(file)).flatMap(one =>
    'faults' in one ? one.faults.map(fault => ({ row: one.row, ...fault })) : [],
  )

async function assertProblem(opening: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(opening, (error: Error) => {
    assert.ok(error instanceof FileProblem, String(error))
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /ada@|0100/)
    return true
  })
}

const jsonLines = (list: unknown[]) => list.map(one => JSON.stringify(one)).join('\n')
const TABLE =
  'Review ID,Source,Reviewer Name,Rating,Review,Review Date,Location,Business Name,Review URL'
const line = (id: string, date: string, location = 'Old Town') =>
  `${id},Google,Ada,5,"Warm, again",${date},${location},Test,https://example.com/${id}`

describe('A file of reviews', () => {
  for (const [file, format] of Object.entries(FIXTURES))
    it(`${file} is opened in its own format`, async () => {
      const path = fileURLToPath(
        new URL(`../../kit/ingest/formats/fixtures/${file}`, import.meta.url),
      )
      const options = { source: 'direct', retrievedAt: '2026-03-01', dateOrder: 'mdy' } as const
      const opened = await openReviewFile(path, {
        ...options,
        ...(file === 'birdeye.csv' && { location: 'North' }),
      })
      assert.equal(opened.format.split(', not imported')[0], FORMATS[format]!.title)
      assert.equal(opened.name, file)
      assert.ok((await outcomes(opened)).length > 0)
    })

  it('The columns of a table in our format that are not imported are named', async t => {
    const file = await openText(
      t,
      'source,rating,date,text,respnse\ngoogle,5,2026-03-01,Good,Thanks\n',
    )
    assert.equal(file.format, 'Firsthand reviews, not imported: respnse')
    const published = await openText(t, `${CSV_HEAD}${'1,'.repeat(CSV_COLUMNS.length - 1)}1\n`)
    assert.equal(published.format, 'Firsthand reviews')
  })

  it('The keys of any record in our format that are not imported are named', async t => {
    const records = [{ ...PLAIN_RECORD }, { ...PLAIN_RECORD, mentions: {}, answer: 'Thanks' }]
    const file = await openText(t, records)
    assert.equal(file.format, 'Firsthand reviews, not imported: answer')
  })

  it('The reply in JSON may be called reply, with or without its date inside', async t => {
    const replies = [
      { reply: { text: 'Thanks', date: '2026-03-02' } },
      { reply: 'Thanks', reply_date: '2026-03-02' },
      { owner_reply: null },
    ]
    const records = replies.map(reply => ({ ...PLAIN_RECORD, ...reply }))
    const read = await goods(await openText(t, records))
    const reply = { text: 'Thanks', date: '2026-03-02' }
    assert.deepEqual(
      read.map(({ owner_reply }) => owner_reply),
      [reply, reply, null],
    )
  })

  it('The reply in a table may be called reply', async t => {
    const table =
      'source,rating,date,text,Reply,reply_date\ngoogle,5,2026-03-01,Good,Thanks,2026-03-02\ngoogle,5,2026-03-01,Fine,,\n'
    const [answered, unanswered] = await goods(await openText(t, table))
    assert.deepEqual(answered!.owner_reply, { text: 'Thanks', date: '2026-03-02' })
    assert.equal(unanswered!.owner_reply, undefined)
  })

  it('A review file is recognized by its content, whatever its name', async t => {
    const three = rows(3)
    for (const content of [
      three,
      { reviews: three },
      jsonLines(three),
      `\uFEFF${jsonLines(three)}\r\n\r\n`,
    ]) {
      const file = await openText(t, content, {}, 'reviews.csv')
      assert.deepEqual(
        (await goods(file)).map(good => good.source_id),
        ['r0', 'r1', 'r2'],
      )
    }
    const table = await openText(t, `${TABLE}\n${line('a', '01/13/2026')}`, {}, 'reviews.json')
    assert.equal((await goods(table))[0]?.text, 'Warm, again')
  })

  it('A review file in UTF-16 with a byte order mark is read', async t => {
    const { path } = await makeFolder(t)
    const file = join(path, 'excel.csv')
    await writeFile(
      file,
      Buffer.from(`\uFEFF${TABLE}\r\n${line('Zo\u00eb', '01/13/2026')}\r\n`, 'utf16le'),
    )
    assert.equal((await goods(await openReviewFile(file, {})))[0]?.source_id, 'Zo\u00eb')
  })

  it('A review file may carry the business', async t => {
    assert.deepEqual((await openText(t, { business, reviews: rows(1) })).business, business)
    assert.equal('business' in (await openText(t, rows(1))), false)
  })

  it('Rows and faults come with their numbers', async t => {
    const file = await openText(t, [row(), row({ rating: 9 }), 'no row', row()])
    assert.deepEqual(
      (await faults(file)).map(({ row, field }) => [row, field]),
      [
        [2, 'rating'],
        [3, 'row'],
      ],
    )
    assert.deepEqual(
      (await outcomes(file)).map(one => [one.row, one.input]),
      [1, 2, 3, 4].map(n => [n, 'reviews.txt']),
    )
  })

  it('The first review may lack what others have', async t => {
    const file = await openText(t, [{ rating: 5 }, row()])
    assert.deepEqual([(await goods(file)).length, (await faults(file))[0]?.row], [1, 1])
  })

  it('A review file may hold no reviews', async t => {
    for (const content of [[], { reviews: [] }, `${TABLE}\n`])
      assert.deepEqual(await outcomes(await openText(t, content)), [])
  })

  it('A rejected record comes with the reason', async t => {
    const recommendation = {
      created_time: '2026-01-05T10:00:00+0000',
      recommendation_type: 'positive',
      has_rating: false,
    }
    const [fault] = await faults(await openText(t, { data: [recommendation] }))
    assert.deepEqual([fault?.field, fault?.message.includes('no stars')], ['row', true])
  })

  it('A web page with reviews in JSON-LD is read', async t => {
    const review = {
      '@type': 'Review',
      author: { '@type': 'Person', name: 'Ada' },
      datePublished: '2026-01-05',
      reviewRating: { ratingValue: 4 },
      publisher: 'Google',
    }
    const script = (type: string, text: string) => `<script type="${type}">${text}</script>`
    const page = `<!DOCTYPE html><html><head>${script('text/javascript', '{"@type":"Review"}')}
      ${script('application/ld+json', '{ broken')}
      ${script('application/LD+JSON; charset=utf-8', JSON.stringify({ '@graph': [{ '@type': 'Plumber', review }] }))}`
    const [good] = await goods(await openText(t, page))
    assert.deepEqual([good?.author, good?.rating, good?.source], ['Ada', 4, 'google'])
    await assertProblem(
      openText(t, '<html><p>5 stars</p></html>'),
      /web page without reviews in JSON-LD/,
    )
  })
})

describe('A review file with names that objects inherit', () => {
  const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
  const hostile = (value: string) => NAMES.map(name => `"${name}":${value}`).join(',')

  function assertUntouched(): void {
    assert.equal(Object.getPrototypeOf({}), Object.prototype)
    assert.deepEqual([({} as Row).rating, ({} as Row).polluted], [undefined, undefined])
  }

  it('Such columns of a table are ignored', async t => {
    const text = `${NAMES.join(',')},source,rating,date,text\na,b,c,d,google,5,2026-01-05,Warm`
    const [good] = await goods(await openText(t, text))
    assert.deepEqual([good?.text, Object.hasOwn(good!, '__proto__')], ['Warm', false])
    assertUntouched()
  })

  it('Such keys of JSON are ignored, and do not stand for missing values', async t => {
    const inherited = '{"rating":5,"date":"2026-01-05","source":"google","polluted":true}'
    const record = `{${hostile(inherited)},"source":"google","source_id":"r1","rating":4,"date":"2026-01-06"}`
    const [good] = await goods(await openText(t, `[${record}]`))
    assert.deepEqual(
      [good?.rating, good?.date, Object.hasOwn(good!, '__proto__')],
      [4, '2026-01-06', false],
    )
    const bare = `[{${hostile(inherited)},"source":"google"}]`
    assert.deepEqual(
      (await faults(await openText(t, bare, { format: 'own' }))).map(({ field }) => field),
      ['rating', 'date'],
    )
    assertUntouched()
  })

  it('Such columns can be mapped like any other', async t => {
    const mapping = {
      source: 'yelp',
      ...mappingFromFlags(['rating=__proto__', 'date=constructor', 'text=hasOwnProperty']),
    }
    const row = ['__proto__,constructor,hasOwnProperty', '4,2026-01-06,Warm'].join('\n')
    const json = '[{"__proto__":4,"constructor":"2026-01-06","hasOwnProperty":"Warm"}]'
    for (const content of [row, json]) {
      const [good] = await goods(await openText(t, content, { mapping }))
      assert.deepEqual([good?.rating, good?.date, good?.text], [4, '2026-01-06', 'Warm'])
    }
    await assertProblem(
      openText(t, 'Score,When\n4,2026-01-06', { mapping }),
      /has no column __proto__/,
    )
    assertUntouched()
  })
})

describe('A broken file', () => {
  it('The rows beside a broken JSON line are kept, and its line is reported', async t => {
    const file = await openText(
      t,
      `${jsonLines(rows(2))}\n\n{"rating":\n${JSON.stringify(row({ source_id: 'z' }))}`,
    )
    assert.equal((await goods(file)).length, 3)
    assert.deepEqual(await faults(file), [
      { row: 3, field: 'row', message: 'line 4: is not valid JSON' },
    ])
  })

  it('The rows before an unclosed quotation mark are kept', async t => {
    const file = await openText(
      t,
      `${TABLE}\n${line('a', '01/13/2026')}\n${line('b', '01/13/2026')}\nc,Google,"Ada`,
    )
    assert.equal((await goods(file)).length, 2)
    const [fault] = await faults(file)
    assert.deepEqual([fault?.row, fault?.field], [4, 'row'])
    assert.match(fault!.message, /^line 4: /)
  })

  it('A mistake in JSON is reported with the name of the file and the line', async t => {
    await assertProblem(
      openText(t, '[\n{"author": ada@example.com}\n]'),
      /^reviews\.txt: line 2: is not valid JSON/,
    )
  })

  it('A file that is empty, missing or not text is rejected', async t => {
    const { path, write } = await makeFolder(t)
    for (const content of ['', ' \r\n\t', '\uFEFF\n'])
      await assertProblem(openText(t, content), /^reviews\.txt: is empty$/)
    await assertProblem(
      openReviewFile(join(path, 'missing.csv'), {}),
      /^missing\.csv: there is no such file\.$/,
    )
    await writeFile(join(path, 'image.csv'), Buffer.from('89504e470d0a1a0a0000', 'hex'))
    await assertProblem(
      openReviewFile(join(path, 'image.csv'), {}),
      /^image\.csv: is not text in UTF-8, UTF-16/,
    )
    await writeFile(join(path, 'old.xls'), Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    await assertProblem(
      openReviewFile(join(path, 'old.xls'), {}),
      /Excel workbook in the old format or with a password\./,
    )
    await assertProblem(
      openReviewFile(await write('zeros.csv', `a,b\n${'x'.repeat(99)}\0`), {}),
      /is not text/,
    )
    if (process.platform !== 'win32')
      await assertProblem(openReviewFile('/dev/null', {}), /neither a file nor a folder/)
  })

  it('A file in UTF-16 without a mark or in Windows-1252 is read, and the title says so of the latter', async t => {
    const { path } = await makeFolder(t)
    const text = `${TABLE}\n${line('Zo\u00eb', '01/13/2026')}`
    for (const encoding of ['utf16le', 'latin1'] as const) {
      await writeFile(join(path, 'a.csv'), Buffer.from(text, encoding))
      const file = await openReviewFile(join(path, 'a.csv'), {})
      assert.deepEqual(
        (await goods(file)).map(one => one.source_id),
        ['Zo\u00eb'],
      )
      assert.equal(
        file.format,
        encoding === 'latin1' ? 'Birdeye export, read as Windows-1252' : 'Birdeye export',
      )
    }
  })

  it('A table in an unknown format is rejected with its columns and a way to name them', async t => {
    await assertProblem(
      openText(t, 'Score;When;ada@example.com\n5;2026-01-05;x'),
      /columns are Score, When and 1 more\..*--map rating=.*Known formats: .*Trustpilot/,
    )
    await assertProblem(
      openText(t, [{ stars_given: 5, when: 'x' }]),
      /columns are stars_given, when\..*--map/,
    )
    await assertProblem(
      openText(t, 'Buy milk.\n'),
      /holds no reviews in a known format\. Known formats: .*--map/,
    )
  })

  it('A format whose reviews may not be stored is not suggested', async t => {
    await assert.rejects(openText(t, 'a,b\n1,2'), (error: Error) => {
      assert.match(error.message, /Known formats: Google Business Profile .*, Outscraper/)
      assert.doesNotMatch(error.message, /Places API/)
      return true
    })
  })

  it('Files that people mistake for reviews are recognized', async t => {
    await assertProblem(
      openText(t, { error: { message: 'gone', code: 12 } }),
      /error message from the service \(code 12\)/,
    )
    const features = [{ type: 'Feature', properties: { five_star_rating_published: 5 } }]
    await assertProblem(
      openText(t, { type: 'FeatureCollection', features }),
      /wrote about other places/,
    )
  })
})

describe('What the command says of a file', () => {
  it('The format can be given', async t => {
    const file = await openText(t, [{ rating: 5, date: '2026-01-05' }], {
      format: 'own',
      source: 'yelp',
    })
    assert.equal((await goods(file))[0]?.source, 'yelp')
    await assertProblem(
      openText(t, rows(1), { format: 'toString' }),
      /--format does not know toString; .*trustpilot-csv/,
    )
  })

  it('The source can be given if the file does not state it', async t => {
    const bare = 'author,rating,date,text\nAda,5,2026-01-05,Warm'
    await assertProblem(
      openText(t, bare),
      /does not say where the reviews were written: .*--source google/,
    )
    assert.equal(
      (await goods(await openText(t, bare, { source: 'Google Maps' })))[0]?.source,
      'google',
    )
    assert.equal((await goods(await openText(t, rows(1), { source: 'yelp' })))[0]?.source, 'google')
  })

  it('The columns can be given', async t => {
    const mapping = {
      ...mappingFromFlags(['rating=Score', 'date=When', 'author=Who']),
      source: 'yelp',
      best_rating: 10,
    }
    const table = await openText(t, 'Who;Score;When\nAda;8;2026-01-05', { mapping })
    assert.deepEqual(
      (await goods(table)).map(({ author, rating }) => [author, rating]),
      [['Ada', 4]],
    )
    const nested = mappingFromFlags(['rating=score.value', 'date=when', 'text=words'])
    const json = jsonLines([
      { score: { value: 5 }, when: '2026-01-05' },
      { score: { value: 4 }, when: '2026-01-06', words: 'Good' },
    ])
    assert.equal(
      (await goods(await openText(t, json, { mapping: nested, source: 'yelp' }))).length,
      2,
    )
    await assertProblem(
      openText(t, 'Score;Day\n8;x', { mapping }),
      /no column When, Who; its columns are Score, Day\./,
    )
    await assertProblem(
      openText(t, [{ score: 5 }], { mapping: nested }),
      /no column score\.value, when, words; its columns are score\./,
    )
  })

  it('The date order can be given', async t => {
    const both = `${TABLE}\n${line('a', '05/01/2026')}`
    await assertProblem(openText(t, both), /--date-order/)
    const dates = async (options: ReadingOptions, text = both) =>
      (await goods(await openText(t, text, options))).map(good => good.date)
    assert.deepEqual(await dates({ dateOrder: 'dmy' }), ['2026-01-05'])
    assert.deepEqual(await dates({ dateOrder: 'mdy' }), ['2026-05-01'])
    assert.deepEqual(await dates({}, `${both}\n${line('b', '13/01/2026')}`), [
      '2026-01-05',
      '2026-01-13',
    ])
    const mapping = {
      ...mappingFromFlags(['rating=Rating', 'date=Review Date', 'source=Source']),
      date_order: 'dmy' as const,
    }
    assert.deepEqual(await dates({ mapping }), ['2026-01-05'])
  })

  it('The day of retrieval can be given', async t => {
    const table = 'id_review,caption,relative_date,rating,username\na,Warm,2 days ago,5,Ada'
    assert.equal(
      (await goods(await openText(t, table, { retrievedAt: '2026-03-14' })))[0]?.date,
      '2026-03-12',
    )
    assert.equal((await faults(await openText(t, table)))[0]?.field, 'date')
  })

  it('The location can be given', async t => {
    const table = `${TABLE}\n${line('a', '01/13/2026')}\n${line('b', '01/13/2026', 'Harbour')}\nc,Google,Ada,5,x,01/13/2026,Harbour,y,z,torn`
    await assertProblem(
      openText(t, table),
      /2 locations.*--location:\n {2}Old Town \(1\)\n {2}Harbour \(1\)$/s,
    )
    const file = await openText(t, table, { location: 'HARBOUR' })
    assert.deepEqual(
      (await outcomes(file)).map(one => ['good' in one, one.row]),
      [
        [true, 3],
        [false, 4],
      ],
    )
    await assertProblem(openText(t, table, { location: 'Hill' }), /no reviews of the location/)
  })
})

describe('The reading of a large file', () => {
  const many = `${TABLE}\n${Array.from({ length: 5000 }, (_, n) => line(`id${n}`, '01/13/2026')).join('\n')}`

  it('The first row of a large table or JSON lines is available early', async t => {
    for (const [content, first] of [
      [many, 2],
      [jsonLines(rows(5000)), 1],
    ] as const) {
      const file = await openText(t, content)
      let done = 0
      for await (const outcome of file.outcomes(bytes => {
        done = bytes
      })) {
        assert.equal(outcome.row, first)
        break
      }
      assert.ok(done > 0 && done < file.size / 2, `${done} of ${file.size}`)
    }
  })

  it('The progress is reported to the last byte, each time anew', async t => {
    const file = await openText(t, many)
    for (const _ of [1, 2]) {
      const progress: number[] = []
      assert.equal(
        (await Array.fromAsync(file.outcomes(bytes => progress.push(bytes)))).length,
        5000,
      )
      assert.deepEqual(
        progress,
        progress.toSorted((one, other) => one - other),
      )
      assert.equal(progress.at(-1), file.size)
    }
  })
})
