/** What an owner runs, in a terminal, with the files that an owner has. */
import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { assertOwnersWords } from '../../kit/owner-words.ts'
import { startProgram } from '../../kit/program.ts'
import { runInTerminal } from '../../kit/pseudo-terminal.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { business, row } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { makeWorkbook } from '../../kit/workbook.ts'

const HEADINGS = ['Reviewer', 'How many ⭐?', 'Timestamp', 'Comment?']
/** A long sentence, because the language of each would be recognized. */
const PRAISE =
  'They arrived on time, explained every step, left the kitchen cleaner than it was, '.repeat(6)

/** As Excel saves it: every text once in a part of its own, so that the sheet is smaller than the table it holds. */
function excelFile(count: number): Buffer {
  const strings = [...HEADINGS, 'Ada', PRAISE].map(text => `<t xml:space="preserve">${text}</t>`)
  const heading = HEADINGS.map(
    (_, at) => `<c r="${'ABCD'[at]}1" s="1" t="s"><v>${at}</v></c>`,
  ).join('')
  const rows = Array.from({ length: count }, (_, at) => {
    const r = at + 2
    return `<row r="${r}" spans="1:4"><c r="A${r}" t="s"><v>4</v></c><c r="B${r}"><v>5</v></c><c r="C${r}" s="2"><v>${46000 - at}</v></c><c r="D${r}" t="s"><v>5</v></c></row>`
  })
  const sheet = `<row r="1" spans="1:4">${heading}</row>${rows.join('')}`
  return makeWorkbook([{ name: 'Form responses 1', rows: sheet }], { strings, styles: [0, 0, 14] })
}

/** As Google Sheets saves the responses of a form: cells for the whole width, a time stamp with seconds. */
function googleSheetsFile(count: number): Buffer {
  const strings = [...HEADINGS, 'Ada', PRAISE].map(text => `<t>${text}</t>`)
  const cells = (row: number, values: string[]) =>
    `<row r="${row}" ht="15.75" customHeight="1">${values.join('')}<c r="E${row}" s="1"/><c r="F${row}" s="1"/></row>`
  const rows = Array.from({ length: count }, (_, at) =>
    cells(at + 2, [
      `<c r="A${at + 2}" s="1" t="s"><v>4</v></c><c r="B${at + 2}" s="1"><v>5.0</v></c>`,
      `<c r="C${at + 2}" s="2"><v>${46000 - at}.4305</v></c><c r="D${at + 2}" s="1" t="s"><v>5</v></c>`,
    ]),
  )
  const heading = cells(
    1,
    HEADINGS.map((_, at) => `<c r="${'ABCD'[at]}1" s="1" t="s"><v>${at}</v></c>`),
  )
  return makeWorkbook([{ rows: heading + rows.join('') }], {
    strings,
    styles: [0, 0, 'm/d/yyyy h:mm:ss'],
  })
}

describe('A workbook in a terminal', () => {
  for (const [maker, make] of [
    ['Excel', excelFile],
    ['Google Sheets', googleSheetsFile],
  ] as const)
    it(`A workbook of ${maker}, larger unzipped than the file, is imported by init`, async t => {
      const { path } = await makeFolder(t)
      await writeFile(join(path, 'reviews.xlsx'), make(1500))
      const { code, shown } = await runInTerminal(['init', '--no-serve'], {
        cwd: path,
        typed: ['Alvarez', 'plumbing', '', '', 'yes', '', '', 'invited', '', ''],
      })
      assert.equal(code, 0, shown)
      assert.match(shown, /stars: How many ⭐\?\n/)
      assert.match(shown, /1500 added, 0 edited/)
      assertOwnersWords(shown)
      const bars = [...shown.matchAll(/reading ([█░]+) (\d+)\/(\d+)/g)]
      assert.ok(bars.length > 0, 'the progress is shown')
      for (const [, bar, done, total] of bars)
        assert.ok(bar!.length === 30 && Number(done) <= Number(total), `${done} of ${total}`)
      const columns = ['author=Reviewer', 'rating=How many ⭐?', 'date=Timestamp', 'text=Comment?']
      const again = await runInTerminal(
        ['import', 'reviews.xlsx', '--source', 'direct', ...columns.flatMap(one => ['--map', one])],
        { cwd: path },
      )
      assert.match(again.shown, /0 added, 0 edited, 1500 unchanged, 0 duplicate, 0 rejected/)
    })
})

describe('What an owner types', () => {
  const names = ['Priya', 'Marcus', 'Helen']
  const texts = [
    '$ cut my hair and it has never looked better.',
    'I always go to $ for highlights.',
    'Lovely chat with $, and a great blow dry.',
    '$ was on time and kind.',
  ]
  const reviews = texts.flatMap((text, at) =>
    names.map((name, of) => row({ source_id: `${at}-${of}`, text: text.replace('$', name) })),
  )
  const addresses = [
    ['12 Hathaway Road, Coventry, CV4 9HW', '12 Hathaway Road', 'Coventry', 'CV4 9HW', undefined],
    ['Auckland, New Zealand', undefined, 'Auckland', undefined, 'New Zealand'],
  ] as const
  for (const [address, street, locality, postal_code, country] of addresses)
    it(`The address ${address} is published in its parts, with the people and services that the reviews name`, async t => {
      const { path, write } = await makeFolder(t)
      await write('reviews.json', reviews)
      const { code, shown } = await runInTerminal(['init', '--no-serve'], {
        cwd: path,
        typed: ['Hathaway Hair', 'hairdresser', address, '', 'found', '', 'priya, Marcus', 'all'],
      })
      assert.equal(code, 0, shown)
      assert.match(shown, /Your reviews name these people: .*Helen \(4 reviews\)/)
      assert.match(shown, /Your reviews mention these services: .*Highlights \(3 reviews\)/)
      const { url } = await startProgram(t, { cwd: path, env: { PORT: '0' } })
      await until(async () => (await fetch(`${url}/readyz`)).ok)
      const page = await (await fetch(url)).text()
      const [, linked] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)!
      const parts = { streetAddress: street, addressLocality: locality, postalCode: postal_code }
      const known = Object.entries({ ...parts, addressCountry: country }).filter(([, part]) => part)
      assert.deepEqual(findAddress(JSON.parse(linked!)), Object.fromEntries(known))
      for (const listed of ['Priya', 'Marcus', 'Highlights'])
        assert.ok(page.includes(`>${listed}<`), listed)
      assert.ok(!page.includes('>Helen<'), 'nobody is listed unasked')
    })
})

/** The first postal address in linked data. */
function findAddress(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return undefined
  if ('@type' in data && data['@type'] === 'PostalAddress')
    return Object.fromEntries(Object.entries(data).filter(([name]) => name !== '@type'))
  return Object.values(data).map(findAddress).find(Boolean)
}

describe('An import that fails', () => {
  const ANSWERS = [
    '--name',
    'Alvarez',
    '--trade',
    'plumbing',
    '--address',
    '',
    '--color',
    '#0b6e69',
    '--domain',
    '',
  ]

  it('An import that cannot be read or stored leaves no business file behind, so that init asks again', async t => {
    const { path, write } = await makeFolder(t)
    await writeFile(join(path, 'broken.xlsx'), excelFile(3).subarray(0, 900))
    const broken = await runInTerminal(
      ['init', ...ANSWERS, '--reviews', 'broken.xlsx', '--no-serve'],
      {
        cwd: path,
      },
    )
    assert.notEqual(broken.code, 0, broken.shown)
    assert.match(broken.shown, /broken\.xlsx: is a zip file that cannot be read/)
    await write('reviews.json', [row({})])
    await write('occupied', 'a file where the database wants a folder')
    const unstored = await runInTerminal(
      ['init', ...ANSWERS, '--reviews', 'reviews.json', '--no-serve'],
      {
        cwd: path,
        env: { DATABASE_URL: 'sqlite:occupied/firsthand.db' },
      },
    )
    assert.notEqual(unstored.code, 0, unstored.shown)
    assert.deepEqual((await readdir(path)).sort(), ['broken.xlsx', 'occupied', 'reviews.json'])
  })
})

describe('The files that an owner has', () => {
  it('A table that is not recognized is named by init, and import lists all its columns', async t => {
    const { path, write } = await makeFolder(t)
    await write('survey.csv', 'How many ⭐?,What did you like most?\nmany,the tea\n')
    const { shown } = await runInTerminal(['init', '--no-serve'], {
      cwd: path,
      typed: ['Alvarez', '', '', '', '', ''],
    })
    assert.match(
      shown,
      /Not recognized as reviews: survey\.csv: is in no known format; .+\r?\nIf one of them has reviews, this says what is missing: npx --no-install firsthand import FILE\r?$/m,
    )
    const { stderr } = await runCommand(['import', 'survey.csv'], { cwd: path })
    assert.match(stderr, /its columns are How many ⭐\?, What did you like most\?\. /)
  })

  it('What was found is chosen right below its list, before questions about single sheets', async t => {
    const { path, write } = await makeFolder(t)
    await write('export.json', [row({ source_id: 'a' })])
    await write('sheet.csv', 'score,when,said\n5,2026-03-14,Good work\n')
    const { shown } = await runInTerminal(['init', '--no-serve'], {
      cwd: path,
      typed: ['Alvarez', '', '', '', 'found', 'no', ''],
    })
    assert.match(
      shown,
      /Found export\.json: 1 review .*\nWhich files have your reviews\? .*sheet\.csv is in no/s,
    )
    assert.match(shown, /^export\.json .*: 1 added/m)
    assert.doesNotMatch(shown, /sheet\.csv .*: \d added/)
  })

  it('Rows are rejected with the numbers that a spreadsheet shows', async t => {
    const { path, write } = await makeFolder(t)
    await write(
      'reviews.csv',
      'source,author,rating,date,text\ngoogle,Ada,5,2026-03-14,Good\n\n,,,,\ngoogle,Bo,9,2026-03-15,Bad\n',
    )
    const { stderr } = await runCommand(['import', 'reviews.csv', '--dry-run'], { cwd: path })
    assert.match(stderr, /^reviews\.csv: row 5, rating: /m)
  })

  it('An export with a list for each language or each place is imported, and several places are asked about', async t => {
    const { path, databaseUrl, write } = await makeFolder(t)
    const importing = (file: string, ...flags: string[]) =>
      runCommand(['import', file, ...flags], { cwd: path, env: { DATABASE_URL: databaseUrl } })
    const [ada, bo] = [row({ source_id: 'a' }), row({ source_id: 'b', author: 'Bo' })]
    await write('languages.json', { en: [ada], de: [bo] })
    assert.match((await importing('languages.json')).stdout, / 2 added/)
    await write('places.json', {
      ChIJ1: { reviews: [row({ source_id: 'c', author: 'Cy' })] },
      ChIJ2: { reviews: [bo] },
    })
    assert.match(
      (await importing('places.json')).stderr,
      /has reviews of 2 locations.*\n {2}ChIJ1 \(1\)\n {2}ChIJ2 \(1\)/,
    )
    assert.match((await importing('places.json', '--location', 'ChIJ1')).stdout, / 1 added/)
  })

  it('The page of a reviewer and an e-mail address in the column for the source are never published', async t => {
    const { path, databaseUrl, write } = await makeFolder(t)
    const env = { DATABASE_URL: databaseUrl }
    const profile = 'https://www.google.com/maps/contrib/117/reviews'
    await write(
      'sheet.csv',
      `score,when,said,profile_url,site\n5,2026-03-14,Good work,${profile},google\n4,2026-03-15,Fine,,ada@example.com\n`,
    )
    await write('own.json', [row({ source_id: 'p', source_url: profile })])
    const guessed = await runInTerminal(['import', 'sheet.csv'], { cwd: path, env })
    assert.match(guessed.shown, /--map date=when/)
    assert.doesNotMatch(guessed.shown, /source_url=/)
    const typed = ['Alvarez', '', '', '', 'none', 'no', '']
    const asked = await runInTerminal(['init', '--no-serve'], { cwd: path, env, typed })
    assert.match(asked.shown, /date: when\n/)
    assert.match(asked.shown, /not imported: .*profile_url/)
    const flags = [
      'rating=score',
      'date=when',
      'text=said',
      'source_url=profile_url',
      'source=site',
    ]
    const { stdout, stderr } = await runCommand(
      ['import', 'sheet.csv', ...flags.flatMap(flag => ['--map', flag])],
      { cwd: path, env },
    )
    assert.match(stdout, / 1 added.* 1 rejected/)
    assert.match(
      stderr,
      /^sheet\.csv: row 3, source: is an e-mail address, which is never published\./m,
    )
    assert.doesNotMatch(stderr, /ada/)
    await runCommand(['import', 'own.json'], { cwd: path, env })
    assert.deepEqual(
      (await queryDatabase(databaseUrl, 'select source, particulars from review')).map(
        ({ source, particulars }) => ({
          source,
          source_url: JSON.parse(String(particulars)).source_url,
        }),
      ),
      [
        { source: 'google', source_url: null },
        { source: 'google', source_url: null },
      ],
    )
  })
})

describe('A new machine', () => {
  it('A backup is restored into an empty folder with one command, and the log goes on with its key', async t => {
    const [old, fresh] = [await makeFolder(t), await makeFolder(t)]
    await old.write('business.json', business)
    await old.write('reviews.json', [row({ source_id: 'a' })])
    await runCommand(['import', 'reviews.json'], { cwd: old.path })
    const logKey = async (cwd: string) => {
      const { url, child, output, ended } = await startProgram(t, { cwd, env: { PORT: '0' } })
      await until(async () => (await fetch(`${url}/readyz`)).ok)
      const key = await (await fetch(`${url}/log/key`)).text()
      child.kill('SIGTERM')
      await ended
      return { key, output: output() }
    }
    const before = await logKey(old.path)
    await runCommand(['backup', join(fresh.path, 'backup.db')], { cwd: old.path })
    const restored = await runInTerminal(['restore-backup', 'backup.db'], { cwd: fresh.path })
    assert.equal(restored.code, 0, restored.shown)
    assert.match(restored.shown, /^Restored backup\.db: 1 log entry\. /m)
    await fresh.write('business.json', business)
    const after = await logKey(fresh.path)
    // On localhost the name of the log is that of the port.
    const publicKey = (line: string) => line.split('+').slice(2).join('+')
    assert.equal(publicKey(after.key), publicKey(before.key))
    assert.doesNotMatch(after.output, /There is no database/)
  })

  it('The service says that it begins a new history where a business file has no database', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', business)
    const { output } = await startProgram(t, { cwd: folder.path, env: { PORT: '0' } })
    assert.match(
      output(),
      /There is no database at data\/firsthand\.db: this begins a new public history, with a new key and no reviews\. If the reviews of business\.json were published before, stop now and restore the backup: npx --no-install firsthand restore-backup FILE/,
    )
  })
})

describe('The words of init', () => {
  it('Everything that init says about reviews that are not shown is in words that an owner knows', async t => {
    const { path, write } = await makeFolder(t)
    await write('reviews.json', [
      row({ source: 'direct', source_id: 'd' }),
      row({ source_id: 'g' }),
    ])
    const typed = ['Alvarez', '', '', '', '', 'Reviews.Example.com', 'no']
    const first = await runInTerminal(['init', '--no-serve'], { cwd: path, typed })
    assert.match(
      first.shown,
      /How do you know .*no: keep them hidden, and decide later at the desk under Business\)/,
    )
    assert.match(
      first.shown,
      /^Not shown: 1, because nothing says how you know .* are customers\.$/m,
    )
    assert.doesNotMatch(first.shown, /To show (?:it|them)/, 'the question has said how')
    assert.match(first.shown, /add a DNS record: type A, name reviews\.example\.com, value .+\./)
    assert.match(first.shown, /npx --no-install firsthand serve reviews\.example\.com\n/)
    assertOwnersWords(first.shown)
    const again = await runInTerminal(['init', '--no-serve', '--reviews', 'none'], {
      cwd: path,
      typed: ['no'],
    })
    assert.match(again.shown, /^Not shown: 1, because nothing says .* are customers\.$/m)
    assert.doesNotMatch(again.shown, /To show/)
    for (const command of [['check'], ['list', '--state', 'unverified']]) {
      const { shown } = await runInTerminal(command, { cwd: path })
      assert.match(shown, /sent to you/)
      assertOwnersWords(shown, command[0])
    }
    assertOwnersWords(again.shown)
  })
})
