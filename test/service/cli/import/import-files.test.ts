import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { runCommand } from '../../../kit/command.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { queryDatabase } from '../../../kit/query-database.ts'
import { assertPlain, assertRejected } from '../../../kit/rejection.ts'
import { business, row, rows } from '../../../kit/rows.ts'
import { importInto } from '../../../kit/service.ts'

const runImport = ({ path, databaseUrl }: Folder, ...args: string[]) =>
  runCommand(['import', ...args], { cwd: path, env: { DATABASE_URL: databaseUrl } })
const reviewsIn = async ({ databaseUrl }: Folder) =>
  (await queryDatabase(databaseUrl, 'select id from review')).length
const databaseExists = ({ databaseUrl }: Folder) => existsSync(databaseUrl.replace('sqlite:', ''))
const report = (
  file: string,
  added: number,
  edited: number,
  unchanged: number,
  duplicate: number,
  rejected: number,
) =>
  `${file} (Firsthand reviews): ${added} added, ${edited} edited, ${unchanged} unchanged, ${duplicate} duplicate, ${rejected} rejected\n`

async function makeFile(t: TestContext, content: unknown): Promise<Folder> {
  const folder = await makeFolder(t)
  await folder.write('reviews.json', content)
  return folder
}

const twoBad = [row({ rating: 6, date: 'yesterday' }), row(), row({ source: 'ada@example.com' })]

describe('firsthand import', { concurrency: 3 }, () => {
  it('An import reports what became of the rows of each file', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, rows(2))
    await folder.write('one.json', [
      ...rows(4, number => ({
        text: number === 0 ? 'Review number 0, changed.' : `Review number ${number}.`,
      })),
    ])
    await folder.write('two.json', [row(), row()])
    const { code, stdout } = await runImport(folder, 'one.json', 'two.json')
    assert.equal(code, 0)
    assert.equal(stdout, `${report('one.json', 2, 1, 1, 0, 0)}${report('two.json', 1, 0, 0, 1, 0)}`)
  })

  it('An import of a folder names each of its files with what became of it', async t => {
    const folder = await makeFolder(t)
    await mkdir(join(folder.path, 'in'))
    await folder.write('in/a.json', rows(2))
    await folder.write('in/b.csv', 'sku,price\n1,2\n')
    for (let number = 10; number < 61; number++) await folder.write(`in/${number}.jpg`, '')
    const { code, stdout } = await runImport(folder, 'in')
    assert.equal(code, 0)
    const [first, ...lines] = stdout.split('\n')
    assert.match(first!, /^in \(Firsthand reviews\): 2 added/)
    assert.deepEqual(lines.slice(0, 3), [
      '  a.json: 2 rows (Firsthand reviews)',
      '  b.csv: not imported, because it is in no known format; its columns are sku, price. Name the columns to import, such as --map rating=Score --map date=When.',
      '  10.jpg: not imported, because it is of a kind that holds no reviews.',
    ])
    assert.equal(lines[51], '  and 2 more files not imported')
    const { files } = JSON.parse((await runImport(folder, 'in', '--json')).stdout)
    assert.deepEqual([files[0].inputs.length, files[0].skipped.length], [1, 52])
  })

  it('An import says what to do when there is no business yet', async t => {
    const folder = await makeFile(t, rows(1))
    const { stderr } = await runImport(folder, 'reviews.json')
    assert.equal(
      stderr,
      'There is no business yet. Describe it in business.json, then start the service.\n',
    )
  })

  it('An import says that the business file does not count if it is not valid', async t => {
    const folder = await makeFile(t, rows(1))
    await writeFile(`${folder.path}/business.json`, '{ "name": "Ada", "locale": "fr-FR" }')
    const { stderr } = await runImport(folder, 'reviews.json')
    assert.match(
      stderr,
      /^business\.json: line 1: locale: must be en-US, .+\nNothing of that file counts until this is corrected\.\n$/,
    )
  })

  it('An import takes the business that comes with the reviews', async t => {
    const folder = await makeFile(t, { business, reviews: rows(1) })
    const { code, stderr } = await runImport(folder, 'reviews.json')
    assert.deepEqual([code, stderr], [0, ''])
  })

  it('An import names the rows it rejects, imports the others and ends with exit code 3', async t => {
    const folder = await makeFile(t, twoBad)
    const { code, stdout, stderr } = await runImport(folder, 'reviews.json')
    assert.equal(code, 3)
    assert.equal(stdout, report('reviews.json', 1, 0, 0, 0, 2))
    const [rating, date, source] = stderr.split('\n')
    assert.equal(rating, 'reviews.json: row 1, rating: must be 5 or less')
    assert.equal(date, 'reviews.json: row 1, date: must be a date that exists, written YYYY-MM-DD')
    assert.match(source!, /^reviews\.json: row 3, source: must be lower-case words/)
    assert.doesNotMatch(stderr, /ada|example/)
    assertPlain(stderr)
  })

  it('An import names at most fifty problems and says how many more there are', async t => {
    const folder = await makeFile(
      t,
      rows(60, () => ({ rating: 0 })),
    )
    const { stderr } = await runImport(folder, 'reviews.json')
    assert.equal(stderr.match(/, rating: /g)?.length, 50)
    assert.match(stderr, /^reviews\.json: and 10 more problems$/m)
  })

  it('An import with --strict imports nothing if a row of any file is invalid', async t => {
    const folder = await makeFile(t, twoBad)
    await folder.write('good.json', rows(3))
    const { code, stdout, stderr } = await runImport(
      folder,
      '--strict',
      'good.json',
      'reviews.json',
    )
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^reviews\.json: 2 of 3 rows are invalid, so nothing was imported \(--strict\)\.$/m,
    )
    assert.equal(databaseExists(folder), false)
  })

  it('An import with --strict imports files whose rows are all valid', async t => {
    const folder = await makeFile(t, rows(3))
    assert.equal((await runImport(folder, '--strict', 'reviews.json')).code, 0)
    assert.equal(await reviewsIn(folder), 3)
  })

  it('A dry run reports what would happen and writes nothing', async t => {
    const folder = await makeFile(t, rows(3))
    await importInto(folder.databaseUrl, rows(1))
    const { code, stdout } = await runImport(folder, '--dry-run', 'reviews.json')
    assert.equal(code, 0)
    assert.equal(
      stdout,
      [
        `${report('reviews.json', 2, 0, 1, 0, 0)}for example, added:`,
        '  2020-01-02 ★★☆☆☆ Ada Moreno (google)',
        '  “Review number 1.”',
        '  2020-01-03 ★★★☆☆ Ada Moreno (google)',
        '  “Review number 2.”',
        'Dry run: nothing was written.\n',
      ].join('\n'),
    )
    assert.equal(await reviewsIn(folder), 1)
  })

  it('A dry run of several files reports what the real import would', async t => {
    const folder = await makeFile(t, rows(2))
    await folder.write('again.json', rows(3))
    const files = ['reviews.json', 'again.json']
    const rehearsal = await runImport(folder, '--dry-run', ...files)
    const real = await runImport(folder, ...files)
    assert.equal(
      real.stdout,
      `${report('reviews.json', 2, 0, 0, 0, 0)}${report('again.json', 1, 0, 2, 0, 0)}`,
    )
    assert.ok(rehearsal.stdout.startsWith(`${real.stdout}for example, added:\n`))
    assert.ok(rehearsal.stdout.endsWith('\nDry run: nothing was written.\n'))
    assert.equal(
      (await queryDatabase(folder.databaseUrl, 'select version from publication'))[0]?.version,
      1,
    )
  })

  it('An import rejects a file with an invalid business and names the field', async t => {
    const folder = await makeFile(t, { business: { name: 'A', phone: '1' }, reviews: rows(2) })
    const { code, stderr } = await runImport(folder, 'reviews.json')
    assert.equal(code, 1)
    assert.match(stderr, /^reviews\.json: business: .*phone/)
    assert.equal(databaseExists(folder), false)
  })

  it('An import says how many reviews are kept but not shown, why, and what to do', async t => {
    const folder = await makeFile(
      t,
      rows(2, number => ({ source: 'direct', source_id: `d${number}` })),
    )
    for (const flags of [['--dry-run'], []]) {
      const { stdout } = await runImport(folder, ...flags, 'reviews.json')
      assert.match(
        stdout,
        /^kept but not shown: 2, because nothing says how you know that the people who wrote to you are customers\. To show/m,
      )
    }
  })

  it('A dry run creates no database', async t => {
    const folder = await makeFile(t, rows(3))
    const { stdout } = await runImport(folder, '--dry-run', 'reviews.json')
    assert.match(stdout, /^reviews\.json \(Firsthand reviews\): 3 added/)
    assert.equal(databaseExists(folder), false)
    assert.deepEqual(await readdir(folder.path), ['reviews.json'])
  })

  it('A dry run with rejected rows ends with exit code 3', async t => {
    assert.equal((await runImport(await makeFile(t, twoBad), '--dry-run', 'reviews.json')).code, 3)
  })
})

describe('firsthand import of a file that cannot be read', { concurrency: 3 }, () => {
  it('An import says that a file does not exist, and creates no database', async t => {
    const folder = await makeFolder(t)
    assertRejected(
      await runImport(folder, 'missing.json'),
      1,
      /^missing\.json: there is no such file\.$/m,
    )
    assert.equal(databaseExists(folder), false)
  })

  it('An import imports nothing if one of its files is missing', async t => {
    const folder = await makeFile(t, rows(3))
    assertRejected(
      await runImport(folder, 'reviews.json', 'missing.json'),
      1,
      /^missing\.json: there is no such file\.$/m,
    )
    assert.equal(databaseExists(folder), false)
  })

  it('An import says that a file is not text', async t => {
    const folder = await makeFolder(t)
    await writeFile(
      `${folder.path}/reviews.csv`,
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    )
    assertRejected(
      await runImport(folder, 'reviews.csv'),
      1,
      /^reviews\.csv: is not text in UTF-8, UTF-16 or/m,
    )
  })

  it('An import says that a file is the lock of a workbook that is open', async t => {
    const folder = await makeFolder(t)
    await folder.write('~$Kunden.xlsx', '\u0003Ada\0')
    assertRejected(
      await runImport(folder, '~$Kunden.xlsx'),
      1,
      /^~\$Kunden\.xlsx: is only a lock file: the workbook is open in Excel\. Choose the file without ~\$\.$/m,
    )
  })

  it('An import says that a folder has no reviews', async t => {
    const folder = await makeFolder(t)
    await mkdir(`${folder.path}/photos`)
    assertRejected(
      await runImport(folder, 'photos'),
      1,
      /^photos: holds no \.json, \.csv or \.xlsx file with reviews/m,
    )
  })

  it('An import says that a file is empty', async t => {
    assertRejected(
      await runImport(await makeFile(t, ''), 'reviews.json'),
      1,
      /^reviews\.json: is empty$/m,
    )
  })

  it('An import names the line of a JSON syntax error', async t => {
    const folder = await makeFile(t, '[\n{"author": ada@example.com}\n]')
    const finished = await runImport(folder, 'reviews.json')
    assertRejected(finished, 1, /^reviews\.json: line 2: is not valid JSON/m)
    assert.doesNotMatch(finished.stderr, /ada/)
  })
})
